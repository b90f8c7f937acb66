import { once } from 'node:events';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';

interface Address {
  readonly port: number;
  readonly host?: string;
  /** A Unix socket instead of a port. */
  readonly socketPath?: string;
  /** The setting of the port, if it is not PORT. */
  readonly variable?: 'METRICS_PORT';
}

/** A server cannot listen at its address. The message names the setting. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Removes a socket that a killed process has left. @throws ListenError */
export async function listenOn(server: Server, address: Address): Promise<void> {
  const { port, host, socketPath } = address;
  if (socketPath !== undefined && (await isUnusedSocket(socketPath))) rmSync(socketPath);
  server.listen(socketPath === undefined ? { port, host } : { path: socketPath });
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw new ListenError(problemOf(cause, address), { cause });
  });
  if (socketPath !== undefined) chmodSync(socketPath, 0o600);
}

async function isUnusedSocket(path: string): Promise<boolean> {
  const socket = connect(path);
  const code = await once(socket, 'connect').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  socket.destroy();
  // A file that is no socket refuses connections too.
  return code === 'ECONNREFUSED' && lstatSync(path).isSocket();
}

function problemOf(
  { code, message }: NodeJS.ErrnoException,
  { port, host, variable }: Address,
): string {
  if (host?.startsWith('unix:')) return `HOST=${host} cannot be used: ${code ?? message}`;
  if (code === 'EADDRINUSE')
    return variable
      ? `Port ${port} of METRICS_PORT is in use. A site and an API host on one machine need one each: METRICS_PORT=${port + 1}`
      : `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1}`;
  if (code === 'EACCES')
    return `Port ${port} needs more permissions. Choose one from 1024 up: ${variable ?? 'PORT'}=${port + 3000}`;
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return `${variable ? 'METRICS_' : ''}HOST=${host} is not an address of this machine.`;
  return `Port ${port} cannot be used: ${message}`;
}
