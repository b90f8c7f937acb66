import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { listenOn } from '#src/http/listen.ts';
import { createHttpServer, type HttpServerOptions } from '#src/http/serve.ts';
import { log } from '#src/telemetry/logger.ts';

export interface Site {
  /** Writes a stored page. It returns false if there is none; the request then goes to `fetch`. */
  sendStored(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** The body of a 431 in each language, for a browser that has sent too many headers. */
  longHeaders(): string;
  readonly fetch: HttpServerOptions['fetch'];
}

export const maxConnections = 8192;

/** The idle time is longer than the longest regular wait without traffic: a page that waits for several API calls. */
export function connectionLimits(apiTimeoutMs: number) {
  const idleMs = Math.max(60_000, apiTimeoutMs * 5 + 10_000);
  return { idleMs, responseMs: idleMs * 5 };
}

const plainText = 'text/plain; charset=UTF-8';

/**
 * Listens before the site is loaded, to report a port in use immediately; earlier requests wait for `site`.
 * @throws ListenError
 */
export async function listen(options: {
  readonly port: number;
  readonly host?: string;
  readonly idleMs: number;
  readonly responseMs: number;
  readonly connections?: number;
  readonly site: Promise<Site>;
}) {
  const { site, responseMs } = options;
  let loaded: Site | undefined;
  site
    .then((one) => {
      loaded = one;
    })
    .catch(() => {});
  const { server, close } = createHttpServer({
    headersTimeout: 60_000,
    keepAliveTimeout: 20_000,
    responseMs,
    send: (incoming, outgoing) => loaded?.sendStored(incoming, outgoing) ?? false,
    fetch: async (request, bindings) => (await site).fetch(request, bindings),
    errorHandler,
  });
  server.on('clientError', (error, socket) => answerClientError(error, socket as Socket, loaded));
  server.maxConnections = options.connections ?? maxConnections;
  server.timeout = options.idleMs;
  await listenOn(server, options);
  return { port: (server.address() as AddressInfo).port, close };
}

/** The answers that Node would send by itself. A browser with too many cookies gets a sentence too. */
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
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${plainText}\r\nConnection: close`;
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
  socket.destroy();
}

/** Answers errors outside the site's middleware, such as an invalid request line or Host header. */
function errorHandler(error: unknown): Response {
  const isRequest = error instanceof Error && error.name === 'RequestError';
  if (!isRequest) log().error({ event: 'request-failed', err: error });
  return isRequest
    ? new Response('This address cannot be understood.\n', { status: 400 })
    : new Response('Something went wrong on our side. Please try again.\n', { status: 500 });
}
