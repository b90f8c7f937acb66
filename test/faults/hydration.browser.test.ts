import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { loadImages, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

loadImages();

declare global {
  interface Window {
    /** Of the head script: the parts whose layout is postponed. */
    readonly postponed: readonly Element[];
  }
}

const site = sampleSite();

/** React's error 418: the document is not the server's. */
const allowConsole = ['Minified React error #418'];

/** A password manager that adds an element next to each field before hydration, as a translation does to texts. */
const extension = `addEventListener('DOMContentLoaded', () => {
  for (const field of document.querySelectorAll('main input')) field.after(document.createElement('i'));
})`;

/** Opens a page whose scripts do not arrive before the returned function, which waits for the hydration. */
async function openWithoutScripts(page: Page, path: string) {
  const { promise: scripts, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto(site.origin + path, { waitUntil: 'domcontentloaded' });
  return async () => {
    send();
    await page.waitForFunction(() => window.isHydrated());
  };
}

test('a page that an extension changed before hydration keeps the colors and its pictures, and is laid out', async (t) => {
  const page = await visitor(t, { allowConsole });
  await page.addInitScript(extension);
  await page.addInitScript(() => {
    localStorage.setItem('scheme', 'dark');
    // Parts keep the style of a postponed layout until React has rendered the document anew.
    window.requestIdleCallback = () => 0;
  });
  const hydrate = await openWithoutScripts(page, '/');
  await page.waitForFunction(
    () => window.postponed.length > 10 && document.readyState === 'complete',
  );
  await hydrate();
  const state = await page.evaluate(() => ({
    ...document.documentElement.dataset,
    extension: document.querySelectorAll('main input + i').length,
    hidden: [...document.querySelectorAll('main img')].filter(
      (picture) => getComputedStyle(picture).display === 'none',
    ).length,
    postponed: [...document.querySelectorAll('main section[id], main details, footer')].filter(
      (part) => getComputedStyle(part).contentVisibility === 'auto',
    ).length,
  }));
  assert.deepEqual(state, { scheme: 'dark', loaded: '', extension: 0, hidden: 0, postponed: 0 });
});

test('a page that an extension changed before hydration keeps what was entered, and the focus', async (t) => {
  const page = await visitor(t, { allowConsole });
  await page.addInitScript(extension);
  const hydrate = await openWithoutScripts(page, '/contact');
  const name = page.getByLabel('First name');
  await name.fill('Adaeze');
  const message = page.locator('main textarea');
  await message.fill('Do you bake on Sundays?');
  await hydrate();
  assert.equal(await page.locator('main input + i').count(), 0);
  assert.equal(await name.inputValue(), 'Adaeze');
  assert.equal(await message.inputValue(), 'Do you bake on Sundays?');
  assert.ok(await message.evaluate((element) => element === document.activeElement));
});

test('a menu that was opened before hydration stays open, and its links work', async (t) => {
  const page = await visitor(t, { viewport: { width: 360, height: 800 } });
  const hydrate = await openWithoutScripts(page, '/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.locator('summary:visible', { hasText: 'ABOUT' }).click();
  await hydrate();
  await page.getByRole('link', { name: 'From our kitchens' }).click();
  await page.waitForURL('**/#gallery');
});

test('only the last click before hydration takes effect, and not on a button that was left', async (t) => {
  const page = await visitor(t, { viewport: { width: 1440, height: 800 } });
  const hydrate = await openWithoutScripts(page, '/');
  const filters = page.locator('#gallery').getByRole('button', { pressed: false });
  const pressed = page.locator('#gallery').getByRole('button', { pressed: true });
  await filters.nth(1).click();
  await filters.nth(2).click();
  const last = await filters.nth(2).innerText();
  await hydrate();
  await pressed.filter({ hasText: last }).waitFor();
  assert.equal(await pressed.count(), 1);
});

test('a click that an extension dispatches on the window before hydration has no effect', async (t) => {
  const page = await visitor(t);
  const hydrate = await openWithoutScripts(page, '/contact');
  await page.evaluate(() => dispatchEvent(new MouseEvent('click')));
  await hydrate();
  assert.equal(await page.getByLabel('First name').isEnabled(), true);
});

test('a carousel that the mouse reaches before hydration does not advance', async (t) => {
  const page = await visitor(t, { reducedMotion: 'no-preference' });
  await page.clock.install();
  const hydrate = await openWithoutScripts(page, '/');
  const dishes = page.locator('#dishes');
  await dishes.locator('figure').first().hover();
  await hydrate();
  await page.clock.runFor(2000);
  await dishes.locator('.flickity-enabled').waitFor();
  await page.clock.runFor(20_000);
  const [first] = await dishes.getByRole('group', { includeHidden: true }).all();
  assert.equal(await first?.getAttribute('inert'), null);
});

test('when one script of the page cannot be loaded, the page is reloaded once and stays as without script', async (t) => {
  const page = await visitor(t, { allowConsole: ['500', 'dynamically imported'] });
  const { promise: second, resolve: isSecond } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/assets/pages-*.js', async (route) => {
    await route.fulfill({ status: 500 });
    requests += 1;
    if (requests > 2) isSecond();
  });
  const failed = page.waitForEvent('pageerror');
  await page.goto(site.origin, { waitUntil: 'commit' });
  await failed;
  await second;
  assert.ok((await page.locator('main details').count()) > 10);
});
