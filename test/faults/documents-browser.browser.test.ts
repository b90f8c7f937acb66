import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  chooseDocuments,
  documentField,
  sixDocuments,
  uploadButton,
} from '#test/support/applicant.ts';
import { startCuttableProxy } from '#test/support/cuttable-proxy.ts';
import { acceptedApplicant, documentRow } from '#test/support/documents-page.ts';
import { faultSite } from '#test/support/faults.ts';
import { replies } from '#test/support/scripted-host.ts';

const faults = faultSite();
const call = 'uploadapplicantdocument';
const ok = replies.json({ status: 1 });

const typeOf = (parts: readonly { readonly name: string; readonly value?: string }[]) =>
  parts.find(({ name }) => name === 'document_type')?.value;
const arrived = () =>
  faults.primary
    .callsTo(call)
    .filter(({ complete }) => complete)
    .map(({ parts }) => typeOf(parts));
const isDone = (page: Page, type: (typeof documentOrder)[number]) =>
  documentRow(page, type).getByText(messages.documentUploaded).waitFor();
const { cv: _cv, nysc: _nysc, ...lastFour } = sixDocuments;

test('documents received before the tab was closed stay received, and the others complete the set', async (t) => {
  const page = await acceptedApplicant(t, faults, '12');
  await chooseDocuments(page, sixDocuments);
  faults.primary.next(call, ok, ok, replies.stallAfterBytes(1));
  await uploadButton(page).click();
  const third = await faults.primary.called(call, 3, 'headers');
  const context = page.context();
  const back = await context.newPage();
  await page.close();
  await third.gone;

  await back.goto(`${faults.origin}/application/12`);
  await isDone(back, 'cv');
  await isDone(back, 'nysc');
  await chooseDocuments(back, lastFour);
  await uploadButton(back).click();
  await back.waitForURL('**/feedback?joblistingid=*');
  const whole = faults.primary.callsTo(call).filter(({ complete }) => complete);
  const types = whole.map(({ parts }) => typeOf(parts));
  assert.deepEqual(types, documentOrder);
  assert.deepEqual(
    whole.map(({ parts }) => parts.some(({ name }) => name === 'final_file')),
    documentOrder.map((type) => type === 'passport'),
  );
});

test('an upload whose connection is cut is aborted at the host, and succeeds when retried', async (t) => {
  await using line = await startCuttableProxy(faults.origin);
  const page = await acceptedApplicant(t, { ...faults, origin: line.origin }, '12');
  // All scripts must have arrived, because the cut would affect them too.
  await page.waitForLoadState('networkidle');
  await chooseDocuments(page, sixDocuments);
  faults.primary.next(call, ok, replies.stallAfterBytes(1));
  await uploadButton(page).click();
  const second = await faults.primary.called(call, 2, 'headers');
  line.cut();
  await documentRow(page, 'nysc').getByText('The connection broke. Please try again.').waitFor();
  await second.gone;
  line.restore();
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  assert.deepEqual(arrived(), documentOrder);
});

test('a page that is left before it opens the receipt stays at the documents when it is shown again', async (t) => {
  const page = await acceptedApplicant(t, faults, '12');
  await chooseDocuments(page, sixDocuments);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await uploadButton(page).click();
  await page.getByText('All documents have arrived.').waitFor();
  // As when the visitor follows a link, and the back/forward cache keeps the page.
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
  );
  await page.clock.runFor(60_000);
  await page.evaluate(() => fetch('/api/submission'));
  assert.equal(new URL(page.url()).pathname, '/application/12');
});

test("another person's documents for the same opening are not shown as received", async (t) => {
  const page = await acceptedApplicant(t, faults, '12');
  const { applicant_id } = await page.evaluate(async () =>
    (await fetch('/api/submission?joblistingid=12')).json(),
  );
  const refresh = async () => {
    const answered = page.waitForResponse('**/api/submission?*');
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await answered;
  };
  let answer = { applicant_id: 'another', received: ['cv'] };
  await page.route('**/api/submission?*', (route) => route.fulfill({ json: answer }));
  await refresh();
  answer = { applicant_id, received: ['nysc'] };
  await refresh();
  await isDone(page, 'nysc');
  assert.equal(await documentField(page, 'cv').isEnabled(), true);
});

test('a file above 4MB and a file chosen for two documents draw a notice; a double click sends each document once, and Back from the receipt sends nothing again', async (t) => {
  const page = await acceptedApplicant(t, faults, '12');
  await chooseDocuments(page, { ...sixDocuments, undergraduate: sixDocuments.cv });
  const other = documentField(page, 'other');
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(4_000_000)]);
  await other.setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer });
  await documentRow(page, 'other')
    .getByText(/This file is larger than 4MB\./)
    .waitFor();
  assert.match(String(await other.getAttribute('aria-describedby')), /notice/);
  await documentRow(page, 'cv')
    .getByText('The same file is chosen for Undergraduate certificate.')
    .waitFor();
  await uploadButton(page).dblclick();
  await page.waitForURL('**/feedback?joblistingid=*');
  assert.deepEqual(arrived(), documentOrder);

  await page.clock.install();
  await page.goBack();
  await page.getByText('All documents have arrived.').waitFor();
  await page.clock.runFor(60_000);
  await page.evaluate(() => fetch('/api/submission'));
  assert.equal(new URL(page.url()).pathname, '/application/12');
  assert.equal(arrived().length, 6);
});
