import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import { loadImages, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

loadImages();

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

test('a page that an extension changed before hydration keeps the colors and its pictures', async (t) => {
  const page = await visitor(t, { allowConsole });
  await page.addInitScript(extension);
  await page.addInitScript(() => localStorage.setItem('scheme', 'dark'));
  const hydrate = await openWithoutScripts(page, '/');
  await page.waitForLoadState();
  await hydrate();
  const state = await page.evaluate(() => ({
    ...document.documentElement.dataset,
    extension: document.querySelectorAll('main input + i').length,
    hidden: [...document.querySelectorAll('main img')].filter(
      (picture) => getComputedStyle(picture).display === 'none',
    ).length,
  }));
  const { skins, ...rest }: Readonly<Record<string, unknown>> = state;
  assert.match(`${skins}`, /^clay /);
  assert.deepEqual(rest, { scheme: 'dark', loaded: '', extension: 0, hidden: 0 });
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
  await page.locator('summary:visible', { hasText: /^ABOUT$/ }).click();
  await hydrate();
  await page.getByRole('link', { name: 'From our kitchens' }).click();
  await page.waitForURL('**/#gallery');
});

test('a search that was opened and typed before hydration gets the companies, and is answered', async (t) => {
  const page = await visitor(t);
  const hydrate = await openWithoutScripts(page, '/contact');
  await page.getByRole('button', { name: 'Search openings' }).click();
  await page.locator('#header-q').fill('cook');
  await hydrate();
  await page.locator('#header-company option').nth(1).waitFor({ state: 'attached' });
  await page.getByText(messages.selectCompanyToSearch).waitFor();
});

test('when one script of the page cannot be loaded, the page is reloaded once and stays as without script', async (t) => {
  const page = await visitor(t, { allowConsole: ['500', 'dynamically imported'] });
  const { promise: second, resolve: isSecond } = Promise.withResolvers<void>();
  let loads = 0;
  page.on('framenavigated', () => {
    loads += 1;
  });
  await page.route('**/assets/pages-*.js', async (route) => {
    await route.fulfill({ status: 500 });
    if (loads > 1) isSecond();
  });
  const failed = page.waitForEvent('pageerror');
  await page.goto(site.origin, { waitUntil: 'commit' });
  await failed;
  await second;
  // The script may be requested before the list has arrived.
  await page.locator('main details').nth(10).waitFor({ state: 'attached' });
});

for (const [what, leave] of [
  [
    'the visitor has entered something',
    (page: Page) => page.getByLabel('First name').fill('Adaeze'),
  ],
  ['the device is offline', (page: Page) => page.context().setOffline(true)],
] as const)
  test(`when a script cannot be loaded and ${what}, the page is not reloaded`, async (t) => {
    const page = await visitor(t, { allowConsole: ['500', 'dynamically imported', 'ERR_'] });
    const { promise: scripts, resolve: send } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts;
      await route.fulfill({ status: 500 });
    });
    await page.goto(`${site.origin}/contact`, { waitUntil: 'domcontentloaded' });
    const title = await page.$('title');
    await leave(page);
    const failed = page.waitForEvent('pageerror');
    send();
    await failed;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.ok(await title?.evaluate((element) => element.isConnected), 'the same document');
    if (what.startsWith('the visitor'))
      assert.equal(await page.getByLabel('First name').inputValue(), 'Adaeze');
    await page.context().setOffline(false);
  });
