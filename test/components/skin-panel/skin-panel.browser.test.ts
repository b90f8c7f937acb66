import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { palettes } from '#src/domain/model/skins.ts';
import { contrast } from '#src/styles/color-math.ts';
import { loadImages, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

loadImages();

const site = sampleSite();

const paper = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test('the skin panel opens on a click, closes with Escape and on a click elsewhere', async (t) => {
  const page = await visitor(t);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const beet = page.getByRole('radio', { name: 'Beet' });
  const button = page.getByRole('button', { name: 'Colours' });
  assert.equal(await beet.isVisible(), false);
  await button.click();
  await beet.waitFor({ state: 'visible' });
  await page.getByRole('group', { name: 'Colour', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await beet.waitFor({ state: 'hidden' });
  assert.ok(await button.evaluate((element) => element === document.activeElement));
  await button.click();
  await page.getByRole('heading', { level: 1 }).click();
  await beet.waitFor({ state: 'hidden' });
});

test('before the scripts have arrived the skin panel opens and closes, and its choices are disabled', async (t) => {
  const page = await visitor(t);
  const { promise: scripts, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'domcontentloaded' });
  const beet = page.getByRole('radio', { name: 'Beet' });
  await page.getByRole('button', { name: 'Colours' }).click();
  await beet.waitFor({ state: 'visible' });
  assert.equal(await beet.isDisabled(), true);
  await page.keyboard.press('Escape');
  await beet.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Colours' }).click();
  send();
  await beet.check();
  assert.equal(await page.locator('html').getAttribute('data-skin'), 'beet');
});

test('in every skin and scheme the pause button of the hero has 24 px and 3:1', async (t) => {
  const page = await visitor(t, { reducedMotion: 'no-preference', allowConsole: ['tile'] });
  await page.goto(site.origin);
  const button = page.getByRole('button', { name: 'Pause the slides' }).first();
  await button.waitFor();
  for (const skin of palettes)
    for (const scheme of ['light', 'dark']) {
      const { colors, sides } = await button.evaluate(
        (element, choice) => {
          Object.assign(document.documentElement.dataset, choice);
          for (const animation of document.getAnimations())
            if (animation instanceof CSSTransition) animation.finish();
          const icon = element.querySelector('svg') ?? element;
          const { color, backgroundColor } = getComputedStyle(icon);
          const boxes = [element, icon].map((part) => part.getBoundingClientRect());
          const sides = boxes.flatMap(({ width, height }) => [width, height]);
          return { colors: [color, backgroundColor], sides };
        },
        { skin, scheme },
      );
      const [icon = '', around = ''] = colors.map((color) => {
        const channels = color.match(/\d+/g)?.slice(0, 3) ?? [];
        return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
      });
      assert.ok(contrast(icon, around) >= 3, `${skin}, ${scheme}: ${colors}`);
      assert.ok(Math.min(...sides) >= 24, String(sides));
    }
});

test('a selected skin applies at once, is stored, and is set before the first paint', async (t) => {
  const page = await visitor(t, { colorScheme: 'light' });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const before = await paper(page);
  await page.getByRole('button', { name: 'Colours' }).click();
  await page.getByRole('radio', { name: 'Beet', exact: true }).check();
  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  const beetDark = await paper(page);
  assert.notEqual(beetDark, before);

  // Only the script in the head runs; the skin must not depend on another one.
  await page.route('**/*.js', () => {});
  await page.goto(`${site.origin}/contact`, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await paper(page), beetDark);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('each of the four skins has different colors, in light and in dark', async (t) => {
  const page = await visitor(t);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Colours' }).click();
  const seen = new Set<string>();
  for (const skin of ['Tamarind', 'Basil', 'Beet', 'Turmeric'])
    for (const scheme of ['Light', 'Dark']) {
      await page.getByRole('radio', { name: skin, exact: true }).check();
      await page.getByRole('radio', { name: scheme, exact: true }).check();
      const accent = await page
        .getByRole('link', { name: 'Back to the openings' })
        .evaluate((link) => {
          for (const animation of link.getAnimations()) animation.finish();
          return getComputedStyle(link).backgroundColor;
        });
      seen.add(`${await paper(page)} with ${accent}`);
    }
  assert.equal(seen.size, 8, [...seen].join('\n'));
});

test('the first HTML is the same for every visitor', async () => {
  const plain = await (await fetch(`${site.origin}/feedback`)).text();
  const other = await (
    await fetch(`${site.origin}/feedback`, { headers: { cookie: 'skin=beet; scheme=dark' } })
  ).text();
  assert.equal(other, plain);
});

test('the color scheme is that of the device until the visitor selects one', async (t) => {
  const page = await visitor(t, { colorScheme: 'dark' });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const dark = await paper(page);
  await page.getByRole('button', { name: 'Colours' }).click();
  await page.getByRole('radio', { name: 'Light', exact: true }).check();
  assert.notEqual(await paper(page), dark);
  await page.getByRole('radio', { name: 'As my device', exact: true }).check();
  assert.equal(await paper(page), dark);
});

test('the preloader is visible until the page has loaded, receives no click, and then fades', async (t) => {
  const page = await visitor(t, { reducedMotion: 'no-preference' });
  // As a string, because tsx adds calls of helpers that do not exist in the page. It pauses the animation that hides the preloader
  // after two seconds, and records the duration of the fade.
  await page.addInitScript(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-preloader] { animation-play-state: paused !important }');
    document.adoptedStyleSheets = [sheet];
    addEventListener('transitionrun', ({ target, propertyName }) => {
      if (!target.matches('[data-preloader]') || propertyName !== 'opacity') return;
      const fade = target.getAnimations().find((one) => one.transitionProperty === 'opacity');
      document.documentElement.setAttribute('data-fades-ms', fade.effect.getTiming().duration);
    });
  }`);
  const blocked = Promise.withResolvers<void>();
  await page.route('**/assets/{zobo,puff-puff}-*.svg', async (route) => {
    await blocked.promise;
    await route.continue();
  });
  await page.goto(`${site.origin}/contact`, { waitUntil: 'domcontentloaded' });
  const preloader = page.locator('[data-preloader]');
  await page.getByLabel('First name').click();
  assert.ok(await preloader.isVisible(), 'it is visible while a picture is loading');
  blocked.resolve();
  await page.waitForLoadState('load');
  await page.locator('html[data-fades-ms="400"]').waitFor();
  await preloader.waitFor({ state: 'hidden' });
});

test('the preloader is shown once per session', async (t) => {
  const page = await visitor(t);
  await page.goto(`${site.origin}/feedback`);
  await page.locator('html[data-loaded]').waitFor();
  const blocked = Promise.withResolvers<void>();
  await page.route('**/assets/{zobo,puff-puff}-*.svg', () => blocked.promise);
  await page.goto(`${site.origin}/contact`, { waitUntil: 'domcontentloaded' });
  assert.equal(await page.evaluate(() => document.readyState === 'complete'), false);
  await page.locator('html[data-loaded]').waitFor();
  blocked.resolve();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the preloader is hidden after two seconds if the load event does not come', async (t) => {
  const page = await visitor(t);
  // A picture never loads, so there is no load event.
  await page.route('**/assets/site-icon-*.svg', () => {});
  await page.route('**/assets/{zobo,puff-puff}-*.svg', () => {});
  await page.goto(`${site.origin}/`, { waitUntil: 'domcontentloaded' });
  await page.locator('[data-preloader]').waitFor({ state: 'hidden' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('without scripting there is no preloader and no skin panel', async (t) => {
  const page = await visitor(t, { javaScriptEnabled: false });
  await page.goto(`${site.origin}/feedback`);
  assert.equal(await page.locator('[data-preloader]').isVisible(), false);
  assert.equal(await page.getByRole('button', { name: 'Colours' }).isVisible(), false);
});
