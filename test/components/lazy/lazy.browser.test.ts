import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('lazy.fixture.tsx', import.meta.url));
});

const heavy = (requested: readonly string[]) =>
  requested.filter((path) => path.includes('heavy')).length;

test('a module is fetched 400 px before its section comes into view, and not sooner', async (t) => {
  const { page, requested } = await site.visit(t, { height: 800 });
  await page.evaluate(() => scrollTo(0, 700));
  await page.waitForLoadState('networkidle');
  assert.equal(heavy(requested), 0);
  await page.evaluate(() => scrollTo(0, 850));
  await page.getByRole('button', { name: 'drawn' }).waitFor();
});

test('the keyboard reaching the section fetches it, wherever it is', async (t) => {
  const { page } = await site.visit(t);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button').evaluate((button) => button.focus({ preventScroll: true }));
  await page.getByRole('button', { name: 'drawn' }).waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
});

test('a module that does not come leaves what the server sent, and is asked for again', async (t) => {
  let cut = true;
  const { page } = await site.visit(t, {
    allowConsole: ['Failed to load resource'],
    prepare: (page) => page.route('**/heavy*', (route) => (cut ? route.abort() : route.continue())),
  });
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('button').evaluate((button) => button.focus());
  await failed;
  assert.ok(await page.getByRole('button', { name: 'plain' }).isVisible());
  cut = false;
  await page.getByRole('button').hover();
  await page.getByRole('button', { name: 'drawn' }).waitFor();
});
