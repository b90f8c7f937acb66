// @long
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { messages } from '#src/domain/model/messages.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { type Applicant, newApplicant } from '#test/support/applicant.ts';
import { firefoxPage } from '#test/support/firefox.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

const shows = (page: Page, text: string) =>
  page.locator(`::-p-text(${text})`).setTimeout(20_000).wait();

async function fill(page: Page, { fields, answers, letter }: Applicant): Promise<void> {
  const all = {
    ...fields,
    ...Object.fromEntries(Object.entries(answers).map(([id, text]) => [`answers[${id}]`, text])),
  };
  for (const [name, value] of Object.entries(all)) {
    const selector = `main [name="${name}"]`;
    if (['education', 'grades', 'referrer'].includes(name)) await page.select(selector, value);
    else await page.locator(selector).fill(value);
  }
  await page.locator('[data-editor]').hover();
  await page.locator('[data-editor="rich"]').wait();
  await page.locator('[role="textbox"]').click();
  await page.keyboard.type(letter);
}

test('in Firefox: search, open a panel, apply after correcting an error, upload six documents, receipt', async (t) => {
  const applicant = newApplicant({
    answers: { 101: 'Yes.' },
    letter: 'Dear bakers, I rise early.',
  });
  const page = await firefoxPage(t);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));

  await page.goto(at.origin);
  await page.locator('main [name="q"]').wait();
  await page.select('main [name="company_id"]', '1');
  await page.locator('main [name="q"]').fill('chef');
  await page.waitForFunction(() => window.location.search.includes('q=chef'));
  await page.waitForFunction(() => !document.body.innerText.includes('Event cook'));
  await page.locator('details summary ::-p-text(Pastry chef)').click();
  await page.locator('details[open] a[href="/application/11"]').click();
  await shows(page, 'Submit application');

  await fill(page, { ...applicant, fields: { ...applicant.fields, phone: '123' } });
  await page.locator('button ::-p-text(Submit application)').click();
  await shows(page, 'There is a problem');
  assert.match(await page.title(), /^Error: /);
  assert.equal(at.host.callsTo('validatecandidate').length, 0);
  await page.locator('main [name="phone"]').fill(applicant.fields.phone ?? '');
  await page.locator('button ::-p-text(Submit application)').click();
  await shows(page, messages.applied);

  for (const type of documentOrder) {
    const input = await page.waitForSelector(`input[type="file"][name="${type}"]`);
    assert.ok(input);
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(
      applicant.documents[type],
    );
  }
  await page.locator('button ::-p-text(Upload documents)').click();
  await page.waitForFunction(() => window.location.pathname === '/feedback');
  await shows(page, '501');

  const [applied] = at.host.callsTo('applyjobposting');
  assert.equal(at.host.callsTo('applyjobposting').length, 1);
  const { cover_letter, answers, ...rest } = (applied?.json ?? {}) as Record<string, unknown>;
  assert.deepEqual({ ...rest, ...applicant.fields }, rest);
  assert.equal(cover_letter, '<p>Dear bakers, I rise early.</p>');
  assert.deepEqual(answers, { 101: 'Yes.', 102: '' });
  assert.deepEqual(
    at.host
      .callsTo('uploadapplicantdocument')
      .map(({ parts }) => parts.find(({ name }) => name === 'document_type')?.value),
    documentOrder,
  );
  assert.deepEqual(complaints, []);
});
