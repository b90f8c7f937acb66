import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';
import {
  apply,
  control,
  letterArea,
  newApplicant,
  waitForHydration,
} from '#test/support/applicant.ts';
import { violations } from '#test/support/axe.ts';
import { blockStorage, visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();
const { application: texts } = en;
const offer = { name: 'Use what you sent to Northwind Bakery' };

const checkbox = (page: Page) => page.getByLabel(texts.keepSent);
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('application-kept'));
const title = (page: Page) => page.getByText('Ngọzi O. has applied from this device before.');

async function open(page: Page, path = '/application/21'): Promise<void> {
  await page.goto(at.origin + path);
  await waitForHydration(control(page, 'firstname'));
}

/** Sends an application to opening 11 and lets the device keep it. */
async function applyAndKeep(page: Page) {
  const person = newApplicant({ answers: { 101: 'Yes' } });
  await apply(page, at.origin, '11', person);
  assert.equal(await checkbox(page).isChecked(), false);
  assert.equal(await stored(page), null);
  await checkbox(page).check();
  return person;
}

test('after a tick a new form offers what was sent, under first name and initial; typed fields stay, answers are not taken', async (t) => {
  const page = await visitor(t);
  const { fields } = await applyAndKeep(page);
  assert.deepEqual(await violations(page, { rules: 'all', within: '#apply' }), []);
  assert.doesNotMatch((await stored(page)) ?? '', /answers|referrer|age"|Yes/);
  await open(page);
  await title(page).waitFor();
  const form = await page.locator('#apply').innerText();
  assert.doesNotMatch(form, /O'Brien|ngozi\./);
  assert.deepEqual(await violations(page, { rules: 'all', within: '#apply' }), []);
  await control(page, 'phone').fill('07000000000');
  await page.getByRole('button', offer).click();
  await page.locator(':focus', { hasText: texts.draftOutcome.used }).waitFor();
  await title(page).waitFor({ state: 'detached' });
  for (const name of ['firstname', 'lastname', 'emailaddress', 'education', 'course', 'grades'])
    assert.equal(await control(page, name).inputValue(), fields[name], name);
  assert.equal(await control(page, 'phone').inputValue(), '07000000000');
  for (const name of ['age', 'current_employer', 'referrer', 'answers[q-1]'])
    assert.equal(await control(page, name).inputValue(), '', name);
  await letterArea(page).scrollIntoViewIfNeeded();
  await letterArea(page).getByText('Your ovens start at 4 am').waitFor();
  // In French it is the same offer.
  await open(page, '/fr/application/night-22');
  await page.getByText(fr.application.keptOffer.replace('{name}', 'Ngọzi O.')).waitFor();
});

test("'Not me' removes it, in every tab; so does the tick that is taken back", async (t) => {
  const page = await visitor(t);
  await applyAndKeep(page);
  const other = await page.context().newPage();
  await open(other);
  await title(other).waitFor();
  await checkbox(page).uncheck();
  await title(other).waitFor({ state: 'detached' });
  await checkbox(page).check();
  await title(other).waitFor();
  await other.getByRole('button', { name: texts.notMe }).click();
  await other.locator(':focus', { hasText: texts.draftOutcome.removed }).waitFor();
  await page.waitForFunction(
    () => !document.querySelector<HTMLInputElement>('.check input')?.checked,
  );
  assert.equal(await stored(page), null);
});

test('a browser that stores nothing is not offered to keep what was sent', async (t) => {
  const page = await visitor(t);
  await blockStorage(page);
  await apply(page, at.origin, '11', newApplicant({ answers: { 101: 'Yes' } }));
  await page.getByText(texts.otherPerson).waitFor();
  assert.equal(await checkbox(page).count(), 0);
});
