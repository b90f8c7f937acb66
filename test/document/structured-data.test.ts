import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { jsonLdScript, structuredData } from '#src/document/structured-data.ts';
import type { SiteEnv } from '#src/server/request-context.ts';

const data = { name: '</script><script>alert(1)</script><!--\u2028\u2029&amp;' };

/** A page that arrives in two parts. */
async function respond(parts: readonly string[], type = 'text/html; charset=utf-8') {
  const app = new Hono<SiteEnv>();
  app.use(structuredData());
  app.get('/', (c) => {
    c.get('structuredData')?.push(data);
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': type } });
  });
  const response = await app.request('/');
  return response.text();
}

test('inserts the data at the end of the head, wherever the page is cut', async () => {
  const [head, rest] = ['<html><head><title>Ü</title>', '</head><body>A</head>é</body></html>'];
  const page = head + rest;
  for (let cut = 1; cut < page.length; cut += 1)
    assert.equal(
      await respond([page.slice(0, cut), page.slice(cut)]),
      head + jsonLdScript(data) + rest,
    );
});

test('passes a page without a head, and what is no page, unchanged', async () => {
  assert.equal(await respond(['<p>', 'x']), '<p>x');
  assert.equal(await respond(['</head>'], 'text/x-component'), '</head>');
});

test('escapes what could end the element or start a comment', () => {
  const script = jsonLdScript(data);
  assert.equal(script.match(/</g)?.length, 2);
  assert.doesNotMatch(script, /[\u2028\u2029&]/);
  const json = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(script)?.[1] ?? '';
  assert.deepEqual(JSON.parse(json), data);
});
