import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { referrerLinks } from '#src/middleware/referrer-links.ts';

const page =
  '<p>é</p><a class="x" href="/application/11">A</a><a href="/application/a%20b#apply">B</a><a href="/contact">C</a>' +
  '<a href="/application/1?x=1">D</a><a href="/">H</a><a href="/#openings">O</a><a href="//x">X</a><link href="/application/11"/> href="/application/11"';

/** The page in two parts, requested with `query`. */
async function respond(query: string, cut: number): Promise<string> {
  const bytes = new TextEncoder().encode(page);
  const app = new Hono();
  app.use(referrerLinks({ codes: ['linkedin'] }));
  app.get('/', () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.subarray(0, cut));
        controller.enqueue(bytes.subarray(cut));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/html' } });
  });
  return (await app.request(`/${query}`)).text();
}

test('adds the code to links to openings and to home, wherever the page is cut', async () => {
  const expected = page
    .replace('href="/application/11">A', 'href="/application/11?ref=linkedin">A')
    .replace('a%20b#apply', 'a%20b?ref=linkedin#apply')
    .replace('"/">H', '"/?ref=linkedin">H')
    .replace('"/#openings', '"/?ref=linkedin#openings');
  for (let cut = 0; cut < page.length; cut += 1)
    assert.equal(await respond('?ref=linkedin', cut), expected);
});

test('changes nothing for another value', async () => {
  for (const query of ['', '?ref=', '?ref=other', '?ref="><script>'])
    assert.equal(await respond(query, 9), page);
});
