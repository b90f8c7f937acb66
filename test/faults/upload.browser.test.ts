import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { fillPlaceholders, messages } from '#src/domain/model/messages.ts';
import { documentLabel } from '#src/features/documents/document-texts.ts';
import { chooseDocuments, sixDocuments, uploadButton } from '#test/support/applicant.ts';
import { acceptedApplicant, documentRow } from '#test/support/documents-page.ts';
import { faultSite } from '#test/support/faults.ts';
import { hostFaults } from '#test/support/host-faults.ts';
import { replies } from '#test/support/scripted-host.ts';

const faults = faultSite();
const call = 'uploadapplicantdocument';

/** Returns the documents that the host received completely, in order, and which of them had `final_file`. */
const arrived = () =>
  faults.primary
    .callsTo(call)
    .filter(({ complete }) => complete)
    .map(({ parts }) => parts.find(({ name }) => name === 'document_type')?.value);
const finals = () =>
  faults.primary
    .callsTo(call)
    .filter(({ parts }) => parts.some(({ name }) => name === 'final_file'))
    .map(({ parts }) => parts.find(({ name }) => name === 'document_type')?.value);

/** Returns the summary of what an upload left. */
const whatIsLeft = (page: Page) =>
  page.getByRole('alert').filter({ hasText: messages.uploadErrorTitle });

async function allChosen(t: TestContext): Promise<Page> {
  const page = await acceptedApplicant(t, faults, '12');
  await chooseDocuments(page, sixDocuments);
  return page;
}

/** Returns the message in the row of a document for each fault, if it is not the message for a failing host. */
const rowMessage = (what: string, type: DocumentType): string => {
  if (what === 'the host responds 413')
    return fillPlaceholders(messages.fileTooLarge, { field: type });
  return what.startsWith('the host responds') ? messages.unspecified : messages.processingFailed;
};

/** Three documents of a set fail, each in its way; two in a row would end the upload. */
const rows = (['cv', 'waec', 'other'] as const).flatMap((type, index) => {
  const what = [
    'the connection is reset after the request was read',
    'there is no response',
    'the host responds 413',
  ][index];
  return hostFaults.filter((fault) => fault.what === what).map((fault) => ({ ...fault, type }));
});

test(`documents fail, the others are sent, and trying them again completes the set when ${rows.map(({ what }) => what).join(', ')}`, async (t) => {
  const page = await allChosen(t);
  const ok = replies.json({ status: 1 });
  faults.primary.next(call, ...rows.flatMap(({ reply = ok }) => [reply, ok]));
  await uploadButton(page).click();
  await whatIsLeft(page).waitFor();
  for (const { type, what } of rows) {
    const row = documentRow(page, type);
    await row.getByText(rowMessage(what, type)).first().waitFor();
    await whatIsLeft(page)
      .getByRole('link', { name: new RegExp(`^${documentLabel(type)}`) })
      .waitFor();
    const again = row.getByRole('button', { name: /Try again/ });
    await again.click();
    // The last one ends the upload: the page is left.
    await again.waitFor({ state: 'hidden' });
  }
  await page.waitForURL('**/feedback?joblistingid=*');
  const got = arrived();
  assert.deepEqual([...new Set(got)].sort(), [...documentOrder].sort());
  for (const type of documentOrder)
    if (!rows.some((row) => row.type === type))
      assert.equal(got.filter((one) => one === type).length, 1, type);
  assert.equal(finals().length, 1);
  assert.equal(finals()[0], arrived().at(-1));
});

test('documents sent to a host that is down stay chosen and can be sent when it is up; a last document whose response was lost is the last one when it is sent again', async (t) => {
  const page = await allChosen(t);
  await faults.primary.stop();
  await uploadButton(page).click();
  await documentRow(page, 'cv').getByText(messages.processingFailed).waitFor();
  await documentRow(page, 'passport').getByText('Not sent yet').waitFor();
  assert.equal(await whatIsLeft(page).getByRole('link').count(), 6);
  await faults.primary.restart();
  const ok = replies.json({ status: 1 });
  faults.primary.next(call, ok, ok, ok, ok, ok, replies.resetAfterReading());
  await uploadButton(page).click();
  const passport = documentRow(page, 'passport');
  await passport.getByText(messages.processingFailed).waitFor();
  await passport.getByRole('button', { name: /Try again/ }).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  assert.deepEqual(arrived(), [...documentOrder, 'passport']);
  assert.deepEqual(finals(), ['passport', 'passport']);
});

test('some documents are sent without the others, which are named as required; documents that the host refuses do not stop the others, and only they are sent again', async (t) => {
  const page = await acceptedApplicant(t, faults, '12');
  const { cv, passport, ...rest } = sixDocuments;
  await chooseDocuments(page, { cv, passport });
  await uploadButton(page).click();
  const summary = page.getByRole('status').filter({ hasText: '2 of 6 have arrived.' });
  await summary.getByRole('link', { name: `Other document: ${messages.required}` }).waitFor();
  assert.equal(await page.getByText(messages.uploadErrorTitle).count(), 0);
  assert.equal(await summary.getByRole('link').count(), 4);
  assert.deepEqual(arrived(), ['cv', 'passport']);

  await chooseDocuments(page, rest);
  const ok = replies.json({ status: 1 });
  const refused = replies.json({ status: 0, message: 'We cannot read this scan.' });
  faults.primary.next(call, refused, refused, refused, ok);
  await uploadButton(page).click();
  const faulty = whatIsLeft(page);
  await faulty.getByText('WAEC result: We cannot read this scan.').waitFor();
  assert.ok(await faulty.evaluate((node) => node === document.activeElement));
  assert.deepEqual(
    await faulty.getByRole('link').allInnerTexts(),
    ['NYSC certificate', 'WAEC result', 'Undergraduate certificate'].map(
      (label) => `${label}: We cannot read this scan.`,
    ),
  );
  await documentRow(page, 'nysc').getByText('We cannot read this scan.').waitFor();
  const again = ['nysc', 'waec', 'undergraduate'];
  assert.deepEqual(arrived(), ['cv', 'passport', ...again, 'other']);
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  assert.deepEqual(arrived(), ['cv', 'passport', ...again, 'other', ...again]);
});
