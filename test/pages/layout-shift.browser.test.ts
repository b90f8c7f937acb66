import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '#test/support/browser.ts';
import { startChunkedProxy } from '#test/support/chunked-proxy.ts';
import { layoutShift, watchShifts } from '#test/support/measure.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const site = sampleSite();

/** Core Web Vitals allow 0.1; this limit excludes visible movement. */
const LIMIT = 0.02;

for (const [name, path, width] of [
  ['nothing moves while / loads and is scrolled to its end, 360 px wide', '/', 360],
  ['nothing moves while / loads and is scrolled to its end, 1440 px wide', '/', 1440],
  ['nothing moves while /contact loads and is scrolled to its end, 360 px wide', '/contact', 360],
  ['nothing moves while /contact loads and is scrolled to its end, 1440 px wide', '/contact', 1440],
  ['nothing moves while /feedback loads and is scrolled to its end, 360 px wide', '/feedback', 360],
  [
    'nothing moves while /feedback loads and is scrolled to its end, 1440 px wide',
    '/feedback',
    1440,
  ],
  [
    'nothing moves while /application/101 loads and is scrolled to its end, 360 px wide',
    '/application/101',
    360,
  ],
  [
    'nothing moves while /application/101 loads and is scrolled to its end, 1440 px wide',
    '/application/101',
    1440,
  ],
] as const) {
  test(name, async (t) => {
    const page = await visitor(t, {
      viewport: { width, height: 800 },
      // The map's tiles come from another host, which tests cannot reach.
      allowConsole: ['tile.openstreetmap.org'],
    });
    // Fonts are delayed, as on a slow connection, so that their fallbacks are displayed first.
    await page.route('**/*.woff2', async (route) => {
      const response = await route.fetch();
      await page.locator('footer').waitFor({ state: 'attached' });
      await route.fulfill({ response });
    });
    await page.addInitScript(() => {
      const shifts: { value: number; nodes: string[] }[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
        })[]) {
          if (entry.hadRecentInput) continue;
          const nodes = entry.sources.map(({ node, previousRect: was, currentRect: is }) =>
            [
              (node?.outerHTML ?? node?.textContent)?.slice(0, 80),
              was.x,
              was.y,
              '>',
              is.x,
              is.y,
            ].join(' '),
          );
          shifts.push({ value: entry.value, nodes });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(site.origin + path, { waitUntil: 'networkidle' });
    await page.evaluate(`(async () => {
        for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
          scrollTo({ top: y, behavior: 'instant' });
          await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame);
        }
      })()`);
    const shifts = await page.evaluate(
      () => (window as unknown as { shifts: { value: number; nodes: string[] }[] }).shifts,
    );
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    assert.ok(total <= LIMIT, `moved ${total.toFixed(3)}: ${JSON.stringify(shifts, null, 1)}`);
  });
}

// A slow phone renders a page while it receives it; later content must not move rendered content.
for (const [name, path, width] of [
  ['nothing moves while / arrives in pieces, 360 px wide', '/', 360],
  ['nothing moves while / arrives in pieces, 800 px wide', '/', 800],
  ['nothing moves while / arrives in pieces, 1440 px wide', '/', 1440],
  ['nothing moves while /contact arrives in pieces, 360 px wide', '/contact', 360],
  ['nothing moves while /contact arrives in pieces, 1440 px wide', '/contact', 1440],
  ['nothing moves while /application/101 arrives in pieces, 360 px wide', '/application/101', 360],
  [
    'nothing moves while /application/101 arrives in pieces, 1440 px wide',
    '/application/101',
    1440,
  ],
] as const) {
  test(name, async (t) => {
    const page = await visitor(t, { viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    const slow = await startChunkedProxy(site.origin, 500);
    t.after(() => slow.stop());
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
    const { value, moved } = await layoutShift(page);
    t.diagnostic(value.toFixed(4));
    assert.ok(value <= LIMIT, `moved ${value.toFixed(4)}:\n${moved.join('\n')}`);
  });
}
