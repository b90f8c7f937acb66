import type { IncomingMessage, ServerResponse } from 'node:http';

/** The longest time to read the rest of a request after its response, in milliseconds. */
const drainMs = 3000;
/** A connection is kept if at most this many bytes of the request can follow the response. */
const maxRestBytes = 4 * 1024 * 1024;

/**
 * Prepares a response that may be sent before its request has arrived (a file above the limit). A short rest is read,
 * and the connection serves the next request. Otherwise the response says `Connection: close`. In both cases the rest
 * is read for a limited time: a connection that closes at once would be reset, and the client would lose the response.
 */
export function respondEarly(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete || incoming.destroyed) return;
  const { socket } = incoming;
  const close = socket.destroySoon.bind(socket);
  if (!(Number(incoming.headers['content-length']) <= maxRestBytes))
    outgoing.shouldKeepAlive = false;
  const keepsConnection = outgoing.shouldKeepAlive;
  // Node calls `destroySoon` at the end of the last response of a connection.
  if (!keepsConnection) socket.destroySoon = () => void socket.end();
  outgoing.once('finish', () => {
    if (incoming.readableEnded || incoming.destroyed) return keepsConnection || close();
    const timer = setTimeout(close, drainMs);
    incoming
      .once('close', () => clearTimeout(timer))
      .once('end', () => keepsConnection || close())
      .on('error', () => {})
      // Without this, a reader that has stopped, such as a locked web stream, would pause the request again.
      .removeAllListeners('data')
      .resume();
  });
}
