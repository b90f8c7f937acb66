import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Route, routes } from '#src/routes.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

const parameters: Readonly<Record<string, string>> = {
  ':id': '11',
  ':file': '1.xml',
  ':token': 'guess',
  ':module': 'abc',
  '*': 'nothing',
};
const pathOf = (pattern: string) => pattern.replace(/:\w+|\*/g, (name) => parameters[name] ?? name);

/** Headers of one response, and the length, which a HEAD may omit where only the content would tell it (RFC 9110, 9.3.2). */
const changing = [
  'date',
  'x-request-id',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
];

async function send(method: string, path: string, coding = 'identity') {
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: new FormData() };
  const headers = { 'accept-encoding': coding };
  const response = await fetch(at.origin + path, { method, headers, redirect: 'manual', ...body });
  const sent = new Map(response.headers);
  for (const name of changing) sent.delete(name);
  // The policy of a page that is streamed has a nonce.
  if (sent.get('content-security-policy')?.includes("'nonce-"))
    sent.delete('content-security-policy');
  return {
    status: response.status,
    headers: Object.fromEntries(sent),
    length: response.headers.get('content-length'),
    text: await response.text(),
  };
}

const existing = [
  ...['/', '/?city=Lagos', '/contact', '/application/11', '/embed', '/embed?city=Lagos'],
  ...['/share.png', '/share/11.png', '/feed.rss', '/feed.json'],
  ...['/jobs.xml', '/jobs.xml?type=FULL_TIME', '/sitemap.xml', '/robots.txt', '/embed.js'],
  ...['/manifest.webmanifest', '/texts/editor', '/favicon.ico', '/healthz'],
];

/** A page is stored after its first request whose data arrived in time: from then on its responses have the same headers. */
async function untilEqual(request: () => ReturnType<typeof send>) {
  let [earlier, response] = [await request(), await request()];
  while (!isDeepStrictEqual(response.headers, earlier.headers))
    [earlier, response] = [response, await request()];
  return response;
}

test('HEAD has the status and the headers of GET, and its length where that is known before', async () => {
  const { text: home } = await send('GET', '/');
  const built = new Set(Array.from(home.matchAll(/\/assets\/[\w.-]+/g), ([path]) => path));
  assert.ok(built.size > 3, [...built].join());
  for (const path of [...existing, ...built])
    for (const coding of ['identity', 'gzip', 'br']) {
      const request = () => send('GET', path, coding);
      const { text: content, length: known, ...get } = await untilEqual(request);
      const { text, length, ...head } = await send('HEAD', path, coding);
      assert.equal(get.status, 200, path);
      assert.notEqual(content, '', path);
      assert.equal(text, '', path);
      assert.deepEqual(head, get, `${path} ${coding}`);
      const isStored = get.headers.etag !== undefined;
      if (isStored || length !== null) assert.equal(length, known, `${path} ${coding}`);
    }
});

test('title, description and preview of each page are in its first 4 kB', async () => {
  for (const path of ['/', '/contact', '/application/11']) {
    const start = (await send('GET', path)).text.slice(0, 4000);
    for (const tag of ['<title', 'name="description"', 'rel="canonical"', 'twitter:card'])
      assert.ok(start.includes(tag), `${path} ${tag}`);
    for (const name of ['title', 'description', 'url', 'image', 'image:alt', 'site_name'])
      assert.match(start, new RegExp(`property="og:${name}" content="[^"]+"`), path);
  }
});

describe('every method on every path of the table', () => {
  for (const [pattern, { methods }] of Object.entries<Route>(routes)) {
    const path = pathOf(pattern);
    test(path, async () => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await send(method, path);
        assert.ok(status < 500, `${method}: ${status}`);
        // 404: the server functions of another build.
        if (!methods.some((one) => one === method))
          assert.ok([404, 405].includes(status), `${method}: ${status}`);
        if (status === 405) assert.equal(headers.allow, methods.join(', '));
      }
      const { text: _, length: __, ...get } = await untilEqual(() => send('GET', path));
      const head = await send('HEAD', path);
      assert.equal(head.text, '');
      assert.deepEqual({ status: head.status, headers: head.headers }, get);
    });
  }
});
