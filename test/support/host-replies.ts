import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RecordedCall } from './recorded-call.ts';

/** What the host does with one call, and when: after so many bytes of the body (0: at the headers), or all of it. */
export interface Reply {
  readonly after: number | 'body';
  answer(exchange: {
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
    answer: ({ response }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body);
    },
  };
}

/** JSON with any HTTP status: `json({ status: 1 })`, `json({ message: 'no' }, { status: 422 })`. */
export function json(value: unknown, options?: { status?: number; headers?: Headers }): Reply {
  return raw(JSON.stringify(value), options);
}

/** Only an HTTP status, with what a proxy would say: `http(503, { 'retry-after': '1' })`. */
export function http(status: number, headers: Headers = {}): Reply {
  const page = `<html><body><h1>${status}</h1></body></html>`;
  return raw(page, { status, headers: { 'content-type': 'text/html', ...headers } });
}

export const html = (): Reply =>
  raw('<!doctype html><title>Welcome</title>', { headers: { 'content-type': 'text/html' } });
export const empty = (): Reply => raw('');
export const truncatedJson = (): Reply => raw('{"status":true,"data":[{"id":"1"');
/** A good reply called text/html, as careless hosts send it. */
export const wrongContentType = (value: unknown): Reply =>
  raw(JSON.stringify(value), { headers: { 'content-type': 'text/html; charset=utf-8' } });
/** Not HTTP at all. */
export const notHttp = (): Reply => ({
  after: 'body',
  answer: ({ request }) => request.socket.end('220 mail.example ESMTP ready\r\n'),
});
/** A JSON reply of more than so many bytes. */
export const huge = (bytes: number): Reply =>
  raw(`{"status":true,"data":[],"padding":"${'x'.repeat(bytes)}"}`);
/** Half of a reply, then the connection ends: promised bytes never come. */
export const cut = (): Reply => ({
  after: 'body',
  answer: ({ request, response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"status":true,"da', () => request.socket.destroy());
  },
});
/** Half of a chunked reply, then the connection ends. */
export const cutChunked = (): Reply => ({
  after: 'body',
  answer: ({ request, response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"status":true,"da', () => request.socket.destroy());
  },
});
/** The connection is reset after so many bytes of the request's body; 0 is before any of it was read. */
export const resetAfterBytes = (bytes: number): Reply => ({
  after: bytes,
  answer: ({ request }) => request.socket.resetAndDestroy(),
});
/** The request is read, then the connection is reset: the host may have acted on it. */
export const resetAfterReading = (): Reply => ({
  after: 'body',
  answer: ({ request }) => request.socket.resetAndDestroy(),
});
/** The request is read and never answered. */
export const silence = (): Reply => ({ after: 'body', answer: () => {} });
/** So many bytes of the body are read, then no more, and no answer. */
export const stallAfterBytes = (bytes: number): Reply => ({ after: bytes, answer: () => {} });
/** The given JSON, a few characters at a time with a pause between. */
export const drip = (value: unknown, everyMs: number): Reply => ({
  after: 'body',
  answer: ({ response }) => {
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
/** The same answer after a pause. */
export const delayed = (reply: Reply, ms: number): Reply => ({
  ...reply,
  answer: (exchange) => {
    const timer = setTimeout(() => reply.answer(exchange), ms);
    exchange.response.on('close', () => clearTimeout(timer));
  },
});
/** The answer comes before the body was read; the rest is read and dropped, or the connection is closed. */
export const early = (
  reply: Reply,
  { afterBytes = 0, then = 'drain' }: { afterBytes?: number; then?: 'drain' | 'close' } = {},
): Reply => ({
  after: afterBytes,
  answer: (exchange) => {
    const { request, response } = exchange;
    if (then === 'close') response.on('finish', () => request.socket.destroySoon());
    reply.answer(exchange);
    if (then === 'drain') request.resume();
  },
});

/**
 * Values of `status` in a reply and what section 7 makes of them: `success` for reads and writes,
 * `mayApply` for validatecandidate. The last stands for a reply without one.
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
