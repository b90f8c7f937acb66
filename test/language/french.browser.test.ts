import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { messages } from '#src/domain/model/messages.ts';
import { fr } from '#src/texts/fr.ts';
import {
  chooseDocuments,
  control,
  documentField,
  fillApplication,
  fillFields,
  newApplicant,
  sixDocuments,
} from '../support/applicant.ts';
import { visitor } from '../support/browser.ts';
import { documentRow } from '../support/documents-page.ts';
import { frenchReader } from '../support/french-reader.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();
const viewport = { width: 360, height: 740 };
const allowConsole = ['Failed to load resource'];

const applicant = () => newApplicant({ letter: 'Du pain.', answers: { 101: 'Oui.' } });
const wrongValues = {
  phone: '123',
  age: '14',
  emailaddress: 'ada at kitchen',
  linkedinprofile: 'linkedin',
  years_of_experience: 'x',
};
const submit = (page: Page) => page.getByRole('button', { name: fr.application.submit });
const upload = (page: Page) => page.getByRole('button', { name: fr.documents.upload });
const popup = (page: Page) => page.getByRole('dialog', { name: fr.form.messages.error });
const closePopup = async (page: Page) => {
  await popup(page).getByRole('button', { name: fr.form.ok }).click();
  await popup(page).waitFor({ state: 'hidden' });
};

async function fillContact(page: Page): Promise<void> {
  const values = { firstname: 'Ada', lastname: 'Obi', email: 'ada@kitchen.example', msg: 'Salut.' };
  for (const [name, value] of Object.entries(values))
    await page.locator(`main [name="${name}"]`).fill(value);
}

test('the English page of a French reader is noticed', async (t) => {
  const page = await visitor(t, { viewport });
  const { read, wrong } = frenchReader(page);
  await page.goto(`${at.origin}/contact`);
  await page.locator('html').evaluate((html) => html.setAttribute('lang', 'fr'));
  await read('contact');
  for (const found of ['Skip to the content', siteConfig.brand.tagline, 'link to /contact'])
    assert.ok(wrong.includes(`contact: ${found}`), wrong.join('\n'));
});

test('who reads French only finds a job and applies for it', async (t) => {
  const page = await visitor(t, { viewport, editor: false, allowConsole });
  const { read, isFrench } = frenchReader(page);

  await page.goto(`${at.origin}/fr`, { waitUntil: 'networkidle' });
  await page.locator('#openings details').first().waitFor();
  await read('home');
  const search = page.getByRole('search', { name: fr.homeSearch.label });
  await search.locator('[name="q"]').fill('baker');
  await search.getByRole('button', { name: fr.search.submit }).click();
  await page.getByRole('main').getByText(fr.search.messages.selectCompanyToSearch).waitFor();
  await read('search without a company');
  await search.locator('[name="company_id"]').selectOption('1');
  await search.locator('[name="q"]').fill('zzzz');
  await page.getByText('« zzzz »').first().waitFor();
  await read('nothing found');
  // A new document: the results of a live search would replace the row that is about to be clicked.
  await page.goto(`${at.origin}/fr?company_id=1`, { waitUntil: 'networkidle' });
  await page.locator('#openings details').first().waitFor();
  await read('list');
  await page.locator('#openings details summary').first().click();
  await page.getByRole('link', { name: fr.openings.opening.apply }).first().click();
  await page.waitForURL('**/fr/application/11**');
  await page.waitForLoadState('networkidle');
  await page.goto(`${at.origin}/fr/application/11`);
  await read('opening');

  await submit(page).click();
  await page.getByText(fr.form.problem).waitFor();
  await read('empty form');
  await fillFields(page, newApplicant({ fields: wrongValues }));
  await control(page, 'cover_letter').fill('x'.repeat(5));
  await submit(page).click();
  await page.getByText(fr.form.messages.email).first().waitFor();
  await read('wrong values');

  await page.goto(`${at.origin}/fr/application/11`);
  await read('a draft is kept');
  await fillApplication(page, applicant());
  for (const [state, reply] of [
    ['already applied', replies.json({ status: 0, message: messages.alreadyApplied })],
    ['closed', replies.json({ status: 0, message: 'This opening is closed.' }, { status: 410 })],
    ['busy', replies.http(503, { 'retry-after': '40' })],
    ['no room', replies.http(507)],
    ['lost', replies.resetAfterReading()],
  ] as const) {
    at.host.next('applyjobposting', reply);
    await submit(page).click();
    await popup(page).waitFor();
    await read(`form: ${state}`);
    await closePopup(page);
    await read(`form after: ${state}`);
  }
  await submit(page).click();
  await page.getByText(fr.application.messages.applied).waitFor();
  await upload(page).waitFor();
  await read('accepted');

  await documentField(page, 'cv').setInputFiles(
    new URL('../../package.json', import.meta.url).pathname,
  );
  await documentRow(page, 'cv').getByText('package.json').first().waitFor();
  await read('a file of a wrong type');
  await chooseDocuments(page, sixDocuments);
  at.host.next(
    'uploadapplicantdocument',
    replies.json({ status: 0, message: 'This application was withdrawn.' }, { status: 409 }),
    replies.http(503),
  );
  await upload(page).click();
  await page.getByText(fr.host.withdrawn).first().waitFor();
  await page.locator('[data-document="passport"][data-state="received"]').waitFor();
  await read('documents refused');
  const { cv, nysc } = sixDocuments;
  await chooseDocuments(page, { cv, nysc });
  await upload(page).click();
  await page.waitForURL('**/fr/feedback?joblistingid=*');
  await page.getByText(fr.receipt.reference).first().waitFor();
  await read('receipt');
  await page.goto(`${at.origin}/fr/application/12`, { waitUntil: 'networkidle' });
  await read('another opening of the company');
  isFrench();
});

test('who reads French only writes to the company, and meets what does not exist or does not answer', async (t) => {
  const page = await visitor(t, { viewport, allowConsole });
  const { read, isFrench } = frenchReader(page);
  const send = page.getByRole('button', { name: fr.contact.button });

  await page.goto(`${at.origin}/fr/contact`);
  await read('contact');
  await send.click();
  await page.getByText(fr.form.problem).waitFor();
  await read('contact: empty');
  await fillContact(page);
  at.host.next('contact', replies.http(500));
  await send.click();
  await popup(page).waitFor();
  await read('contact: not sent');
  await closePopup(page);
  await send.click();
  await page.getByText(fr.contact.messages.messageSent).first().waitFor();
  await read('contact: sent');

  for (const path of ['/fr/application/999', '/fr/my-application/guess', '/fr/feedback', '/fr/']) {
    await page.goto(at.origin + path);
    await read(path);
  }
  await at.host.stop();
  for (const path of ['/fr', '/fr/application/11', '/fr/application/998']) {
    await page.goto(at.origin + path);
    await read(`without the host: ${path}`);
  }
  isFrench();
});

test('without script, who reads French only corrects the form, is accepted and sends documents', async (t) => {
  const page = await visitor(t, { viewport, javaScriptEnabled: false, allowConsole });
  const { read, isFrench } = frenchReader(page);
  at.host.always('openingsall', replies.json(listOf([])));
  await page.goto(`${at.origin}/fr`);
  await read('home without openings');
  await page.goto(`${at.origin}/fr/application/11`);
  await read('opening');
  await submit(page).click();
  await page.getByText(fr.form.problem).waitFor();
  await read('empty form');
  await fillFields(page, applicant());
  await control(page, 'cover_letter').fill('Du pain.');
  await submit(page).click();
  await page.getByText(fr.application.messages.applied).waitFor();
  await read('accepted');
  await documentField(page, 'cv').setInputFiles({
    name: 'cv.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('GIF8'),
  });
  await upload(page).click();
  await page.waitForURL('**/fr/feedback?joblistingid=*');
  await read('a document refused');
  await chooseDocuments(page, sixDocuments);
  await upload(page).click();
  await page.getByText(fr.documents.allArrived).first().waitFor();
  await read('receipt');
  await page.goto(`${at.origin}/fr/contact`);
  const send = page.getByRole('button', { name: fr.contact.button });
  await send.click();
  await page.getByText(fr.form.problem).waitFor();
  await read('contact: empty');
  await fillContact(page);
  await send.click();
  await page.getByText(fr.contact.messages.messageSent).first().waitFor();
  await read('contact: sent');
  isFrench();
});
