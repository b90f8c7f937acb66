import { once } from 'node:events';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { HostSettings } from '#src/config/settings.ts';
import { respondEarly } from '#src/http/early-response.ts';
import { gracefulClose } from '#src/http/graceful-close.ts';
import { hasSeveralHosts } from '#src/http/host-header.ts';
import type { createApp } from './routes/app.ts';
import { refusalMessages } from './routes/responses.ts';

const headersTimeoutMs = 15_000;
/** The time is longer than clients keep idle connections, so that none is closed while a request is being sent. */
const keepAliveTimeoutMs = 30_000;

type App = ReturnType<typeof createApp>;

/** @throws the error of the address */
export async function listenForRequests(settings: HostSettings) {
  const server = createServer({
    // An upload may take hours. Each route limits how its body is read.
    requestTimeout: 0,
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
  });
  const closeServer = gracefulClose(server);
  await listen(server, settings);
  const inProgress = new Set<Promise<void>>();
  return {
    /** The address, such as http://127.0.0.1:3001 or unix:/srv/careers/host.sock. */
    origin: originOf(server),
    /** Call it in the task in which `listenForRequests` has resolved: a request before it would get no response. */
    serve: (app: App) => handleRequests(server, app, inProgress),
    /** Accepts no more requests, and resolves when those that have begun are handled, which it aborts after these times. */
    async close(graceMs: number, uploadMs: number) {
      await closeServer(graceMs, uploadMs);
      // Aborted requests remove their files, and need the database to do so.
      await Promise.allSettled(inProgress);
    },
  };
}

function handleRequests(server: Server, app: App, inProgress: Set<Promise<void>>): void {
  // A request of HTTP/1.0 has no Host header. No code depends on this value.
  const handle = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      const response = await app.fetch(request, { incoming, outgoing });
      respondEarly(incoming, outgoing);
      return response;
    },
    { hostname: 'localhost', autoCleanupIncoming: false },
  );
  server.on('request', (incoming, outgoing) => {
    if (hasSeveralHosts(incoming)) {
      respondEarly(incoming, outgoing);
      outgoing.writeHead(400, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ status: 0, message: refusalMessages.severalHosts }));
      return;
    }
    const handled = handle(incoming, outgoing).finally(() => inProgress.delete(handled));
    inProgress.add(handled);
  });
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
