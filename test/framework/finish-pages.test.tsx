import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { Suspense, use } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import { finishPages } from '#src/framework/finish-pages.ts';
import { dataScript } from '#src/framework/rewrite-page.ts';
import { contentSecurityPolicy } from '#src/middleware/content-security-policy.ts';
import { hashSource } from '#src/request/hash-source.ts';
import type { PageRecord } from '#src/request/page-record.ts';
import type { SiteEnv } from '#src/request/site-env.ts';

const siteScript = 'document.documentElement.dataset.skin="basil"';
const siteStyle = ':root{color-scheme:light dark}';
const flight = '(self.__FLIGHT_DATA||=[]).push("0:{\\"a\\":\\"<\\/script>\\"}")';

type Page = (record: PageRecord) => BodyInit | Promise<BodyInit>;

/** Returns a page whose data React sends after its first part; `load` provides them. */
function latePage(isStreamed: boolean) {
  const data = Promise.withResolvers<string>();
  const Content = () => <p>{use(data.promise)}</p>;
  const page: Page = (record) => {
    record.isStreamed = isStreamed;
    return renderToReadableStream(
      <html lang="en">
        <head>
          <title>Jobs</title>
        </head>
        <body>
          <Suspense fallback={<p>Loading</p>}>
            <Content />
          </Suspense>
        </body>
      </html>,
      { nonce: record.nonce },
    );
  };
  return { page, load: () => data.resolve('here') };
}

const serve = (page: Page, method: 'GET' | 'POST' = 'GET') => {
  const app = new Hono<SiteEnv>();
  const policy = contentSecurityPolicy(siteScript, [siteStyle]);
  app.use(finishPages({ policy }));
  app.on(method, '/', async (c) => {
    const record = c.get('record');
    assert.ok(record);
    return new Response(await page(record), { headers: { 'content-type': 'text/html' } });
  });
  return app.request('/', { method });
};
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';
const scriptsOf = (html: string) =>
  [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)].map(
    ([, attributes = '', content = '']) => ({ attributes, content }),
  );

test('sends a complete page with the hashes of its scripts, an ETag and its length', async () => {
  const response = await serve(
    ({ nonce }) =>
      `<script>${siteScript}</script><script nonce="${nonce}" id="_R_">${flight}</script>`,
  );
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

test('the response to a form has no ETag, because no later request asks for it', async () => {
  const response = await serve(() => '<!DOCTYPE html><head></head><p>Sent</p>', 'POST');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('etag'), null);
});

test('refuses whatever no directive names, and names each kind of content that pages have', async () => {
  const policy = policyOf(await serve(() => '<p>Bread</p>'));
  const directives = Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  assert.deepEqual(directives, {
    'default-src': "'none'",
    'script-src': `'self' ${hashSource(siteScript)}`,
    'script-src-attr': "'none'",
    'style-src-elem': `'self' ${hashSource(siteStyle)}`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob: https://tile.openstreetmap.org",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('allows no script without the nonce of the renderer, whatever it looks like', async () => {
  for (const script of ['alert(1)', flight, 'globalThis.__WAKU_HYDRATE__ = true;'])
    for (const attributes of [
      '',
      ' id="_R_"',
      ' nonce=""',
      ' nonce="00112233445566778899aabbccddeeff"',
    ]) {
      const response = await serve(() => `<p><script${attributes}>${script}</script>`);
      assert.match(policyOf(response), /script-src 'self' '[^']+';/);
      assert.ok(!policyOf(response).includes(hashSource(script)));
    }
});

test('sends the same bytes and policy for the same page, without the nonce', async () => {
  const page: Page = ({ nonce }) => `<script nonce="${nonce}">${flight}</script>`;
  const [a, b] = await Promise.all([serve(page), serve(page)]);
  assert.equal(policyOf(a), policyOf(b));
  const html = await a.text();
  assert.equal(html, await b.text());
  assert.equal(html, `<script>${flight}</script>`);
});

test('streams a page that waits for its data, with the nonce of the policy on each script', async () => {
  const { page, load } = latePage(true);
  const response = await serve(page);
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

test('sends a page as complete that gets its data after its first part', async () => {
  const { page, load } = latePage(false);
  const withData: Page = async (record) => {
    const html = (await page(record)) as ReadableStream<Uint8Array>;
    // After the first part, so that React sends the data with its runtime scripts.
    return html.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, controller) {
          controller.enqueue(part);
          load();
        },
      }),
    );
  };
  const response = await serve(withData);
  const scripts = scriptsOf(await response.text());
  assert.ok(scripts.length > 0);
  for (const { content } of scripts)
    assert.ok(policyOf(response).includes(hashSource(content)), content.slice(0, 80));
});

for (const isStreamed of [true, false])
  test(`inserts structured data at the end of the head of a page that is ${isStreamed ? 'streamed' : 'complete'}`, async () => {
    const data = { name: '</script><script>alert(1)</script><!--\u2028\u2029&amp;' };
    const page: Page = (record) => {
      record.isStreamed = isStreamed;
      record.structuredData.push(data);
      return '<html><head><title>Ü</title></head><body>A</head>é</body></html>';
    };
    assert.equal(
      await (await serve(page)).text(),
      `<html><head><title>Ü</title>${dataScript('type="application/ld+json"', data)}</head><body>A</head>é</body></html>`,
    );
    assert.equal(await (await serve(() => '<p>x')).text(), '<p>x');
  });

test('inserts structured data into a streamed page wherever it is cut', async () => {
  const data = { name: 'Baker' };
  const [start, end] = ['<html><head><title>Ü</title>', '</head><body>A</head>é</body></html>'];
  const html = start + end;
  for (let cut = 1; cut < html.length; cut += 1) {
    const page: Page = (record) => {
      record.isStreamed = true;
      record.structuredData.push(data);
      return new ReadableStream({
        start(controller) {
          for (const text of [html.slice(0, cut), html.slice(cut)])
            controller.enqueue(Buffer.from(text));
          controller.close();
        },
      });
    };
    assert.equal(
      await (await serve(page)).text(),
      start + dataScript('type="application/ld+json"', data) + end,
    );
  }
});

test('escapes what could end the element or start a comment', () => {
  const data = { name: '</script><script>alert(1)</script><!--\u2028\u2029&amp;' };
  const script = dataScript('type="application/ld+json"', data);
  assert.equal(script.match(/</g)?.length, 2);
  assert.doesNotMatch(script, /[\u2028\u2029&]/);
  const json = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(script)?.[1] ?? '';
  assert.deepEqual(JSON.parse(json), data);
});

test('a visitor who leaves ends the render of a page and of a server function, with an error that Waku does not log', async () => {
  for (const [type, path] of [
    ['text/html', '/'],
    ['text/x-component', '/RSC/F/abc/search.txt'],
  ] as const) {
    let reason: unknown;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('part')),
      cancel(error) {
        reason = error;
      },
    });
    const left = await new Hono<SiteEnv>()
      .use(finishPages({ policy: undefined }))
      .get('*', (c) => {
        Object.assign(c.get('record') ?? {}, { isStreamed: true });
        return new Response(body, { headers: { 'content-type': type } });
      })
      .request(path);
    await left.body?.cancel();
    assert.ok(reason instanceof Error && 'digest' in reason, type);
  }
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
  assert.equal((await serve(() => failing([]))).status, 500);
  assert.equal((await serve(() => failing(['<p>part</p>']))).status, 500);
});
