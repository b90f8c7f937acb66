import type { Server } from 'node:http';
import type { HostSettings } from '#src/config/settings.ts';
import { listenOn } from '#src/http/listen.ts';
import { createHttpServer } from '#src/http/serve.ts';
import type { createApp } from './routes/app.ts';

/** Requests that arrive before `app` exists wait for it. @throws ListenError */
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
  await listenOn(server, settings);
  return {
    /** The address, such as http://127.0.0.1:3001 or unix:/srv/careers/host.sock. */
    origin: originOf(server),
    /** Accepts no more requests and waits for the current ones, but aborts those that take longer than these times. */
    async close(graceMs: number, uploadMs: number) {
      await close(graceMs, uploadMs);
      // Aborted requests remove their files, and need the database to do so.
      await Promise.allSettled(inProgress);
    },
  };
}

function originOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return `unix:${bound}`;
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
}
