import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { hostMessages, messages } from '#src/domain/model/messages.ts';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';
import {
  documentField,
  newApplicant,
  sixDocuments,
  uploadButton,
} from '#test/support/applicant.ts';
import { violations } from '#test/support/axe.ts';
import { visitor } from '#test/support/browser.ts';
import { newAddress } from '#test/support/client-address.ts';
import { documentRow } from '#test/support/documents-page.ts';
import {
  answersTo,
  applyWithoutScript,
  formFiles,
  NoScriptBrowser,
  privatePage,
} from '#test/support/no-script-browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

/** Its embedded API host has links. */
const site = sampleSite();

const openingId = '101';

/** Returns an application that was accepted in one browser, and the paths of the pages that show its documents. */
async function accepted() {
  const person = new NoScriptBrowser(site.origin, newAddress());
  const form = (await person.get(`/application/${openingId}`)).form('emailaddress');
  const answers = answersTo(form, 'Yes.');
  await applyWithoutScript(person, openingId, newApplicant({ answers }));
  const headers = { accept: 'application/json' };
  const state = await person.raw(`/api/submission?joblistingid=${openingId}`, { headers });
  const { submission } = await state.json();
  const receipt = `/feedback?joblistingid=${openingId}&submission=${submission}`;
  return { person, link: await privatePage(person), receipt };
}

const received = (page: Page) => page.locator('[data-document][data-state="received"]');

async function chooseFiles(
  page: Page,
  area: Page | Locator,
  name: string,
  files: readonly string[],
): Promise<void> {
  const opened = page.waitForEvent('filechooser');
  await area.getByRole('button', { name }).click();
  await (await opened).setFiles([...files]);
}

test('the receipt tells that the form for the documents loads, and when it cannot be loaded', async (t) => {
  const { person, receipt } = await accepted();
  const page = await visitor(t, { allowConsole: ['ERR_FAILED'] });
  await person.giveCookiesTo(page);
  // A link from another site brings no cookie, so that the script asks for the application.
  await page.route(site.origin + receipt, async (route) => {
    const { status, headers, ...answer } = await new NoScriptBrowser(site.origin).get(receipt);
    await route.fulfill({
      status,
      contentType: 'text/html',
      headers: { 'content-security-policy': headers.get('content-security-policy') ?? '' },
      body: answer.html,
    });
  });
  const script = Promise.withResolvers<void>();
  const path = '**/documents-upload-*.js';
  await page.route(path, async (route) => {
    await script.promise;
    await route.abort();
  });
  await page.goto(site.origin + receipt);
  const main = page.getByRole('main');
  await main.getByText('The form for your documents is loading…').waitFor();
  script.resolve();
  await main.getByText('The form for your documents could not be loaded.').waitFor();
  await page.unroute(path);
  await main.getByRole('button', { name: 'Try again' }).click();
  await main.locator('[data-document]').first().waitFor();
});

// After acceptance: documents-upload.browser.test.ts and photos.browser.test.ts.
test('documents are chosen together, photographed, tried again and sent on the private page, on a phone that did not apply', async (t) => {
  const application = await accepted();
  const page = await visitor(t, {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    allowConsole: ['ERR_FAILED', 'fetch'],
  });
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await page.goto(site.origin + application.link);
  await uploadButton(page).waitFor();
  await page.getByRole('button', { name: 'Choose several files' }).waitFor();
  assert.deepEqual(await violations(page, { within: 'main' }), []);
  const tickets = async () => (await page.context().cookies()).map(({ name }) => name);
  assert.deepEqual([posts, (await tickets()).includes('upload_ticket')], [[], false]);

  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes.') };
  await documentField(page, 'cv').setInputFiles(notes);
  await documentRow(page, 'cv').getByText('Invalid File type for "cv"').waitFor();
  await documentField(page, 'cv').setInputFiles(sixDocuments.cv);
  const { waec, undergraduate, other, passport } = sixDocuments;
  await chooseFiles(page, page, 'Choose several files', [waec, undergraduate, other, passport]);
  await chooseFiles(page, documentRow(page, 'nysc'), 'Use pictures', [sixDocuments.passport]);
  await documentRow(page, 'nysc').getByText('NYSC certificate.pdf').waitFor();
  await documentRow(page, 'nysc').getByText('1 page, as a PDF.').waitFor();

  const isDocument = '**/api/uploadapplicantdocument*';
  let aborted = 0;
  await page.route(isDocument, (route) => {
    aborted += 1;
    return aborted === 1 ? route.abort() : route.continue();
  });
  await uploadButton(page).click();
  await page.getByRole('link', { name: 'CV: The connection broke.' }).waitFor();
  assert.equal(await received(page).count(), 5);
  await documentRow(page, 'cv').getByRole('button', { name: 'Try again' }).click();
  await page.getByText('All documents have arrived.').waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll('[data-state="received"]').length === 6,
  );
  const requests = posts.filter((path) => path.startsWith('/my-application/'));
  // Each of the two uploads requests the upload ticket.
  const right = `${application.link}/documents`;
  assert.deepEqual(requests, [right, right]);
  assert.equal(posts.length, documentOrder.length + 1 + requests.length);

  // The same state in a later visit.
  await page.unroute(isDocument);
  for (const path of [application.link, application.receipt]) {
    await page.goto(site.origin + path);
    await received(page).nth(5).waitFor();
    assert.equal(await uploadButton(page).count(), 0);
    assert.equal(await page.getByText('All documents have arrived.').count(), 0);
  }
});

test('on a phone what is missing stands first, with its day; the button stays in sight and covers no focused field', async (t) => {
  const { person, receipt, link } = await accepted();
  const { cv, waec } = await formFiles(sixDocuments);
  const form = await person.get(receipt);
  await person.submit(
    form,
    form.form('passport'),
    {},
    { cv: cv ?? assert.fail(), waec: waec ?? assert.fail() },
  );
  for (const [path, javaScriptEnabled] of [
    [receipt, true],
    [link, true],
    [receipt, false],
  ] as const) {
    const page = await visitor(t, { viewport: { width: 360, height: 640 }, javaScriptEnabled });
    await person.giveCookiesTo(page);
    await page.goto(site.origin + path);
    await uploadButton(page).waitFor();
    const order = await page
      .locator('[data-document]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-document')));
    assert.deepEqual(order, ['nysc', 'undergraduate', 'other', 'passport', 'cv', 'waec']);
    const text = await page.getByText(/^Send the others by \d+ \w+ \d{4}\./).innerText();
    assert.ok(text, path);
    // The name may be shown to whoever has the link only.
    const signature = documentRow(page, 'nysc').getByLabel('Your name, as a signature');
    if (javaScriptEnabled)
      assert.equal(await signature.inputValue(), path === link ? "Ngọzi O'Brien-Eze" : '');
    else assert.equal(await signature.count(), 0);
    await documentField(page, 'nysc').focus();
    const seen: string[] = [];
    while (!seen.includes('Upload documents') && seen.length < 40) {
      const focused = await page.evaluate(() => {
        const node = document.activeElement;
        const { left, width, top, bottom } = node?.getBoundingClientRect() ?? new DOMRect();
        const bar = document.querySelector('form[data-documents] > :has(> [type="submit"])');
        const { top: barTop = 0 } = bar?.getBoundingClientRect() ?? {};
        const hit = document.elementFromPoint(left + width / 2, Math.min(bottom, innerHeight) - 2);
        const isSeen = bar?.contains(node) || (bottom <= barTop && top >= 0 && node?.contains(hit));
        return {
          name: node?.textContent || node?.id || '',
          isSeen,
          barBottom: bar?.getBoundingClientRect().bottom,
        };
      });
      assert.ok(focused.isSeen, `${path}: ${focused.name}`);
      assert.ok((focused.barBottom ?? 0) <= 641, `${path}: ${focused.name}`);
      seen.push(focused.name);
      await page.keyboard.press('Tab');
    }
    assert.ok(seen.length > 8, seen.join());
  }
});

test('without script, documents are sent from the private page, and each message is on it', async () => {
  const { link: path } = await accepted();
  const person = new NoScriptBrowser(site.origin, newAddress());
  let page = await person.get(path);
  assert.equal(person.cookies.size, 0);
  await person.raw(`${path}/documents`, { method: 'POST' });
  page = await person.get(path);
  const { passport, ...files } = await formFiles(sixDocuments);
  const picture = new File(['GIF8'], 'ada-obi.jpg');
  const form = () => page.form('passport');
  page = await person.submit(page, form(), {}, { ...files, passport: picture });
  assert.equal(new URL(page.url).pathname, new URL(path, site.origin).pathname);
  const message = 'Invalid File type for "passport": the file is a WebP, AVIF or GIF picture';
  assert.match(page.text, new RegExp(`An error occured .*Passport photograph: ${message}`));
  assert.doesNotMatch(page.html, /ada-obi/);
  assert.deepEqual(fileNames(form().names), documentOrder);

  page = await person.submit(page, form(), {}, files);
  assert.match(page.text, new RegExp(`${messages.documentUploaded} .*5 of 6 have arrived\\.`));
  // What has arrived can be replaced.
  assert.deepEqual(fileNames(form().names), documentOrder);
  assert.doesNotMatch((await person.get(path)).text, /5 of 6 have arrived\./);

  page = await person.submit(page, form(), {}, { passport: passport ?? assert.fail() });
  assert.match(page.text, /All documents have arrived\./);
  const replacing = new File([(await passport?.arrayBuffer()) ?? ''], 'another.jpg');
  page = await person.submit(page, form(), {}, { passport: replacing });
  assert.match(page.text, /All documents have arrived\./);
  assert.match((await person.get(path)).text, /another\.jpg/);
  page = await person.submit(page, form(), {}, { passport: picture });
  assert.match(page.text, new RegExp(`An error occured .*Passport photograph: ${message}`));
  assert.match((await person.get(path)).text, /another\.jpg/);
});

for (const [place, pathOf, language] of [
  ['the receipt', ({ receipt }) => receipt, 'en'],
  ['the private page, in French', ({ link }) => `/fr${link}`, 'fr'],
] as const satisfies readonly (readonly [
  string,
  (paths: Awaited<ReturnType<typeof accepted>>) => string,
  'en' | 'fr',
])[])
  test(`a document that has arrived is replaced on ${place}; a wrong file and a broken connection leave it as it is`, async (t) => {
    const application = await accepted();
    const files = await formFiles(sixDocuments);
    const { person, receipt, link } = application;
    const sent = await person.get(receipt);
    await person.submit(sent, sent.form('passport'), {}, files);
    const page = await visitor(t, {
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
      allowConsole: ['ERR_FAILED', '409'],
    });
    await person.giveCookiesTo(page);
    await page.goto(site.origin + pathOf(application));
    const { documents: text } = language === 'en' ? en : fr;
    const row = documentRow(page, 'waec');
    const button = page.getByRole('button', { name: text.upload });
    await row.getByText(text.replace).click();
    await row.getByLabel(text.newFile.replace('{label}', text.labels.waec)).waitFor();
    assert.equal(await button.count(), 0);
    assert.deepEqual(await violations(page, { within: 'main' }), []);

    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes.') };
    await documentField(page, 'waec').setInputFiles(notes);
    await button.click();
    const error = page.getByRole('alert').getByRole('link');
    await error.waitFor();
    assert.equal(await row.getAttribute('data-state'), 'received');
    await row.getByRole('button', { name: text.leaveOut }).click();
    await button.waitFor({ state: 'detached' });
    assert.match(await page.locator('summary:focus').innerText(), new RegExp(text.replace));

    const pdf = { mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
    await documentField(page, 'waec').setInputFiles({ name: 'new.pdf', ...pdf });
    const isDocument = '**/api/uploadapplicantdocument*';
    await page.route(isDocument, (route) => route.abort());
    await button.click();
    await error.getByText(text.connectionBroke).waitFor();
    await page.unroute(isDocument);
    assert.doesNotMatch((await person.get(link)).text, /new\.pdf/);
    await button.click();
    await page.getByText(text.allArrived).waitFor();
    await row.getByText('new.pdf').waitFor();
    await page.getByRole('status').getByText(text.messages.documentUploaded).first().waitFor();
    assert.equal(await button.count(), 0);
    assert.match((await person.get(link)).text, /new\.pdf/);

    // A document that was made of a picture does not return to its row once it has arrived.
    const { photographs } = language === 'en' ? en : fr;
    await row.getByText(text.replace).click();
    await chooseFiles(page, row, photographs.usePictures, [sixDocuments.passport]);
    const made = `${text.labels.waec}.pdf`;
    await row.locator('details').getByText(made).waitFor();
    await button.click();
    await button.waitFor({ state: 'detached' });
    await row.getByText(made).first().waitFor();
    assert.equal(await row.locator('details').getByText(made).count(), 0);

    // Once replacing is over the row says so, and nothing is offered that cannot be done.
    const { documentsFinal } = language === 'en' ? hostMessages : fr.host;
    await page.route(isDocument, (route) =>
      route.fulfill({ status: 409, json: { message: documentsFinal, received: documentOrder } }),
    );
    await row.getByText(text.replace).click();
    await documentField(page, 'waec').setInputFiles({ name: 'late.pdf', ...pdf });
    await button.click();
    await error.click();
    assert.equal(await row.locator(':focus').innerText(), documentsFinal);
    assert.equal(await page.locator('[data-documents] button').count(), 0);
    assert.equal(await page.getByText(text.replace).count(), 0);
  });

const fileNames = (names: readonly string[]): DocumentType[] =>
  documentOrder.filter((type) => names.includes(type));

test('Chromium without script: on the private page a button requests the right to send, then there are the fields', async (t) => {
  const { link } = await accepted();
  const page = await visitor(t, { javaScriptEnabled: false });
  await page.goto(site.origin + link);
  assert.equal(await documentField(page, 'cv').isVisible(), false);
  assert.equal(await uploadButton(page).isVisible(), false);
  await page.getByRole('button', { name: 'Add documents' }).click();
  await page.waitForURL(`**${link}*`);
  await documentField(page, 'cv').setInputFiles(sixDocuments.cv);
  await uploadButton(page).click();
  await page.getByText('1 of 6 have arrived.').first().waitFor();
  assert.equal(new URL(page.url()).pathname, link);
});

test('where the script does not load, an upload from the private page leads to the button that requests the right', async (t) => {
  const { link } = await accepted();
  const page = await visitor(t, { allowConsole: ['ERR_FAILED', 'dynamically imported'] });
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(site.origin + link, { waitUntil: 'domcontentloaded' });
  // The page is loaded once more (faults.md), and a click on what is being replaced would wait for ever.
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      performance
        .getEntriesByType('navigation')
        .some((entry) => 'type' in entry && entry.type === 'reload'),
  );
  await documentField(page, 'cv').setInputFiles(sixDocuments.cv);
  await uploadButton(page).click();
  await page.getByText('This browser has no application waiting for documents.').waitFor();
  await page.getByRole('button', { name: 'Add documents' }).click();
  await page.waitForURL(`**${link}?result=may-upload`);
  await documentField(page, 'cv').setInputFiles(sixDocuments.cv);
  await uploadButton(page).click();
  await page.getByText('1 of 6 have arrived.').first().waitFor();
});
