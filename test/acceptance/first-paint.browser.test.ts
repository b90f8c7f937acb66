import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { phone, visitor } from '#test/support/browser.ts';
import {
  type FinishedRequest,
  layoutShift,
  recordRequests,
  watchShifts,
} from '#test/support/measure.ts';
import { sampleSite } from '#test/support/shared-sites.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const scriptBudget = 110_000;
const shiftBudget = 0.02;
const webFonts = { webFonts: true };

const at = siteAndHost();
/** With as many openings as a company has. */
const sample = sampleSite();

/** Each library contains its own name, whatever its file is called. */
const largeLibrary = /jodit-|ol-viewport|sl-wrapper|simple-?lightbox/i;

async function assertSmallScripts(page: Page, fetched: readonly FinishedRequest[]): Promise<void> {
  const scripts = fetched.filter(({ type }) => type === 'Script');
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  assert.ok(scripts.length > 0);
  assert.ok(bytes <= scriptBudget, scripts.map(({ url, bytes }) => `${bytes} ${url}`).join('\n'));
  for (const { url } of scripts)
    assert.doesNotMatch(await (await page.request.get(url)).text(), largeLibrary, url);
}

for (const path of ['/', '/application/101', '/contact', '/feedback'])
  test(`the first visit to ${path} on a phone makes at most 12 requests before it has loaded, loads at most 110 kB of script and no large library, and files that are cached for a year`, async (t) => {
    const page = await visitor(t, { ...phone, ...webFonts });
    const fetched = await recordRequests(page);
    const files: { readonly path: string; readonly caching: string | undefined }[] = [];
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url());
      const isAnswer = response.request().isNavigationRequest() || /^\/(api|RSC)\//.test(pathname);
      if (isAnswer || origin !== sample.origin) return;
      files.push({ path: pathname, caching: response.headers()['cache-control'] });
    });
    await page.goto(`${sample.origin}${path}`, { waitUntil: 'networkidle' });
    const requests = await page.evaluate(() => {
      const [document] = performance.getEntriesByType(
        'navigation',
      ) as PerformanceNavigationTiming[];
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const files = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
        renderBlockingStatus: string;
      })[];
      return files.map(({ name, startTime, renderBlockingStatus }) => ({
        path: new URL(name).pathname,
        blocksPaint: renderBlockingStatus === 'blocking',
        isBeforePaint: startTime < (paint?.startTime ?? 0),
        isBeforeLoad: startTime < (document?.loadEventStart ?? 0),
      }));
    });
    const early = requests.filter(({ isBeforeLoad }) => isBeforeLoad);
    t.diagnostic(`${early.length + 1} requests before load`);
    assert.ok(early.length + 1 <= 12, JSON.stringify(early));
    for (const type of ['.css', '.js', '.woff2'])
      assert.ok(requests.some(({ path }) => path.endsWith(type)));
    assert.deepEqual(
      requests.filter(({ path }) => path.endsWith('.woff2') && !/-latin-[\w-]{8}\./.test(path)),
      [],
      'letters with accents and the naira sign need no further font, for which the page would be laid out again',
    );
    assert.deepEqual(
      requests.filter(
        ({ blocksPaint, isBeforePaint, path }) =>
          blocksPaint || (isBeforePaint && !path.endsWith('.svg')),
      ),
      [],
      'only drawings are requested before the first paint',
    );
    await assertSmallScripts(page, fetched);
    for (const type of ['.woff2', '.svg', '.js'])
      assert.ok(
        files.some((file) => file.path.endsWith(type)),
        `no ${type}`,
      );
    for (const file of files) {
      assert.match(file.path, /^\/assets\/[\w-]+-[\w-]{8}\.\w+$/);
      assert.equal(file.caching, 'public, max-age=31536000, immutable', file.path);
    }
    const html = await (await page.request.get(page.url())).text();
    assert.doesNotMatch(html, /<link[^>]*as="font"/);
  });

test('the first picture of a page loads with priority, every other picture lazily, and all are drawings that are sharp in every size', async (t) => {
  const page = await visitor(t, { viewport: { width: 1440, height: 900 } });
  for (const path of ['/', '/application/11', '/contact']) {
    await page.goto(`${at.origin}${path}`);
    const pictures = await page.locator('main img').evaluateAll((images) =>
      images.map((image) => {
        const { loading, fetchPriority, currentSrc, src } = image as HTMLImageElement;
        return [loading, fetchPriority, /\.svg$/.test(currentSrc || src)];
      }),
    );
    const [first, ...others] = pictures;
    const sources = await page
      .locator('main img')
      .evaluateAll((all) => all.map((img) => (img as HTMLImageElement).src));
    assert.equal(new Set(sources).size, sources.length, `${path} shows a picture twice`);
    assert.deepEqual(first, ['eager', 'high', true], path);
    for (const other of others) assert.deepEqual(other, ['lazy', 'auto', true], path);
  }
});

test('the measurement reports a page whose content moves', async (t) => {
  const page = await visitor(t);
  await watchShifts(page);
  await page.goto(`${at.origin}/feedback`);
  await page.evaluate(async () => {
    for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
    const late = document.createElement('p');
    late.style.blockSize = '200px';
    document.querySelector('main')?.prepend(late);
    for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
  });
  const { value, moved } = await layoutShift(page);
  assert.ok(value > shiftBudget && moved.length > 0, `${value}`);
});
