import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RecordedCall } from './recorded-call.ts';

/**
 * The host's reaction to one call, and when: after this many bytes of the body (0: after the headers), or
 * after all of it.
 */
export interface Reply {
  readonly after: number | 'body';
  respond(context: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly call: RecordedCall;
  }): void;
}

type Headers = Readonly<Record<string, string>>;

/** Any bytes with any HTTP status. */
export function raw(
  body: string | Uint8Array,
  { status = 200, headers = {} }: { status?: number; headers?: Headers } = {},
): Reply {
  return {
    after: 'body',
    respond: ({ response }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body);
    },
  };
}

/** JSON with any HTTP status: `json({ status: 1 })`, `json({ message: 'no' }, { status: 422 })`. */
export function json(value: unknown, options?: { status?: number; headers?: Headers }): Reply {
  return raw(JSON.stringify(value), options);
}

/** Returns an HTTP status with a proxy's HTML page: `http(503, { 'retry-after': '1' })`. */
export function http(status: number, headers: Headers = {}): Reply {
  const page = `<html><body><h1>${status}</h1></body></html>`;
  return raw(page, { status, headers: { 'content-type': 'text/html', ...headers } });
}

export const html = (): Reply =>
  raw('<!doctype html><title>Welcome</title>', { headers: { 'content-type': 'text/html' } });
export const empty = (): Reply => raw('');
export const truncatedJson = (): Reply => raw('{"status":true,"data":[{"id":"1"');
/** Returns a valid JSON reply with the content type text/html, as some hosts send it. */
export const wrongContentType = (value: unknown): Reply =>
  raw(JSON.stringify(value), { headers: { 'content-type': 'text/html; charset=utf-8' } });
/** Returns a reply that is not HTTP. */
export const notHttp = (): Reply => ({
  after: 'body',
  respond: ({ request }) => request.socket.end('220 mail.example ESMTP ready\r\n'),
});
/** Returns a JSON reply of more than `bytes` bytes. */
export const huge = (bytes: number): Reply =>
  raw(`{"status":true,"data":[],"padding":"${'x'.repeat(bytes)}"}`);
/** Half of a reply, then the connection ends before the declared length. */
export const cut = (): Reply => ({
  after: 'body',
  respond: ({ request, response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"status":true,"da', () => request.socket.destroy());
  },
});
/** Half of a chunked reply, then the connection ends. */
export const cutChunked = (): Reply => ({
  after: 'body',
  respond: ({ request, response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"status":true,"da', () => request.socket.destroy());
  },
});
/** The connection is reset after `bytes` bytes of the request's body; 0: before any of it was read. */
export const resetAfterBytes = (bytes: number): Reply => ({
  after: bytes,
  respond: ({ request }) => request.socket.resetAndDestroy(),
});
/** The request is read, then the connection is reset: the host may have processed it. */
export const resetAfterReading = (): Reply => ({
  after: 'body',
  respond: ({ request }) => request.socket.resetAndDestroy(),
});
/** The request is read and gets no response. */
export const silence = (): Reply => ({ after: 'body', respond: () => {} });
/** The host reads `bytes` bytes of the body, then stops and sends no response. */
export const stallAfterBytes = (bytes: number): Reply => ({ after: bytes, respond: () => {} });
/** Returns the given JSON, a few characters at a time. */
export const drip = (value: unknown, everyMs: number): Reply => ({
  after: 'body',
  respond: ({ response }) => {
    const pieces = JSON.stringify(value).match(/.{1,8}/gs) ?? [];
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => {
      const piece = pieces.shift();
      if (piece === undefined) response.end();
      else response.write(piece);
    }, everyMs);
    response.on('close', () => clearInterval(timer));
  },
});
/** Returns the same reply after `ms` milliseconds. */
export const delayed = (reply: Reply, ms: number): Reply => ({
  ...reply,
  respond: (context) => {
    const timer = setTimeout(() => reply.respond(context), ms);
    context.response.on('close', () => clearTimeout(timer));
  },
});
/** Returns the same reply when `moment` has come. */
export const held = (reply: Reply, moment: Promise<unknown>): Reply => ({
  ...reply,
  respond: (context) => void moment.then(() => reply.respond(context)),
});
/** The response is sent before the body was read. The rest is read and discarded, or the connection is closed. */
export const early = (
  reply: Reply,
  { afterBytes = 0, then = 'drain' }: { afterBytes?: number; then?: 'drain' | 'close' } = {},
): Reply => ({
  after: afterBytes,
  respond: (context) => {
    const { request, response } = context;
    if (then === 'close') response.on('finish', () => request.socket.destroySoon());
    reply.respond(context);
    if (then === 'drain') request.resume();
  },
});

/**
 * Values of `status` in a reply and their meaning in section 7: `success` for reads and writes, `mayApply`
 * for validatecandidate. The last entry is a reply without a status.
 */
export const statusValues: readonly {
  readonly title: string;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly success: boolean;
  readonly mayApply: boolean;
}[] = [
  ...[true, 'True', 1, 'true', '1', 0, false, null, 2, 'TRUE', '', -1, 'success', 1.5, [], {}].map(
    (status) => ({
      title: JSON.stringify(status),
      reply: { status },
      success: status === true || status === 'True' || status === 1,
      mayApply: status === 1,
    }),
  ),
  { title: 'missing', reply: {}, success: false, mayApply: false },
];
