import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitor } from '#test/support/browser.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { layoutShift, readThrough, slowConnection, watchShifts } from '#test/support/measure.ts';
import { replies } from '#test/support/scripted-host.ts';
import { sampleSite } from '#test/support/shared-sites.ts';
import { root } from '#test/support/site.ts';
import { listOf, siteAndHost } from '#test/support/site-and-host.ts';

const site = sampleSite();
const at = siteAndHost();

/** Core Web Vitals allow 0.1; this limit excludes visible movement. */
const LIMIT = 0.02;

async function assertStill(t: TestContext, page: Page): Promise<void> {
  const { value, moved } = await layoutShift(page);
  t.diagnostic(value.toFixed(4));
  assert.ok(value <= LIMIT, `moved ${value.toFixed(4)}:\n${moved.join('\n')}`);
}

async function nothingMoves(t: TestContext, url: string, width: number) {
  const page = await visitor(t, {
    webFonts: true,
    // Movement takes most of the processor time of a wide page.
    reducedMotion: width < 800 ? 'no-preference' : 'reduce',
    viewport: { width, height: 800 },
    ...(width < 800 && { isMobile: true, hasTouch: true }),
    // The map's tiles come from another host, which tests cannot reach. The fonts
    // that this test holds back are not used as soon as Chromium expects.
    allowConsole: ['tile.openstreetmap.org', 'was preloaded using link preload but not used'],
  });
  // Fonts are later than the page, so that their fallbacks are displayed first.
  await page.route('**/*.woff2', async (route) => {
    const response = await route.fetch();
    await page.locator('footer').waitFor({ state: 'attached' });
    await route.fulfill({ response });
  });
  await watchShifts(page);
  await slowConnection(page);
  await page.goto(url, { waitUntil: 'networkidle', timeout: 300_000 });
  await readThrough(page);
  await assertStill(t, page);
}

for (const [path, ...widths] of [
  // On a phone home is read with a longer list below.
  ['/', 1440],
  ['/application/101', 360, 1440],
  ['/contact', 360],
] as const)
  for (const width of widths)
    test(`nothing moves while ${path} loads slowly and is scrolled to its end, ${width} px wide`, (t) =>
      nothingMoves(t, site.origin + path, width));

// The list and the width of `npm run bench -- lighthouse`: lines that just fit.
test('nothing moves while home loads slowly and is scrolled to its end, and no row of a list gets another line when the web fonts arrive, 412 px wide', async (t) => {
  const templates = JSON.parse(await readFile(`${root}fixtures/import/openings.json`, 'utf8'));
  const list = Array.from({ length: 50 }, (_, index) => ({
    ...templates[index % templates.length],
    id: 1000 + index,
  }));
  at.host.always('openingsall', replies.json(listOf(list)));
  await nothingMoves(t, at.site.origin, 412);
});

/** After this many bytes of the body, which contain the first viewport, the rest of the page is sent as one piece. */
const slowBytes = 14_000;

/**
 * Returns a proxy that sends the pages of the site in pieces of `size` bytes, as a browser receives them over a slow
 * connection. The first piece contains the head. `next` sends one; it resolves with false when the page is complete.
 */
async function startChunkedProxy(t: TestContext, size: number) {
  let waiting = Promise.withResolvers<() => boolean>();
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', site.origin), { redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) => !/^(content-(encoding|length)|transfer-encoding|connection)$/.test(name),
      ),
    );
    response.writeHead(answer.status, headers);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) {
      response.end(body);
      return;
    }
    const start = body.indexOf('<body');
    let sent = 0;
    waiting.resolve(() => {
      // Without any part of its body a page renders no frame to wait for.
      const end = sent < start + slowBytes ? Math.max(start, sent) + size : body.length;
      response.write(body.subarray(sent, end));
      sent = end;
      if (sent < body.length) return true;
      response.end();
      waiting = Promise.withResolvers();
      return false;
    });
  });
  return {
    origin: `http://127.0.0.1:${await listenLocally(t, server)}`,
    next: async () => (await waiting.promise)(),
  };
}

// A slow phone renders a page while it receives it; later content must not move rendered content.
for (const [path, width] of [
  ['/', 360],
  ['/', 1440],
  ['/application/101', 360],
] as const)
  test(`nothing moves while ${path} arrives in pieces, ${width} px wide`, async (t) => {
    const page = await visitor(t, {
      webFonts: true,
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    });
    const slow = await startChunkedProxy(t, 500);
    await watchShifts(page);
    const navigation = page.goto(slow.origin + path, { waitUntil: 'commit' });
    await slow.next();
    await navigation;
    do {
      await page.evaluate(async () => {
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      });
    } while (await slow.next());
    await page.waitForLoadState('load');
    await assertStill(t, page);
  });
