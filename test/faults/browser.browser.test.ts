import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import {
  type Applicant,
  fillApplication,
  newApplicant,
  submitButton,
  typedValues,
} from '#test/support/applicant.ts';
import { startCuttableProxy } from '#test/support/cuttable-proxy.ts';
import { faultSite } from '#test/support/faults.ts';
import { replies } from '#test/support/scripted-host.ts';

const faults = faultSite();
const openingId = '12';
const call = 'applyjobposting';
const accepted = { status: 1, data: { data: { id: 77 } } };

const open = (page: Page, origin = faults.origin) =>
  page.goto(`${origin}/application/${openingId}`);
const applied = (page: Page) => page.getByText(messages.applied).waitFor();
const applications = () => faults.primary.callsTo(call).length;

async function filledForm(
  t: TestContext,
  origin?: string,
): Promise<{ page: Page; applicant: Applicant }> {
  const page = await faults.visitor(t);
  const applicant = newApplicant();
  await open(page, origin);
  await fillApplication(page, applicant);
  return { page, applicant };
}

/** Another tab of the same browser, with the draft of the first one. */
async function secondTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await open(tab);
  await tab.getByRole('button', { name: 'Restore' }).click();
  return tab;
}

/** The draft is offered as if the site had not responded when the page asked whether it was accepted. */
const withoutDraftCheck = (context: BrowserContext) =>
  context.route('**/RSC/F/**', (route) => route.abort());

test('a double click sends one application; a reload and Back after its acceptance show the documents, not an empty form', async (t) => {
  const { page } = await filledForm(t);
  faults.primary.always(call, replies.delayed(replies.json(accepted), 300));
  await submitButton(page).dblclick();
  await applied(page);
  assert.equal(applications(), 1);
  assert.equal(faults.primary.callsTo('validatecandidate').length, 1);

  const assertDocuments = async () => {
    await applied(page);
    await page.getByRole('button', { name: 'Upload documents' }).waitFor();
    assert.equal(await submitButton(page).count(), 0);
  };
  await page.reload();
  await assertDocuments();
  await page.getByRole('link', { name: 'CONTACT', exact: true }).click();
  await page.waitForURL('**/contact');
  await page.goBack();
  await assertDocuments();
  assert.equal(applications(), 1);
});

test('two tabs that send at the same time send one application', async (t) => {
  const { page } = await filledForm(t);
  // The draft is written with a delay after the last key press; hiding the tab writes it at once.
  const other = await secondTab(page);
  assert.deepEqual(await typedValues(other), await typedValues(page));
  faults.primary.always(call, replies.delayed(replies.json(accepted), 300));
  // Clicked by script in the same task, because the tab that is notified first loses its button.
  await Promise.all(
    [page, other].map((tab) => submitButton(tab).evaluate((button: HTMLElement) => button.click())),
  );
  await Promise.all([applied(page), applied(other)]);
  assert.equal(applications(), 1);
});

test('an application whose tab is closed during sending arrives once, even if it is sent again', async (t) => {
  const { page } = await filledForm(t);
  const context = page.context();
  const again = await context.newPage();
  const closed = page.waitForEvent('close');
  faults.primary.always(call, replies.held(replies.json(accepted), closed));
  await submitButton(page).click();
  await faults.primary.called(call);
  await withoutDraftCheck(context);
  await page.close();
  await open(again);
  await again.getByRole('button', { name: 'Restore' }).click();
  await submitButton(again).click();
  await applied(again);
  assert.equal(applications(), 1);
});

test('a reload during sending results in one application', async (t) => {
  const { page, applicant } = await filledForm(t);
  const before = await typedValues(page);
  const { promise: reloaded, resolve: reply } = Promise.withResolvers<void>();
  faults.primary.always(call, replies.held(replies.json(accepted), reloaded));
  await submitButton(page).click();
  await faults.primary.called(call);
  await withoutDraftCheck(page.context());
  // The page that sent is gone; the site must have its answer before it no longer waits for one.
  await page.reload({ waitUntil: 'commit' });
  reply();
  await page.getByText('What you wrote before is here again.').waitFor();
  assert.equal((await typedValues(page)).emailaddress, applicant.fields.emailaddress);
  assert.equal((await typedValues(page)).cover_letter, before.cover_letter);
  await submitButton(page).click();
  await applied(page);
  assert.equal(applications(), 1);
});

test('Back to an incomplete form keeps every value; offline it shows a message and keeps every value, and can be sent when the device is online', async (t) => {
  const { page } = await filledForm(t);
  const before = await typedValues(page);
  await page.getByRole('link', { name: 'CONTACT', exact: true }).click();
  await page.waitForURL('**/contact');
  await page.goBack();
  await submitButton(page).waitFor();
  const restore = page.getByRole('button', { name: 'Restore' });
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLInputElement>('[name="course"]')?.value !== '' ||
      [...document.querySelectorAll('button')].some((button) => button.innerText === 'Restore'),
  );
  if (await restore.isVisible()) await restore.click();
  assert.deepEqual(await typedValues(page), before);
  assert.equal(applications(), 0);

  await page.context().setOffline(true);
  await submitButton(page).click();
  const popup = page.getByRole('dialog', { name: messages.error });
  await popup.getByText(/You seem to be offline/).waitFor();
  await popup.getByRole('button', { name: 'OK' }).click();
  assert.deepEqual(await typedValues(page), before);
  assert.equal(faults.primary.callsTo('validatecandidate').length, 0);
  await page.context().setOffline(false);
  await submitButton(page).click();
  await applied(page);
  assert.equal(applications(), 1);
});

test('sending again gets a response that did not reach the browser', async (t) => {
  await using line = await startCuttableProxy(faults.origin);
  const { page } = await filledForm(t, line.origin);
  const before = await typedValues(page);
  const { promise: cut, resolve: reply } = Promise.withResolvers<void>();
  faults.primary.always(call, replies.held(replies.json(accepted), cut));
  await submitButton(page).click();
  await faults.primary.called(call);
  line.cut();
  reply();
  const popup = page.getByRole('dialog', { name: messages.error });
  await popup.getByText(/may or may not have been received/).waitFor();
  await popup.getByRole('button', { name: 'OK' }).click();
  assert.deepEqual(await typedValues(page), before);
  line.restore();
  await submitButton(page).click();
  await applied(page);
  assert.equal(applications(), 1);
});
