import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Random numbers that a seed repeats (mulberry32). */
export function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    oneOf: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
    isTrue: (chance: number) => next() < chance,
  };
}
export type Random = ReturnType<typeof randomOf>;

export interface JunkRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface Vocabulary {
  /** Patterns in the syntax of the table of routes. */
  readonly patterns: readonly string[];
  readonly queryNames: readonly string[];
  readonly fieldNames: readonly string[];
  readonly fieldValues: readonly string[];
  readonly cookies: readonly string[];
}

const methods = 'GET HEAD POST POST POST PUT PATCH DELETE OPTIONS TRACE'.split(' ');
const values = [
  ...'0 11 -1 1e999 999999999999999999999 NaN null true __proto__ constructor toString'.split(' '),
  ...'\u202e é✨ <script> ../.. [] {} \ud800 \0 [[[[ " {"a": % %00 2026-02-30 http://[ data:,'.split(
    ' ',
  ),
  ...['', 'a'.repeat(300), 'b'.repeat(9000), "' or 1=1--", '\r\nX: y'],
];
const segments = [
  ...'11 x 1.xml 11.png 0.png guess %00 %2F %E0%A4%A .. %2e%2e __proto__ constructor %C3%A9'.split(
    ' ',
  ),
  ...'* :id %ED%A0%80 documents erase _root.txt x.txt'.split(' '),
  // The first is in the form of a token.
  ...['A'.repeat(43), 'a'.repeat(2000)],
];
const suffixes = ['', '', '', '', '/', '//', '.txt', '/x', '%20', ';a=b', '/index.html'];
const multipart = 'multipart/form-data; boundary=b';
const contentTypes = [
  ...[multipart, multipart, multipart, 'multipart/form-data; boundary=', ''],
  ...['multipart/form-data', 'multipart/mixed; boundary=b', 'text/plain; charset=x', 'text/plain'],
  ...['application/x-www-form-urlencoded', 'application/json', 'application/csp-report'],
];
/** References of React's format for the arguments of server functions, valid and not. */
const references = [
  ...'["$K1"] "$K1" ["$1"] "$1" "$@1" "$F1" "$h1" "$Q1" "$W1" "$B1" "$undefined" ["$0"]'.split(' '),
  ...'{"id":"x#y","bound":null} {"id":"x","bound":"$@1"} "$0:a:b" "$i1" "$R1" "$X1"'.split(' '),
  ...'"$D" "$Tx" "$A1" "$$" "$1:__proto__:a" []'.split(' '),
  ...[`"$n${'9'.repeat(60_000)}"`, '['.repeat(5000)],
];
const headerValues: Readonly<Record<string, readonly string[]>> = {
  accept: ['text/html', 'application/json', '*/*', 'text/x-component', 'q=;', ''],
  'accept-encoding': ['gzip', 'br', 'identity;q=0', '*', 'x;q=y'],
  'accept-language': ['de', '*', ';;'],
  origin: ['null', 'https://evil.example', 'http://[', ''],
  'sec-fetch-site': ['cross-site', 'same-origin', 'x'],
  'if-none-match': ['*', '"x"', 'W/'],
  'if-modified-since': ['x', 'Fri, 27 Nov 2026 09:00:00 GMT'],
  range: ['bytes=0-1', 'bytes=9-1', 'bytes=-'],
  referer: ['http://[', 'https://jobs.example/?ref=staff', ''],
  authorization: ['Bearer x', 'Basic', ''],
  'idempotency-key': ['x', '', 'k'.repeat(300)],
  traceparent: ['x', '00-1-2-3'],
  'x-request-id': ['x'.repeat(500), '\u00e9'],
  'content-encoding': ['gzip'],
};

export function junkRequest(random: Random, words: Vocabulary): JunkRequest {
  const { oneOf, isTrue, below } = random;
  const value = () => oneOf(isTrue(0.5) ? words.fieldValues : values);
  const pattern = oneOf(words.patterns);
  let path = pattern.replace(/:\w+|\*/g, () => oneOf(segments)) + oneOf(suffixes);
  if (isTrue(0.4)) {
    const pairs = Array.from(
      { length: 1 + below(3) },
      () =>
        `${oneOf(words.queryNames)}=${isTrue(0.1) ? '%E0%A4%A' : encodeURIComponent(value().toWellFormed())}`,
    );
    path += `?${pairs.join('&').slice(0, 4000)}`;
  }
  const method = oneOf(methods);
  const address = `10.${below(256)}.${below(256)}.${below(256)}`;
  const headers: Record<string, string> = { 'x-forwarded-for': address };
  for (const [name, choices] of Object.entries(headerValues))
    if (isTrue(0.1)) headers[name] = oneOf(choices);
  if (isTrue(0.3)) headers.cookie = oneOf(words.cookies);
  if (method === 'GET' || method === 'HEAD' || method === 'TRACE')
    return { method, path, headers, body: undefined };
  const type = oneOf(contentTypes);
  if (type !== '') headers['content-type'] = type;
  const body = Buffer.from(bodyOf(random, words, type, value));
  // Node sends these without a length and without chunks.
  if (isTrue(0.5) || method === 'DELETE' || method === 'OPTIONS')
    headers['content-length'] = String(body.length);
  return { method, path, headers, body };
}

function bodyOf(
  { oneOf, isTrue, below }: Random,
  words: Vocabulary,
  type: string,
  value: () => string,
) {
  const list = <Item>(make: () => Item) => Array.from({ length: below(9) }, make);
  const name = () =>
    isTrue(0.3) ? oneOf(['0', '1', '1_0', '_1_0', '$ACTION_KEY']) : oneOf(words.fieldNames);
  let body = '';
  if (isTrue(0.1)) body = Buffer.from(list(() => below(256))).toString('latin1');
  else if (type.includes('multipart')) {
    const part = () =>
      `--b\r\nContent-Disposition: form-data; name="${name()}"${isTrue(0.2) ? '; filename="cv.pdf"' : ''}\r\n\r\n${isTrue(0.3) ? oneOf(references) : value()}\r\n`;
    body = `${list(part).join('')}--b--\r\n`;
  } else if (type.includes('urlencoded'))
    body = list(() => `${name()}=${encodeURIComponent(value().toWellFormed())}`).join('&');
  else
    body = isTrue(0.5)
      ? oneOf(references)
      : JSON.stringify(Object.fromEntries(list(() => [name(), value()])));
  return isTrue(0.15) ? body.slice(0, below(body.length + 1)) : body;
}

/** Sends a request with the methods that `fetch` refuses too. */
export function send(
  origin: string,
  { method, path, headers, body }: JunkRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const outgoing = request(
      { hostname, port, method, path, headers, agent: false },
      (response: IncomingMessage) =>
        text(response).then(
          (content) => resolve({ status: response.statusCode ?? 0, text: content }),
          reject,
        ),
    );
    outgoing.on('error', reject).end(body);
  });
}
