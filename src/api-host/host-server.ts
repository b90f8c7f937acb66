import { once } from 'node:events';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { HostSettings } from '#src/config/settings.ts';
import { createHttpServer } from '#src/http/serve.ts';
import type { createApp } from './routes/app.ts';

/** Requests wait for `app`. @throws the error of the address */
export async function listenForRequests(
  settings: HostSettings,
  app: Promise<ReturnType<typeof createApp>>,
) {
  const { server, close, inProgress } = createHttpServer({
    headersTimeout: 15_000,
    // The time is longer than clients keep idle connections, so that none is closed while a request is being sent.
    keepAliveTimeout: 30_000,
    // Each route limits how its body is read.
    fetch: async (request, bindings) => (await app).fetch(request, bindings),
  });
  await listen(server, settings);
  return {
    /** The address, such as http://127.0.0.1:3001 or unix:/srv/careers/host.sock. */
    origin: originOf(server),
    /** Accepts no more requests, and resolves when those that have begun are handled, which it aborts after these times. */
    async close(graceMs: number, uploadMs: number) {
      await close(graceMs, uploadMs);
      // Aborted requests remove their files, and need the database to do so.
      await Promise.allSettled(inProgress);
    },
  };
}

/** Removes a socket that a killed process has left, if nothing listens on it. */
async function listen(server: Server, settings: HostSettings): Promise<void> {
  const { port, host, socketPath } = settings;
  const options = socketPath === undefined ? { port, host } : { path: socketPath };
  const listening = () => once(server.listen(options), 'listening');
  await listening().catch(async (error: NodeJS.ErrnoException) => {
    if (
      socketPath === undefined ||
      error.code !== 'EADDRINUSE' ||
      !(await isUnusedSocket(socketPath))
    )
      throw error;
    rmSync(socketPath);
    await listening();
  });
  if (socketPath !== undefined) chmodSync(socketPath, 0o600);
}

async function isUnusedSocket(path: string): Promise<boolean> {
  if (!lstatSync(path).isSocket()) return false;
  const socket = connect(path);
  const code = await once(socket, 'connect').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  socket.destroy();
  return code === 'ECONNREFUSED';
}

function originOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return `unix:${bound}`;
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
}
