import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { log } from '#src/server/logger.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';

export type SiteFetch = (
  request: Request,
  bindings: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse },
) => Promise<Response>;

export interface SiteServer {
  readonly port: number;
  /** Takes no more connections, lets what is under way finish for at most `graceMs`, then cuts it off. */
  close(graceMs: number): Promise<void>;
}

/** How long what a browser still sends after its answer is read and thrown away, so that it sees the answer. */
const drainMs = 3000;

/**
 * Throws a CommandError where the address cannot be listened on. Listens before the site is loaded, so that a
 * port in use is known at once; requests that come earlier wait for `site`. A request may take as long as
 * bytes move (an upload on a slow line takes hours); a connection without any for `idleMs` is closed, and
 * headers must come within a minute.
 */
export async function listen(options: {
  readonly port: number;
  readonly host?: string;
  readonly idleMs: number;
  readonly site: Promise<SiteFetch>;
}): Promise<SiteServer> {
  const answer = getRequestListener(
    // The types of hono/node-server allow HTTP/2; this server speaks HTTP/1.1 only.
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as Parameters<SiteFetch>[1];
      const response = await (await options.site)(request, { incoming, outgoing });
      // Or Node would close with the answer's last byte, and `drain` could not let it be seen.
      if (!incoming.complete) outgoing.shouldKeepAlive = true;
      return response;
    },
    { errorHandler, autoCleanupIncoming: false },
  );
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 20_000 },
    (incoming, outgoing) => {
      outgoing.once('finish', () => {
        drain(incoming);
        if (!server.listening) setImmediate(() => server.closeIdleConnections());
      });
      answer(incoming, outgoing);
    },
  );
  server.timeout = options.idleMs;
  server.listen(options.port, options.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CommandError(exitCodes.invalid, explain(error, options), error);
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => close(server, graceMs),
  };
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}

/**
 * An answer may come before the request was read to its end (a file too large). Closing at once would
 * reset the connection and the browser would show its own error: read on for a moment, then close. For
 * that no answer of the site itself may say `Connection: close`.
 */
function drain(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  const give = setTimeout(() => incoming.socket.destroySoon(), drainMs);
  incoming.once('close', () => clearTimeout(give));
  if (/\bclose\b/i.test(incoming.headers.connection ?? ''))
    incoming.once('end', () => incoming.socket.destroySoon());
  incoming.on('error', () => {});
  incoming.resume();
}

/** Only for what happens outside the site's own error page: a request line or Host that makes no sense. */
function errorHandler(error: unknown): Response {
  const isRequest = error instanceof Error && error.name === 'RequestError';
  if (!isRequest) log().error({ event: 'request-failed', err: error });
  return isRequest
    ? new Response('This address cannot be understood.\n', { status: 400 })
    : new Response('Something went wrong on our side. Please try again.\n', { status: 500 });
}

function explain(error: unknown, { port, host }: { port: number; host?: string }): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1} npm start`;
  if (code === 'EACCES')
    return `Port ${port} may not be used without more rights. Choose one from 1024 up: PORT=3000 npm start`;
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return `HOST=${host} is no address of this machine.`;
  return `The site cannot listen on port ${port}: ${message}`;
}
