// @long
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '#test/support/browser.ts';
import { startChunkedProxy } from '#test/support/chunked-proxy.ts';
import { layoutShift, readThrough, slowConnection, watchShifts } from '#test/support/measure.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const site = sampleSite();

/** Core Web Vitals allow 0.1; this limit excludes visible movement. */
const LIMIT = 0.02;
/** The styles of a page without first paint are a file, so that a piece of it is not displayed as it stays. */
const pieceBytes = process.env.VITE_PLAIN_PAGES === undefined ? 500 : Number.MAX_SAFE_INTEGER;

// A slow phone renders a page while it receives it, and other files later: neither may move what is already displayed.
for (const path of ['/', '/?company_id=1&q=chef', '/application/101', '/contact', '/feedback'])
  for (const width of [360, 1440])
    test(`nothing moves while ${path} arrives in pieces, its files load slowly, and it is scrolled to its end, ${width} px wide`, async (t) => {
      const page = await visitor(t, {
        webFonts: true,
        // Movement takes most of the processor time of a wide page.
        reducedMotion: width === 360 ? 'no-preference' : 'reduce',
        viewport: { width, height: 800 },
        ...(width === 360 && { isMobile: true, hasTouch: true }),
        // The map's tiles come from another host, which tests cannot reach.
        allowConsole: ['tile.openstreetmap.org'],
      });
      const slow = await startChunkedProxy(site.origin, pieceBytes);
      t.after(() => slow.stop());
      // Fonts are later than the page, so that their fallbacks are displayed first.
      await page.route('**/*.woff2', async (route) => {
        const response = await route.fetch();
        await page.locator('footer').waitFor({ state: 'attached' });
        await route.fulfill({ response });
      });
      await watchShifts(page);
      await slowConnection(page);
      const navigation = page.goto(slow.origin + path, { waitUntil: 'commit' });
      await slow.next();
      await navigation;
      do {
        await page.evaluate(async () => {
          for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
        });
      } while (await slow.next());
      await page.waitForLoadState('networkidle', { timeout: 60_000 });
      await readThrough(page);
      const { value, moved } = await layoutShift(page);
      t.diagnostic(value.toFixed(4));
      assert.ok(value <= LIMIT, `moved ${value.toFixed(4)}:\n${moved.join('\n')}`);
    });
