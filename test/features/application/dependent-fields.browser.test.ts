import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { control, waitForHydration } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const site = siteAndHost();

/** Opens the application page; its scripts arrive when `hydrate` is called. */
async function openWithoutScripts(t: TestContext) {
  const page = await visitor(t, { editor: false });
  const released = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`${site.origin}/application/11`, { waitUntil: 'commit' });
  await control(page, 'grades').waitFor();
  return {
    page,
    async hydrate() {
      released.resolve();
      await waitForHydration(control(page, 'firstname'));
      // Visible only with script.
      await page.getByRole('button', { name: 'Forget me on this device' }).waitFor();
    },
  };
}

const gradesOf = (page: Page) => control(page, 'grades').locator('option').allInnerTexts();
const classes = ['First Class', 'Second Class Upper', 'Second Class Lower', 'Third Class'];
const hndGrades = ['Distinction', 'Upper Credit', 'Lower Credit', 'Pass'];

test('keeps education, grade and staff name that were filled in before the scripts arrived, and stores them as a draft, which is restored', async (t) => {
  const { page, hydrate } = await openWithoutScripts(t);
  const typed = {
    education: 'HND',
    grades: 'Upper Credit',
    referrer: 'staff',
    referrer_name: 'Tunde Bello',
  };
  for (const [name, value] of Object.entries(typed)) {
    if (name === 'referrer_name') await control(page, name).fill(value);
    else await control(page, name).selectOption(value);
  }
  await hydrate();
  await page.waitForFunction(() =>
    localStorage.getItem('application-draft:11')?.includes('Tunde Bello'),
  );
  const assertTyped = async (shown: Page) => {
    for (const [name, value] of Object.entries(typed))
      assert.equal(await control(shown, name).inputValue(), value, name);
    assert.deepEqual(await gradesOf(shown), ['Select grade...', ...hndGrades]);
    assert.equal(await control(shown, 'referrer_name').isVisible(), true);
  };
  await assertTyped(page);
  const later = await page.context().newPage();
  await page.close();
  await later.goto(`${site.origin}/application/11`);
  await later.getByRole('button', { name: 'Restore' }).click();
  await assertTyped(later);
});

test('keeps a grade of another education until the education is chosen', async (t) => {
  const { page, hydrate } = await openWithoutScripts(t);
  await control(page, 'grades').selectOption('Distinction');
  await hydrate();
  assert.equal(await control(page, 'grades').inputValue(), 'Distinction');
  assert.deepEqual(await gradesOf(page), ['Select grade...', ...hndGrades, ...classes]);
  await control(page, 'education').selectOption('HND');
  assert.equal(await control(page, 'grades').inputValue(), 'Distinction');
  assert.deepEqual(await gradesOf(page), ['Select grade...', ...hndGrades]);
});

test('offers the grades of the education, and Staff Name for the referrer staff only', async (t) => {
  const { page, hydrate } = await openWithoutScripts(t);
  await hydrate();
  await control(page, 'grades').selectOption('Third Class');
  await control(page, 'education').selectOption('HND');
  assert.deepEqual(await gradesOf(page), ['Select grade...', ...hndGrades]);
  assert.equal(await control(page, 'grades').inputValue(), '');
  await control(page, 'education').selectOption('BA');
  assert.deepEqual(await gradesOf(page), ['Select grade...', ...classes]);

  const staffName = control(page, 'referrer_name');
  assert.equal(await staffName.isVisible(), false);
  await control(page, 'referrer').selectOption('staff');
  await staffName.fill('Tunde Bello');
  await control(page, 'referrer').selectOption('linkedin');
  assert.equal(await staffName.isVisible(), false);
  await control(page, 'referrer').selectOption('staff');
  assert.equal(await staffName.inputValue(), 'Tunde Bello');
});

test('keeps education, grade and staff name when the visitor returns with Back, without the back/forward cache', async (t) => {
  const { page, hydrate } = await openWithoutScripts(t);
  await hydrate();
  const chosen = { education: 'HND', grades: 'Pass', referrer: 'staff' };
  for (const [name, value] of Object.entries(chosen)) await control(page, name).selectOption(value);
  await control(page, 'referrer_name').fill('Tunde Bello');
  // A page that holds a lock does not enter the cache, so Back loads it again.
  await page.evaluate(() => {
    void navigator.locks.request('held', () => new Promise(() => {}));
    Object.assign(document.body, { leftBefore: true });
  });
  await page.goto(`${site.origin}/contact`);
  await page.goBack();
  await page.getByRole('button', { name: 'Forget me on this device' }).waitFor();
  assert.equal(await page.evaluate(() => 'leftBefore' in document.body), false);
  for (const [name, value] of Object.entries({ ...chosen, referrer_name: 'Tunde Bello' }))
    assert.equal(await control(page, name).inputValue(), value, name);
  assert.deepEqual(await gradesOf(page), ['Select grade...', ...hndGrades]);
  assert.equal(await control(page, 'referrer_name').isVisible(), true);
});
