import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { yieldToEventLoop } from '#src/jobs/yielding.ts';
import { callName } from './errors.ts';

/** A document that is being received when its server begins to close may take this long. */
export const uploadGraceMs = 5 * 60 * 1000;

/**
 * The limit keeps clients that connect without a pause from preventing the close. Each turn accepts two connections,
 * and Node lets 511 wait.
 */
const maxTurns = 256;

/**
 * A proxy on a busy machine may send the request some time after it has connected. Closing its connection would fail a form,
 * because a proxy must not repeat it.
 */
const firstRequestMs = 1000;

/** On the site the path may begin with a language. */
const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && callName(url) === 'uploadapplicantdocument';

/**
 * Waits `graceMs` for requests in progress and `uploadMs` for documents. It must be called before the server listens.
 */
export function gracefulClose(
  server: Server,
): (graceMs: number, uploadMs?: number) => Promise<void> {
  /** The connections, with the time at which each was accepted. */
  const sockets = new Map<Socket, number>();
  const uploads = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.set(socket, performance.now());
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (incoming, outgoing) => {
    if (!isUpload(incoming)) return;
    uploads.add(incoming.socket);
    outgoing.once('close', () => uploads.delete(incoming.socket));
  });
  return async (graceMs, uploadMs = graceMs) => {
    // The close would reset connections that the system has accepted and this process has not, and a proxy must not
    // repeat a form that it sent on one of them. So the close waits while turns of the event loop accept connections.
    for (let before = -1, turn = 0; accepted > before && turn < maxTurns; turn += 1) {
      before = accepted;
      await yieldToEventLoop();
    }
    const closed = once(server, 'close');
    server.close();
    const closeIdle = setInterval(() => {
      // A keep-alive connection becomes idle after its last response.
      server.closeIdleConnections();
      // Node does not count a connection that browsers open in advance as idle. The check follows the next reads,
      // because a request may have arrived while this process was busy.
      setImmediate(() => {
        const earliest = performance.now() - firstRequestMs;
        for (const [socket, since] of sockets)
          if (socket.bytesRead === 0 && since < earliest) socket.destroy();
      });
    }, 20);
    const deadlines = [
      setTimeout(() => {
        for (const socket of sockets.keys()) if (!uploads.has(socket)) socket.destroy();
      }, graceMs),
      setTimeout(() => server.closeAllConnections(), uploadMs),
    ];
    await closed;
    clearInterval(closeIdle);
    for (const deadline of deadlines) clearTimeout(deadline);
  };
}
