import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns a function that closes `server`: no new connections, `graceMs` for requests in progress, then all connections are
 * closed. Call this before the server listens.
 */
export function gracefulClose(server: Server): (graceMs: number) => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async (graceMs) => {
    const closed = once(server, 'close');
    server.close();
    const closeIdle = setInterval(() => {
      // A keep-alive connection becomes idle after its last response.
      server.closeIdleConnections();
      // Browsers open connections in advance. Node does not count them as idle before their first request.
      // After the next reads: a request may have arrived while this process was busy.
      setImmediate(() => {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      });
    }, 20);
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearInterval(closeIdle);
    clearTimeout(deadline);
  };
}
