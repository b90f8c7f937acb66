import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('lazy.fixture.tsx', import.meta.url));
});

const heavy = (requested: readonly string[]) =>
  requested.filter((path) => path.includes('heavy')).length;

test('a module is loaded 400 px before its section enters the viewport, not earlier', async (t) => {
  const { page, requested } = await site.visit(t, { height: 800 });
  await page.evaluate(() => scrollTo(0, 700));
  await page.waitForLoadState('networkidle');
  assert.equal(heavy(requested), 0);
  await page.evaluate(() => scrollTo(0, 850));
  await page.getByRole('button', { name: 'loaded' }).waitFor();
});

test('keyboard focus in a section loads its module, wherever the section is', async (t) => {
  const { page } = await site.visit(t);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button').evaluate((button) => button.focus({ preventScroll: true }));
  await page.getByRole('button', { name: 'loaded' }).waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
});

test('a module that fails to load does not change the HTML of the server, and is requested again', async (t) => {
  let offline = true;
  const { page } = await site.visit(t, {
    allowConsole: ['Failed to load resource'],
    prepare: (page) =>
      page.route('**/heavy*', (route) => (offline ? route.abort() : route.continue())),
  });
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('button').evaluate((button) => button.focus());
  await failed;
  assert.ok(await page.getByRole('button', { name: 'plain' }).isVisible());
  offline = false;
  await page.getByRole('button').hover();
  await page.getByRole('button', { name: 'loaded' }).waitFor();
});
