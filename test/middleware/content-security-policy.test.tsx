import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Hono } from 'hono';
import { Suspense, use } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import { contentSecurityPolicy } from '#src/middleware/content-security-policy.ts';
import {
  createIsTrustedScript,
  createScriptScanner,
  hashSource,
} from '#src/middleware/inline-scripts.ts';

const own = 'document.documentElement.dataset.skin="basil"';
const flight = '(self.__FLIGHT_DATA||=[]).push("0:{\\"a\\":\\"<\\/script>\\"}")';

const judge = (content: string, attributes = '') =>
  createIsTrustedScript([own])(content, attributes);

for (const [what, content, attributes] of [
  ['our own script', own, ''],
  ['flight data', flight, ''],
  [
    'flight data in bytes',
    '(self.__FLIGHT_DATA||=[]).push(Uint8Array.from(atob("AAE="), m => m.codePointAt(0)))',
    '',
  ],
  ['the start', "window.addEventListener('vite:preloadError', f)", ' id="_R_"'],
  ['a boundary that completes', '$RC("B:0","S:0")', ''],
] as const) {
  test(`${what} is known to be ours`, () => assert.ok(judge(content, attributes)));
}

for (const [what, content] of [
  ['any other script', 'alert(1)'],
  ['our own script with something more', `${own};alert(1)`],
  ['flight data with something more', `${flight};alert(1)`],
  ['flight data that is computed', '(self.__FLIGHT_DATA||=[]).push("a"+alert(1))'],
  ['a call of the runtime with something computed', '$RC("B:0",alert(1))'],
  ['a start without its id', "window.addEventListener('vite:preloadError', alert)"],
] as const) {
  test(`${what} is not`, () => assert.ok(!judge(content)));
}

test('a page has one start; a second one is not ours', () => {
  const isOurs = createIsTrustedScript([]);
  const start = 'globalThis.__WAKU_HYDRATE__ = true;';
  assert.ok(isOurs(start, ' id="_R_"'));
  assert.ok(!isOurs(start, ' id="_R_"'));
});

test('every script React itself may write while it streams is known', async () => {
  const path = createRequire(import.meta.url).resolve('react-dom/server.edge');
  const source = readFileSync(
    path.replace('server.edge.js', 'cjs/react-dom-server.edge.production.js'),
    'utf8',
  );
  const literals = source.matchAll(/^\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")[;,]?$/gm);
  const scripts = [...literals]
    .map(([, literal = '']) => new Function(`return ${literal}`)() as string)
    .filter((text) => /^(?:\$R|requestAnimationFrame)/.test(text));
  assert.ok(scripts.length >= 6);
  for (const text of scripts) {
    const script = text.endsWith('("') ? `${text}B:0","S:0")` : text;
    assert.ok(judge(script), script.slice(0, 60));
  }
});

async function streamed() {
  const late = Promise.withResolvers<string>();
  const Late = () => <p>{use(late.promise)}</p>;
  const html = await renderToReadableStream(
    <html lang="en">
      <body>
        <Suspense fallback={<p>Loading</p>}>
          <Late />
        </Suspense>
      </body>
    </html>,
  );
  return { html, arrive: () => late.resolve('here') };
}

const serve = (body: BodyInit, timeoutMs: number, headers: Record<string, string> = {}) => {
  const app = new Hono();
  app.use(contentSecurityPolicy({ siteScripts: [own], timeoutMs }));
  app.get('/', () => new Response(body, { headers: { 'content-type': 'text/html', ...headers } }));
  return app.request('/');
};
const policyOf = (reply: Response) => reply.headers.get('content-security-policy') ?? '';
const scriptsOf = (html: string) =>
  [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)].map(
    ([, attributes = '', content = '']) => ({
      attributes,
      content,
    }),
  );

test('a whole page goes out with the hashes of its scripts, an ETag and its length', async () => {
  const reply = await serve(`<script>${own}</script><script>${flight}</script>`, 1000);
  assert.match(policyOf(reply), new RegExp(`script-src 'self' .*${hashSource(own).slice(1, 20)}`));
  assert.ok(policyOf(reply).includes(hashSource(flight)));
  assert.ok(!policyOf(reply).includes('nonce'));
  assert.match(reply.headers.get('etag') ?? '', /^"[\w-]{22}"$/);
  assert.equal(Number(reply.headers.get('content-length')), (await reply.arrayBuffer()).byteLength);
});

test('a script that is not ours stays in the page but is not named, so it does not run', async () => {
  const reply = await serve('<p><script>alert(1)</script>', 1000);
  assert.ok(!policyOf(reply).includes(hashSource('alert(1)')));
  assert.match(policyOf(reply), /script-src 'self';/);
});

test('the same page twice is the same bytes under the same policy', async () => {
  const [a, b] = await Promise.all([serve(flight, 1000), serve(flight, 1000)]);
  assert.equal(policyOf(a), policyOf(b));
  assert.deepEqual(await a.text(), await b.text());
});

test('a page that waits for its data is streamed, each of its scripts with the nonce of the policy', async () => {
  const { html, arrive } = await streamed();
  const reply = await serve(html, 20);
  const nonce = /'nonce-([^']+)'/.exec(policyOf(reply))?.[1];
  assert.ok(nonce);
  assert.equal(reply.headers.get('cache-control'), 'private, no-store');
  assert.equal(reply.headers.get('etag'), null);
  arrive();
  const text = await reply.text();
  assert.match(text, /Loading.*here/s);
  const scripts = scriptsOf(text);
  assert.ok(scripts.length > 0);
  for (const { attributes } of scripts) assert.ok(attributes.includes(`nonce="${nonce}"`));
});

test('what React streams is whole and known when its data come in time', async () => {
  const { html, arrive } = await streamed();
  setTimeout(arrive, 5);
  const reply = await serve(html, 5000);
  for (const { content } of scriptsOf(await reply.text()))
    assert.ok(policyOf(reply).includes(hashSource(content)), content.slice(0, 80));
});

test('a page of which nothing has come is waited for: its status is still open', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  let answered = false;
  const reply = Promise.resolve(serve(readable, 1)).finally(() => {
    answered = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(!answered);
  const writer = writable.getWriter();
  void writer.write(Buffer.from('<p>late</p>'));
  void writer.close();
  assert.equal(await (await reply).text(), '<p>late</p>');
});

test('scripts are found wherever the page is cut', () => {
  const page = `<p>a < b</p><script type="application/ld+json">{"a":1}</script><script id="x">${own}</script><script src="/a.js"></script><p>é</p>`;
  for (let cut = 0; cut <= page.length; cut++) {
    const found: string[] = [];
    const scanner = createScriptScanner((content, _attributes, tag) => {
      found.push(content);
      return tag;
    });
    const out = scanner.push(page.slice(0, cut)) + scanner.push(page.slice(cut)) + scanner.end();
    assert.equal(out, page);
    assert.deepEqual(found, [own]);
  }
});
