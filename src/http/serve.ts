import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { respondEarly } from './early-response.ts';
import { gracefulClose } from './graceful-close.ts';

/** The number of requests of one connection that may wait for an earlier response. Browsers do not pipeline. */
export const maxPipelined = 64;

export interface HttpServerOptions {
  readonly headersTimeout: number;
  readonly keepAliveTimeout: number;
  /** Writes a response without `fetch`. It returns false if there is none; the request then goes to `fetch`. */
  readonly send?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  readonly fetch: (request: Request, bindings: HttpBindings) => Promise<Response>;
  /** Answers an error outside `fetch`, such as an invalid request line. */
  readonly errorHandler?: (error: unknown) => Response;
  /** A client must read the response to a GET or HEAD within this time, in milliseconds. */
  readonly responseMs?: number;
}

/**
 * Creates a server of HTTP/1.1, which does not listen yet. A request has no total time limit, because an upload over a slow
 * connection takes hours.
 */
export function createHttpServer({
  send = () => false,
  fetch,
  errorHandler,
  responseMs,
  ...timeouts
}: HttpServerOptions) {
  const handle = getRequestListener(
    // The types of hono/node-server allow HTTP/2.
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      const response = await fetch(request, { incoming, outgoing });
      respondEarly(incoming, outgoing);
      return response;
    },
    // A request of HTTP/1.0 has no Host header. No code depends on this value.
    { hostname: 'localhost', autoCleanupIncoming: false, ...(errorHandler && { errorHandler }) },
  );
  const server = createServer({
    requestTimeout: 0,
    // A request without a body then emits no stream events, which take longer than finding its stored page.
    optimizeEmptyRequests: true,
    ...timeouts,
  });
  const close = gracefulClose(server);
  const inProgress = new Set<Promise<void>>();
  const respond: RequestListener = (incoming, outgoing) => {
    if (hasSeveralHosts(incoming)) {
      respondEarly(incoming, outgoing);
      outgoing.writeHead(400).end();
    } else if (!send(incoming, outgoing)) {
      const handled = handle(incoming, outgoing).finally(() => inProgress.delete(handled));
      inProgress.add(handled);
    }
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
    if (responseMs === undefined || !isRead || outgoing.writableFinished) return;
    const deadline = setTimeout(() => incoming.socket.destroy(), responseMs);
    outgoing.once('close', () => clearTimeout(deadline));
  };
  server.on('request', oneAtATime(respond));
  return { server, close, inProgress };
}

/** RFC 9112, section 3.2: a request with several Host headers gets a 400. Node itself reads only the first one. */
const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length > 1;

/**
 * Node parses pipelined requests without a limit and keeps each response of a client that reads nothing. Pausing the
 * socket does not help, because Node resumes it at the end of each request.
 */
function oneAtATime(respond: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const start = () => {
      outgoing.once('close', () => {
        const next = waiting.get(socket)?.shift();
        // Nobody would receive a response on a connection that has ended.
        if (next && !socket.destroyed) next();
        else waiting.delete(socket);
      });
      respond(incoming, outgoing);
    };
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      start();
    } else if (queue.length < maxPipelined) queue.push(start);
    else socket.destroy();
  };
}
