import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '#test/support/browser.ts';
import {
  layoutShift,
  readThrough,
  recordRequests,
  slowPhone,
  watchShifts,
} from '#test/support/measure.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const scriptBudget = 107_000;
const shiftBudget = 0.02;
/** The map's tiles come from another host, which tests cannot reach. */
const allowConsole = ['tile.openstreetmap.org', '404'];
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const at = siteAndHost();

const pages = ['/', '/?company_id=1&q=chef', '/application/11', '/contact', '/feedback'];

for (const [name, options] of [
  [
    'the first visit to home on a phone loads at most 107 kB of script, and no large library',
    phone,
  ],
  [
    'the first visit to home on a wide screen loads at most 107 kB of script, and no large library',
    { viewport: { width: 1440, height: 900 } },
  ],
] as const)
  test(name, async (t) => {
    const page = await visitor(t, options);
    const fetched = await recordRequests(page);
    await page.goto(at.origin, { waitUntil: 'networkidle' });
    const scripts = fetched.filter(({ type }) => type === 'Script');
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    t.diagnostic(`${bytes} bytes of script in ${scripts.length} files`);
    assert.ok(scripts.length > 0);
    assert.ok(bytes <= scriptBudget, scripts.map(({ url, bytes }) => `${bytes} ${url}`).join('\n'));
    // Each library contains its own name, whatever its file is called.
    for (const { url } of scripts) {
      const code = await (await page.request.get(url)).text();
      assert.doesNotMatch(code, /jodit-|ol-viewport|sl-wrapper|simple-?lightbox/i, url);
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

for (const [name, path] of [
  ['nothing moves while a visitor reads /, on a slow phone and while scrolling through', '/'],
  [
    'nothing moves while a visitor reads /?company_id=1&q=chef, on a slow phone and while scrolling through',
    '/?company_id=1&q=chef',
  ],
  [
    'nothing moves while a visitor reads /application/11, on a slow phone and while scrolling through',
    '/application/11',
  ],
  [
    'nothing moves while a visitor reads /contact, on a slow phone and while scrolling through',
    '/contact',
  ],
  [
    'nothing moves while a visitor reads /feedback, on a slow phone and while scrolling through',
    '/feedback',
  ],
] as const)
  test(name, async (t) => {
    const page = await visitor(t, { ...phone, allowConsole });
    await watchShifts(page);
    await slowPhone(page);
    await page.goto(`${at.origin}${path}`, { waitUntil: 'load', timeout: 60_000 });
    await readThrough(page);
    const { value, moved } = await layoutShift(page);
    t.diagnostic(`${value.toFixed(4)}`);
    assert.ok(value <= shiftBudget, `${value}\n${moved.join('\n')}`);
  });

for (const [name, path] of [
  ['nothing moves while a visitor reads / on a wide screen', '/'],
  [
    'nothing moves while a visitor reads /?company_id=1&q=chef on a wide screen',
    '/?company_id=1&q=chef',
  ],
  ['nothing moves while a visitor reads /application/11 on a wide screen', '/application/11'],
  ['nothing moves while a visitor reads /contact on a wide screen', '/contact'],
  ['nothing moves while a visitor reads /feedback on a wide screen', '/feedback'],
] as const)
  test(name, async (t) => {
    const page = await visitor(t, { viewport: { width: 1440, height: 900 }, allowConsole });
    await watchShifts(page);
    await page.goto(`${at.origin}${path}`, { waitUntil: 'load' });
    await readThrough(page);
    const { value, moved } = await layoutShift(page);
    t.diagnostic(`${value.toFixed(4)}`);
    assert.ok(value <= shiftBudget, `${value}\n${moved.join('\n')}`);
  });

for (const [width, height, name] of [
  [320, 640, 'no page scrolls horizontally at 320 by 640 (the narrowest phone)'],
  // 1280 × 1024 at 400 % (WCAG 1.4.10).
  [320, 256, 'no page scrolls horizontally at 320 by 256 (400 % zoom)'],
  [768, 1024, 'no page scrolls horizontally at 768 by 1024 (the first width with the whole menu)'],
] as const)
  test(name, async (t) => {
    const page = await visitor(t, {
      viewport: { width, height },
      allowConsole,
    });
    for (const path of [...pages, '/application/nobody']) {
      await page.goto(`${at.origin}${path}`, { waitUntil: 'networkidle' });
      const [content, view] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      assert.ok(Number(content) <= Number(view), `${path}: ${content} px in ${view} px`);
    }
  });
