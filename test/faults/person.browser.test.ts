import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import {
  type Applicant,
  apply,
  chooseDocuments,
  control,
  fillApplication,
  fillFields,
  newApplicant,
  sixDocuments,
  submitButton,
  uploadButton,
  uploadDocuments,
  waitForHydration,
  writeLetter,
} from '#test/support/applicant.ts';
import { acceptedApplicant, documentRow } from '#test/support/documents-page.ts';
import { faultSite } from '#test/support/faults.ts';
import {
  applyWithoutScript,
  formValues,
  NoScriptBrowser,
} from '#test/support/no-script-browser.ts';
import { replies } from '#test/support/scripted-host.ts';

/** With time enough for the API host: no test here is about its timeout. */
const faults = faultSite({ API_TIMEOUT_MS: '60000' });
const openingId = '12';
const call = 'applyjobposting';

const applied = (page: Page) => page.getByText(messages.applied).waitFor();
const addressesAtHost = () =>
  faults.primary
    .callsTo(call)
    .map(({ json }) => (json as { emailaddress: string } | undefined)?.emailaddress);

/** Returns the email address of the application that each document joined. */
const owners = () =>
  faults.primary.callsTo('uploadapplicantdocument').map(({ parts }) => {
    const info = parts.find(({ name }) => name === 'applicant_info')?.value ?? '{}';
    return (JSON.parse(info) as { emailaddress?: string }).emailaddress;
  });

async function open(context: BrowserContext, id = openingId): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${faults.origin}/application/${id}`);
  await waitForHydration(control(page, 'firstname').or(uploadButton(page)).first());
  return page;
}

async function sendCv(page: Page): Promise<void> {
  await chooseDocuments(page, { cv: sixDocuments.cv });
  await uploadButton(page).click();
  await documentRow(page, 'cv').getByText(messages.documentUploaded).waitFor();
}

const person = newApplicant;

/**
 * Returns a browser in which `applicant` closed the tab while the application was sent: it was accepted, the draft
 * is still on the device, and the browser has no upload ticket.
 */
async function closedWhileSending(t: TestContext, applicant: Applicant) {
  const key = 'k'.repeat(24);
  const sender = new NoScriptBrowser(faults.origin, faults.address());
  const form = await sender.get(`/application/${openingId}`);
  const values = formValues(applicant);
  const accepted = await sender.submit(form, form.form('emailaddress'), {
    ...values,
    form_key: key,
  });
  const reference = /Your reference: (\S+)/.exec(accepted.text)?.[1] ?? assert.fail(accepted.text);
  const page = await faults.visitor(t);
  await page.goto(`${faults.origin}/contact`);
  const draft = { key, tab: 'closed', savedAt: Date.now(), values };
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    `application-draft:${openingId}`,
    JSON.stringify(draft),
  ] as const);
  return { page, reference };
}

test('the draft of an application that was accepted while the tab was closed leads to its documents', async (t) => {
  const { page, reference } = await closedWhileSending(t, person());
  await page.goto(`${faults.origin}/application/${openingId}`);
  await uploadButton(page).waitFor();
  await page.getByText(messages.applied).waitFor();
  await page.getByText(reference).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Restore' }).count(), 0);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ['application-company:1']);
  assert.equal(faults.primary.callsTo(call).length, 1);
});

test('a browser that blocks cookies keeps the draft of an application that was accepted while the tab was closed', async (t) => {
  const { page } = await closedWhileSending(t, person());
  await page.route('**/api/submission?*', (route) => route.fulfill({ status: 204 }));
  const answered = page.waitForResponse('**/RSC/F/*/resumeSentAction.txt');
  await page.goto(`${faults.origin}/application/${openingId}`);
  await answered;
  await page.getByRole('button', { name: 'Restore' }).click();
  await submitButton(page).click();
  await page.getByText('Documents cannot be sent from this browser.').waitFor();
  assert.equal(faults.primary.callsTo(call).length, 1);
});

test('after a lost response another person on the device applies for themselves', async (t) => {
  const [ada, bola] = [person(), person()];
  const page = await faults.visitor(t);
  await page.goto(`${faults.origin}/application/${openingId}`);
  await fillApplication(page, ada);
  faults.primary.next(call, replies.resetAfterReading());
  await submitButton(page).click();
  const popup = page.getByRole('dialog', { name: messages.error });
  await popup.getByText(/may have been received/).waitFor();
  await popup.getByRole('button', { name: 'OK' }).click();
  await fillFields(page, bola);
  await submitButton(page).click();
  await applied(page);
  assert.deepEqual(addressesAtHost(), [ada.fields.emailaddress, bola.fields.emailaddress]);
  const keys = faults.primary.callsTo(call).map(({ headers }) => headers['idempotency-key']);
  assert.notEqual(keys[0], keys[1]);
  const checks = faults.primary.callsTo('validatecandidate');
  assert.equal(checks.at(-1)?.headers['idempotency-key'], undefined);
});

test('what one person typed stays in the form when another applies to the opening in a second tab', async (t) => {
  const first = await faults.visitor(t);
  const [ada, bola] = [person(), person()];
  await first.goto(`${faults.origin}/application/${openingId}`);
  await fillApplication(first, ada);
  const second = await open(first.context());
  await fillFields(second, bola);
  await writeLetter(second, bola.letter);
  await submitButton(second).click();
  await applied(second);
  assert.equal(await control(first, 'emailaddress').inputValue(), ada.fields.emailaddress);
  await submitButton(first).click();
  await applied(first);
  assert.deepEqual(addressesAtHost(), [bola.fields.emailaddress, ada.fields.emailaddress]);

  // The newest application of the ticket is Ada's. Bola's tab sends documents of Bola's application.
  await sendCv(second);
  assert.deepEqual(owners(), [bola.fields.emailaddress]);
});

test('a tab sends documents to the application that it shows, and opens its receipt, when another person has applied to the opening since', async (t) => {
  const page = await faults.visitor(t);
  const ada = person();
  // The first answer that the page gets is about the other person's application.
  await page.route('**/api/submission?*', (route) => route.abort());
  await apply(page, faults.origin, openingId, ada);
  const reference = await page.getByText('Your reference:').locator('strong').innerText();
  await uploadButton(page).waitFor();
  const sender = new NoScriptBrowser(faults.origin, faults.address());
  for (const { name, value } of await page.context().cookies()) sender.cookies.set(name, value);
  await applyWithoutScript(sender, openingId, person());
  await sender.giveCookiesTo(page);
  await page.unroute('**/api/submission?*');
  const answered = page.waitForResponse('**/api/submission?*');
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await answered;

  await uploadDocuments(page);
  assert.deepEqual(owners(), Array(6).fill(ada.fields.emailaddress));
  const receipt = page.getByRole('region', { name: 'Your receipt' });
  for (const load of [async () => {}, () => page.reload()]) {
    await load();
    await receipt.waitFor();
    assert.match(await receipt.innerText(), new RegExp(`6 of 6[^]*${reference}`));
  }
});

test("'Forget me on this device' in one tab stops and clears every other tab", async (t) => {
  const page = await faults.visitor(t);
  await page.goto(`${faults.origin}/application/${openingId}`);
  await waitForHydration(control(page, 'firstname'));
  const other = await open(page.context(), '11');
  await control(other, 'firstname').fill('Sade');
  await other.waitForFunction(() => localStorage.getItem('application-draft:11') !== null);
  // Input whose timer has not ended when the device is forgotten.
  await other.clock.install();
  await control(other, 'course').fill('Physics');
  const reloaded = other.waitForEvent('load');
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Forget me', exact: true }).click(),
  ]);
  await reloaded;
  assert.equal(await control(other, 'firstname').inputValue(), '');
  await other.close({ runBeforeUnload: true });
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ['forgotten-at']);
  const later = await open(page.context(), '11');
  assert.equal(await later.getByText('We kept what you wrote').count(), 0);
});

test("'Forget me on this device' that the site does not answer says so, and forgets when tried again", async (t) => {
  const page = await acceptedApplicant(t, faults, openingId);
  const other = await open(page.context(), '11');
  const reloaded = other.waitForEvent('load');
  await page.route('**/RSC/F/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await page.getByRole('button', { name: 'Forget me', exact: true }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'This device is not forgotten yet' });
  await failed.waitFor();
  // The other tab can keep drafts again.
  await reloaded;
  const first = await failed.elementHandle();
  await page.getByRole('button', { name: 'Try again' }).click();
  await first?.waitForElementState('hidden');
  await page.locator(':focus').filter({ has: failed }).waitFor();
  await page.unroute('**/RSC/F/**');
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Try again' }).click(),
  ]);
  await waitForHydration(control(page, 'firstname'));
  assert.equal(await uploadButton(page).count(), 0);
});

test('a browser that blocks cookies is told so at acceptance, with the reference and whom to write to', async (t) => {
  const page = await faults.visitor(t);
  let blocked = true;
  await page.route(`**/application/${openingId}`, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const response = await route.fetch();
    const headers = { ...response.headers() };
    if (blocked) {
      delete headers['set-cookie'];
      await page.context().clearCookies();
    }
    await route.fulfill({ response, headers });
  });
  await apply(page, faults.origin, openingId, person());
  await page.getByText('Documents cannot be sent from this browser.').waitFor();
  await page.getByText(/Your reference: \S+/).waitFor();
  await page.getByText(/send them to \S+@\S+ with your name and your reference/).waitFor();
  assert.equal(await uploadButton(page).count(), 0);
  blocked = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await uploadButton(page).waitFor();
  assert.equal(faults.primary.callsTo(call).length, 1);
});

test('without its cookie the documents form and the one-year rule both name the way on', async (t) => {
  const sender = new NoScriptBrowser(faults.origin, faults.address());
  const applicant = person();
  await applyWithoutScript(sender, openingId, applicant);
  const page = await faults.visitor(t);
  await sender.giveCookiesTo(page);
  await page.goto(`${faults.origin}/application/${openingId}`);
  await uploadButton(page).waitFor();
  await page.context().clearCookies();
  await chooseDocuments(page, sixDocuments);
  await uploadButton(page).click();
  await documentRow(page, 'cv')
    .getByText(/If you have applied, write to \S+@\S+ with your reference/)
    .waitFor();

  faults.secondary.always('validatecandidate', replies.json({ status: 0 }));
  await page.goto(`${faults.origin}/application/${openingId}`);
  await fillApplication(page, person({ fields: applicant.fields, letter: 'Another letter.' }));
  await submitButton(page).click();
  const popup = page.getByRole('dialog', { name: messages.error });
  await popup.getByText(messages.alreadyApplied).waitFor();
  await popup.getByText(/documents are missing, send them to \S+@\S+/).waitFor();
});
