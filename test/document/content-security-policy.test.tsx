import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { Suspense, use } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import { contentSecurityPolicy } from '#src/document/content-security-policy.ts';
import { hashSource } from '#src/document/inline-scripts.ts';

const siteScript = 'document.documentElement.dataset.skin="basil"';
const flight = '(self.__FLIGHT_DATA||=[]).push("0:{\\"a\\":\\"<\\/script>\\"}")';

/** A page that React streams; `load` provides its data. */
async function streamedPage() {
  const data = Promise.withResolvers<string>();
  const Content = () => <p>{use(data.promise)}</p>;
  const html = await renderToReadableStream(
    <html lang="en">
      <body>
        <Suspense fallback={<p>Loading</p>}>
          <Content />
        </Suspense>
      </body>
    </html>,
  );
  return { html, load: () => data.resolve('here') };
}

const serve = (body: BodyInit, timeoutMs: number, headers: Record<string, string> = {}) => {
  const app = new Hono();
  app.use(
    contentSecurityPolicy({ siteScripts: [siteScript], reportPath: '/policy-reports', timeoutMs }),
  );
  app.get('/', () => new Response(body, { headers: { 'content-type': 'text/html', ...headers } }));
  return app.request('/');
};
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';
const scriptsOf = (html: string) =>
  [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)].map(
    ([, attributes = '', content = '']) => ({
      attributes,
      content,
    }),
  );

test('sends a complete page with the hashes of its scripts, an ETag and its length', async () => {
  const response = await serve(`<script>${siteScript}</script><script>${flight}</script>`, 1000);
  assert.match(
    policyOf(response),
    new RegExp(`script-src 'self' .*${hashSource(siteScript).slice(1, 20)}`),
  );
  assert.ok(policyOf(response).includes(hashSource(flight)));
  assert.ok(!policyOf(response).includes('nonce'));
  assert.match(response.headers.get('etag') ?? '', /^"[\w-]{22}"$/);
  assert.equal(
    Number(response.headers.get('content-length')),
    (await response.arrayBuffer()).byteLength,
  );
});

test('refuses whatever no directive names, and names each kind of content that pages have', async () => {
  const policy = policyOf(await serve('<p>Bread</p>', 1000));
  const directives = Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  assert.deepEqual(directives, {
    'default-src': "'none'",
    'script-src': "'self'",
    'script-src-attr': "'none'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'report-uri': '/policy-reports',
  });
});

test('does not allow an unknown script to run', async () => {
  const response = await serve('<p><script>alert(1)</script>', 1000);
  assert.ok(!policyOf(response).includes(hashSource('alert(1)')));
  assert.match(policyOf(response), /script-src 'self';/);
});

test('sends the same bytes and policy for the same page', async () => {
  const [a, b] = await Promise.all([serve(flight, 1000), serve(flight, 1000)]);
  assert.equal(policyOf(a), policyOf(b));
  assert.deepEqual(await a.text(), await b.text());
});

test('streams a page that waits for its data, with the nonce of the policy on each script', async () => {
  const { html, load } = await streamedPage();
  const response = await serve(html, 20);
  const nonce = /'nonce-([^']+)'/.exec(policyOf(response))?.[1];
  assert.ok(nonce);
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  assert.equal(response.headers.get('etag'), null);
  load();
  const text = await response.text();
  assert.match(text, /Loading.*here/s);
  const scripts = scriptsOf(text);
  assert.ok(scripts.length > 0);
  for (const { attributes } of scripts) assert.ok(attributes.includes(`nonce="${nonce}"`));
});

test('sends a streamed page as complete when its data arrives in time', async () => {
  const { html, load } = await streamedPage();
  // After the first part, so that React sends the data with its runtime scripts.
  const first = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      controller.enqueue(part);
      load();
    },
  });
  const response = await serve(html.pipeThrough(first), 5000);
  const scripts = scriptsOf(await response.text());
  assert.ok(scripts.length > 0);
  for (const { content } of scripts)
    assert.ok(policyOf(response).includes(hashSource(content)), content.slice(0, 80));
});

test('waits for the first part of a page beyond the timeout', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  let hasResponded = false;
  const response = Promise.resolve(serve(readable, 1)).finally(() => {
    hasResponded = true;
  });
  t.mock.timers.tick(60_000);
  await new Promise(setImmediate);
  assert.ok(!hasResponded);
  const writer = writable.getWriter();
  void writer.write(Buffer.from('<p>late</p>'));
  void writer.close();
  assert.equal(await (await response).text(), '<p>late</p>');
});

test('returns 500 when the body fails before the page is complete', async () => {
  const failing = (parts: readonly string[]) =>
    new ReadableStream({
      pull(controller) {
        const [part] = parts;
        if (part === undefined) throw new Error('broken');
        controller.enqueue(Buffer.from(part));
        parts = parts.slice(1);
      },
    });
  assert.equal((await serve(failing([]), 1000)).status, 500);
  assert.equal((await serve(failing(['<p>part</p>']), 1000)).status, 500);
});
