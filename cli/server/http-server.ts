import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { respondEarly } from '#src/http/early-response.ts';
import { gracefulClose } from '#src/http/graceful-close.ts';
import { hasSeveralHosts } from '#src/http/host-header.ts';
import { log } from '#src/telemetry/logger.ts';

export interface Site {
  /** Writes a stored page. It returns false if there is none; the request then goes to `fetch`. */
  sendStored(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** The body of a 431, in each language: the browser sent more headers than are read. */
  longHeaders(): string;
  fetch(
    request: Request,
    bindings: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse },
  ): Promise<Response>;
}

/** The number of requests of one connection that may wait for an earlier response. Browsers do not pipeline. */
export const maxPipelined = 64;
export const maxConnections = 8192;

/** The idle time is longer than the longest valid period without traffic, of a page that waits for several API calls. */
export function connectionLimits(apiTimeoutMs: number) {
  const idleMs = Math.max(60_000, apiTimeoutMs * 5 + 10_000);
  return { idleMs, responseMs: idleMs * 5 };
}

const plainText = { 'content-type': 'text/plain; charset=UTF-8' };
const badRequest = 'This address cannot be understood.\n';

/**
 * Listens before the site is loaded, to report a port in use immediately; earlier requests wait for `site`. A request
 * has no total time limit, because an upload over a slow connection takes hours. A client must read the response to a
 * GET or HEAD within `responseMs`. @throws CommandError if the address is not available
 */
export async function listen(options: {
  readonly port: number;
  readonly host?: string;
  readonly idleMs: number;
  readonly responseMs: number;
  readonly connections?: number;
  readonly site: Promise<Site>;
}) {
  const handleRequest = getRequestListener(
    // The types of hono/node-server allow HTTP/2; this server speaks HTTP/1.1 only.
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as Parameters<Site['fetch']>[1];
      const response = await (await options.site).fetch(request, { incoming, outgoing });
      respondEarly(incoming, outgoing);
      return response;
    },
    // A request of HTTP/1.0 has no Host header. No code depends on this value.
    { hostname: 'localhost', errorHandler, autoCleanupIncoming: false },
  );
  let loaded: Site | undefined;
  options.site.then(
    (site) => {
      loaded = site;
    },
    () => {},
  );
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: 60_000,
      keepAliveTimeout: 20_000,
      // A request without a body emits no events of a stream, which take longer than to find its stored page.
      optimizeEmptyRequests: true,
    },
    oneAtATime((incoming, outgoing) => {
      if (hasSeveralHosts(incoming)) {
        respondEarly(incoming, outgoing);
        outgoing.writeHead(400, plainText).end(badRequest);
        // Never rejects, because `errorHandler` answers every error.
      } else if (!loaded?.sendStored(incoming, outgoing)) void handleRequest(incoming, outgoing);
      const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
      if (!isRead || outgoing.writableFinished) return;
      const deadline = setTimeout(() => incoming.socket.destroy(), options.responseMs);
      outgoing.once('close', () => clearTimeout(deadline));
    }),
  );
  server.on('clientError', (error, socket) => answerClientError(error, socket as Socket, loaded));
  server.maxConnections = options.connections ?? maxConnections;
  server.timeout = options.idleMs;
  const close = gracefulClose(server);
  return { port: await listenOn(server, options), close };
}

/** The answers that Node sends without a listener. A browser with too many cookies gets a sentence too. */
const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function answerClientError(
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket,
  site: Site | undefined,
): void {
  const status = clientErrors[code] ?? '400 Bad Request';
  const body = (code === 'HPE_HEADER_OVERFLOW' && site?.longHeaders()) || '';
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${plainText['content-type']}\r\nConnection: close`;
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
  socket.destroy();
}

/** Resolves with the port. @throws CommandError if the address is not available */
export async function listenOn(server: Server, address: Address): Promise<number> {
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw listenError(error, address);
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Node parses pipelined requests without a limit and keeps each response of a client that reads nothing. Pausing the
 * socket does not help, because Node resumes it at the end of each request.
 */
function oneAtATime(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const start = () => {
      outgoing.once('close', () => {
        const next = waiting.get(socket)?.shift();
        // Nobody would receive the response of a connection that has ended.
        if (next && !socket.destroyed) next();
        else waiting.delete(socket);
      });
      handle(incoming, outgoing);
    };
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      start();
    } else if (queue.length < maxPipelined) queue.push(start);
    else socket.destroy();
  };
}

/** Answers errors outside the site's middleware, such as an invalid request line or Host header. */
function errorHandler(error: unknown): Response {
  const isRequest = error instanceof Error && error.name === 'RequestError';
  if (!isRequest) log().error({ event: 'request-failed', err: error });
  return isRequest
    ? new Response(badRequest, { status: 400 })
    : new Response('Something went wrong on our side. Please try again.\n', { status: 500 });
}

export const listenError = (error: unknown, address: Address): CommandError =>
  new CommandError('invalid', listenErrorMessage(error, address), error);

interface Address {
  readonly port: number;
  readonly host?: string;
  readonly variable?: 'METRICS_PORT';
}

function listenErrorMessage(error: unknown, { port, host, variable }: Address): string {
  const { code, message } = error as NodeJS.ErrnoException;
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
