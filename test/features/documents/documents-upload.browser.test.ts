import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { FileChooser, Locator, Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import { documentLabel } from '#src/features/documents/document-texts.ts';
import {
  chooseDocuments,
  control,
  documentField,
  fillApplication,
  fillFields,
  newApplicant,
  sixDocuments,
  submitButton,
  uploadButton,
} from '#test/support/applicant.ts';
import { violations } from '#test/support/axe.ts';
import { type VisitorOptions, visitor } from '#test/support/browser.ts';
import { openings } from '#test/support/default-responses.ts';
import { documentRow } from '#test/support/documents-page.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { type Reply, replies } from '#test/support/scripted-host.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();
const call = 'uploadapplicantdocument';
const ok = replies.json({ status: 1 });

const overlay = (page: Page) => page.locator('[data-overlay]');

/** Returns a page with the documents form and all six files chosen. */
async function documentsPage(t: TestContext, options: VisitorOptions): Promise<Page> {
  const person = new NoScriptBrowser(at.origin);
  await applyWithoutScript(person, '12', newApplicant());
  const page = await visitor(t, options);
  await person.giveCookiesTo(page);
  await page.goto(`${at.origin}/application/12`);
  await uploadButton(page).waitFor();
  await chooseDocuments(page, sixDocuments);
  return page;
}

/** Returns a reply that is sent when `send` is called. */
function pausedReply(reply: Reply): { readonly reply: Reply; send(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    reply: replies.held(reply, promise),
    send: resolve,
  };
}

/** Whether the center of `element` is covered by something else. */
async function isCovered(element: Locator): Promise<boolean> {
  await element.scrollIntoViewIfNeeded();
  return element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !node.contains(hit);
  });
}

/** While the second of six documents is sent. */
async function assertCovered(page: Page): Promise<void> {
  await overlay(page).getByText('Sending your documents… 1 of 6 have arrived.').waitFor();
  const sending = documentRow(page, 'nysc').getByText('Waiting for confirmation');
  await sending.waitFor();
  assert.equal(await isCovered(sending), false);
  assert.equal(await isCovered(documentRow(page, 'nysc').getByRole('progressbar')), false);
  assert.equal(await isCovered(documentRow(page, 'cv').getByText('Document uploaded')), false);
  assert.equal(await isCovered(uploadButton(page)), true);
  assert.equal(await isCovered(page.getByRole('heading', { name: 'Your documents' })), true);
  assert.equal(
    await overlay(page).evaluate(
      (node) =>
        node.getAnimations({ subtree: true }).filter((a) => a.playState === 'running').length,
    ),
    0,
  );
  assert.deepEqual(await violations(page, { within: 'main' }), []);
}

test('a page with chosen documents asks before it is left, and not after the last has arrived; an overlay covers the section while documents are sent, until one fails; the rows stay readable, at 1440 px in dark', async (t) => {
  const paused = pausedReply(replies.http(500));
  const salary = { min: 700, max: 850, currency: 'NGN', unit: 'HOUR' };
  const data = { ...openings[1], salary, closing_date: '2999-01-31' };
  at.host.always('findopening', replies.json({ status: 1, data }));
  const page = await documentsPage(t, {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    allowConsole: ['Failed to load resource'],
  });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  at.host.next(call, ok, paused.reply);
  assert.equal(await overlay(page).count(), 0);
  const side = page.locator('#apply div:has(> [data-step])');
  for (const width of [992, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.equal(
      await side.innerText(),
      [
        'Counter assistant',
        '₦700 to ₦850 an hour',
        'Closing date: 31 January 2999',
        'Step 2 of 2: your documents',
      ].join('\n\n'),
    );
    const [job, form] = await Promise.all([
      side.boundingBox(),
      page.locator('[data-documents]').boundingBox(),
    ]);
    assert.ok(job && form && job.x + job.width <= form.x, `not beside the form at ${width} px`);
  }
  // A browser asks only where the visitor has used the page.
  await page.getByRole('heading', { name: 'Your documents' }).click();
  const leaving = page.waitForEvent('dialog');
  await page.evaluate(() => window.location.assign('/'));
  await leaving;
  assert.deepEqual(asked, ['beforeunload']);
  assert.equal(new URL(page.url()).pathname, '/application/12');

  await uploadButton(page).click();
  await assertCovered(page);
  paused.send();
  await overlay(page).waitFor({ state: 'detached' });
  assert.equal(await uploadButton(page).isEnabled(), true);
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=12&submission=*');
  assert.equal(asked.length, 1);
});

test('while documents are sent, an overlay covers their section, the progress of all and the row of the one being sent stay in view, at 360 px', async (t) => {
  const page = await documentsPage(t, { viewport: { width: 360, height: 640 } });
  const paused = [pausedReply(ok), pausedReply(ok)];
  at.host.next(call, ...paused.map(({ reply }) => reply));
  await uploadButton(page).click();
  for (const [index, type] of (['cv', 'nysc'] as const).entries()) {
    const row = documentRow(page, type);
    await row.getByText('Waiting for confirmation').waitFor();
    const all = overlay(page).getByRole('progressbar', { name: 'All documents' });
    assert.equal(await all.evaluate((bar: HTMLProgressElement) => bar.value), index + 1);
    const [bar, current] = await Promise.all([all.boundingBox(), row.boundingBox()]);
    assert.ok(bar && current);
    assert.ok(bar.y >= 0, `the progress of all is at ${bar.y}`);
    assert.ok(current.y >= bar.y + bar.height, `${type} is at ${current.y}, below ${bar.y}`);
    assert.ok(current.y + current.height <= 640, `${type} ends at ${current.y + current.height}`);
    if (type === 'nysc') await assertCovered(page);
    paused[index]?.send();
  }
  await page.waitForURL('**/feedback?joblistingid=*');
  const receipt = page.getByRole('region', { name: 'Your receipt' });
  await page.getByRole('heading', { name: siteConfig.feedback.title }).waitFor();
  for (const part of ['Counter assistant', 'Northwind Bakery', 'Applied on', '6 of 6'])
    await receipt.getByText(part).waitFor();
  const reference = await receipt.getByText('Your reference').locator('+ dd').innerText();
  await page.reload();
  await receipt.getByText(reference).waitFor();
  const phone = page.locator('main a[href^="tel:"]');
  assert.equal(await phone.getAttribute('href'), 'tel:+2347008262746');
  await page.getByRole('link', { name: 'Back to the openings' }).click();
  await page.locator('#openings details').first().waitFor();
});

test('the script of the documents form is not part of the first load; the form appears when it arrives; a failure does not reload the page', async (t) => {
  const scripts: string[] = [];
  const page = await visitor(t, { editor: false, allowConsole: ['ERR_FAILED', 'fetch'] });
  page.on('request', (request) => scripts.push(request.url()));
  const { promise: late, resolve: send } = Promise.withResolvers<void>();
  await page.route(/documents-upload/, async (route) => {
    await late;
    await route.continue();
  });
  const isLoaded = () => scripts.some((url) => url.includes('documents-upload'));
  await page.goto(`${at.origin}/application/12`, { waitUntil: 'networkidle' });
  assert.equal(isLoaded(), false);
  await fillApplication(page, newApplicant());
  await submitButton(page).click();
  await page.waitForResponse((response) => response.request().method() === 'POST');
  assert.equal(isLoaded(), true);
  await page.getByText('Form submitted. Please upload documents.').waitFor();
  assert.equal(await uploadButton(page).count(), 0);
  send();
  await uploadButton(page).waitFor();

  const other = await visitor(t, {
    editor: false,
    allowConsole: ['ERR_FAILED', 'ERR_INTERNET_DISCONNECTED', 'fetch'],
  });
  await other.route(/documents-upload/, (route) => route.abort());
  let loads = 0;
  other.on('load', () => {
    loads += 1;
  });
  await other.goto(`${at.origin}/application/12`);
  await fillApplication(other, newApplicant());
  await submitButton(other).click();
  const retry = other.getByRole('button', { name: 'Try again' });
  await other.getByText('The form for your documents could not be loaded.').waitFor();
  await other.context().setOffline(true);
  for (let failures = 0; failures < 3; failures += 1) {
    // A page that can be reached is loaded again.
    const failed = other.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await retry.click();
    await failed;
  }
  await other.getByText('Your reference').first().waitFor();
  await other.context().setOffline(false);
  await other.unroute(/documents-upload/);
  await retry.click();
  await uploadButton(other).waitFor();
  assert.equal(loads, 1);
});

/** Returns a page with the application form filled. No script loads until the route of all scripts is removed. */
async function filledWithoutScripts(t: TestContext): Promise<Page> {
  const page = await visitor(t, { editor: false, allowConsole: ['ERR_FAILED', 'fetch'] });
  // They are held, because a page whose script fails reloads itself.
  await page.route('**/assets/*.js', () => {});
  await page.goto(`${at.origin}/application/12`, { waitUntil: 'domcontentloaded' });
  await fillFields(page, newApplicant());
  await control(page, 'cover_letter').fill('Dear bakers, I rise early.');
  return page;
}

test('after a form post before hydration, the documents form works although its script cannot be loaded', async (t) => {
  const page = await filledWithoutScripts(t);
  await page.route(/documents-upload/, (route) => route.abort());
  await page.unroute('**/assets/*.js');
  await submitButton(page).click();
  await page.getByText(messages.applied).waitFor();
  await chooseDocuments(page, sixDocuments);
  await uploadButton(page).click();
  await page.waitForURL(/uploadapplicantdocument|feedback/);
  assert.equal(at.host.callsTo(call).length, 6);
});

test('after a form post before hydration, documents that were chosen before the script of their form has loaded are checked and sent', async (t) => {
  const page = await filledWithoutScripts(t);
  const { promise: script, resolve: send } = Promise.withResolvers<void>();
  await page.route(/documents-upload.*js/, async (route) => {
    await script;
    await route.continue();
  });
  await page.unroute('**/assets/*.js');
  await submitButton(page).click();
  await page.getByText(messages.applied).waitFor();
  await chooseDocuments(page, sixDocuments);
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No document.') };
  await documentField(page, 'nysc').setInputFiles(notes);
  send();
  await documentRow(page, 'nysc').getByText('Invalid File type for "nysc"').waitFor();
  // A refused file leaves its row.
  assert.equal(await page.locator('[data-document][data-state="chosen"]').count(), 5);
  await chooseDocuments(page, { nysc: sixDocuments.nysc });
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  assert.equal(at.host.callsTo(call).length, 6);
});

test('several files are chosen at once: each goes to its row by its name, and the page asks where the name does not tell', async (t) => {
  const person = new NoScriptBrowser(at.origin);
  await applyWithoutScript(person, '12', newApplicant());
  const page = await visitor(t, { viewport: { width: 360, height: 740 } });
  await person.giveCookiesTo(page);
  await page.goto(`${at.origin}/application/12`);
  await uploadButton(page).waitFor();
  // What to send in place of a document is folded.
  const help = documentRow(page, 'cv').getByText('What if I have none?');
  assert.equal(
    await documentRow(page, 'cv')
      .getByText(/No typed CV/)
      .isVisible(),
    false,
  );
  await help.click();
  await documentRow(page, 'cv')
    .getByText(/No typed CV/)
    .waitFor();

  const several = page.getByRole('button', { name: 'Choose several files' });
  const choose = async (files: Parameters<FileChooser['setFiles']>[0]) => {
    const opened = page.waitForEvent('filechooser');
    await several.click();
    const chooser = await opened;
    assert.equal(chooser.isMultiple(), true);
    assert.equal(await chooser.element().getAttribute('name'), null);
    await chooser.setFiles(files);
  };
  const { cv, nysc, waec, undergraduate, other, passport } = sixDocuments;
  await choose([passport, other, cv, nysc]);
  for (const type of ['cv', 'nysc', 'other', 'passport'] as const) {
    await page.locator(`[data-document="${type}"][data-state="chosen"]`).waitFor();
    // The field of the row has the file, as if it had been chosen there.
    const name = await page
      .locator(`input[type="file"][name="${type}"]`)
      .evaluate((input: HTMLInputElement) => input.files?.[0]?.name);
    assert.equal(name, basename(sixDocuments[type]));
  }
  const pdf = { mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await choose([
    { name: 'scan 1.pdf', ...pdf },
    { name: 'scan 2.pdf', ...pdf },
  ]);
  await page.getByText('We placed 0 of 2 files.').waitFor();
  const answer = (name: string) => page.getByRole('button', { name });
  await answer('WAEC result for scan 1.pdf').waitFor();
  await page.waitForFunction(
    () => document.activeElement?.textContent === 'WAEC result for scan 1.pdf',
  );
  assert.equal(await answer('CV for scan 1.pdf').count(), 0);
  // Where the bar with the button is over nothing.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  assert.deepEqual(await violations(page, { within: 'main' }), []);
  await page.keyboard.press('Enter');
  await page.locator('[data-document="waec"][data-state="chosen"]').waitFor();
  await page.waitForFunction(
    () => document.activeElement?.textContent === 'Undergraduate certificate for scan 2.pdf',
  );
  await answer('None of these for scan 2.pdf').click();
  await page.getByText('Which document is').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Choose several files');
  await choose([undergraduate, waec]);
  await page.locator('[data-document="undergraduate"][data-state="chosen"]').waitFor();
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  const sent = at.host
    .callsTo(call)
    .map(({ parts }) => parts.find(({ filename }) => filename !== undefined)?.name);
  assert.deepEqual(sent, documentOrder);
  // This API host is another company's.
  await documentRow(page, 'cv').getByText('Document uploaded').waitFor();
  assert.equal(await page.getByText('Replace it').count(), 0);
  assert.equal(await documentField(page, 'cv').count(), 0);
});

test('the receipt asks for the documents that are missing, but not after a withdrawal or a refusal', async (t) => {
  const page = await visitor(t);
  let withdrawn = false;
  let closed = false;
  await page.route('**/api/submission*', (route) =>
    route.fulfill({
      json: {
        joblistingid: '12',
        applicant_id: '501',
        applied_on: '2026-03-01',
        received: ['cv'],
        link: '/my-application/x',
        withdrawn,
        closed,
      },
    }),
  );
  const receipt = page.getByRole('region', { name: 'Your receipt' });
  const asks = receipt.getByRole('button', { name: 'Upload documents' });
  const isWithdrawn = receipt.getByText('You have withdrawn this application.');
  for ([withdrawn, closed] of [
    [false, false],
    [false, true],
    [true, true],
    // The site of the version before.
    [true, false],
  ] as const) {
    await page.goto(`${at.origin}/feedback?joblistingid=12`);
    await receipt.getByRole('heading', { name: 'Your documents' }).waitFor();
    const isOver = withdrawn || closed;
    assert.deepEqual([await asks.count(), await isWithdrawn.count()], [+!isOver, +withdrawn]);
    const link = withdrawn ? 'See or erase' : 'See, withdraw or erase';
    await receipt.getByRole('link', { name: `${link} your application` }).waitFor();
    // Nobody makes contact because of such an application.
    for (const name of [siteConfig.feedback.title, siteConfig.feedback.next])
      assert.equal(await page.getByRole('heading', { name }).count(), isOver ? 0 : 1, name);
  }
  closed = false;
  // Where it was withdrawn, the form of the opening tells it before a second application is entered, and refused.
  await page.goto(`${at.origin}/application/12`);
  await page
    .getByText('An application that was sent from this browser on 1 March 2026 was withdrawn.')
    .waitFor();
  const link = page.getByRole('link', { name: 'See it or erase it' });
  assert.equal(await link.getAttribute('href'), '/api/submission?joblistingid=12&link');
});

test('a receipt that the broken connection kept away is said to be missing, and appears with the connection', async (t) => {
  const page = await visitor(t, { allowConsole: ['ERR_FAILED'] });
  await page.route('**/api/submission*', (route) => route.abort());
  // The API host has removed the opening.
  await page.goto(`${at.origin}/feedback?joblistingid=999`);
  await page.getByText('Your reference cannot be shown just now').waitFor();
  await page.unroute('**/api/submission*');
  await page.route('**/api/submission*', (route) =>
    route.fulfill({ json: { joblistingid: '999', applicant_id: '501', received: [] } }),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const receipt = page.getByRole('region', { name: 'Your receipt' });
  await receipt.getByText('501').waitFor();
  await receipt.getByRole('link', { name: 'Opening 999' }).waitFor();
  assert.equal(await page.getByText('cannot be shown just now').count(), 0);
});

test('a receipt from the back/forward cache shows nothing of an application that was forgotten meanwhile, also offline', async (t) => {
  const page = await visitor(t, { allowConsole: ['ERR_FAILED'] });
  await page.route('**/api/submission*', (route) =>
    route.fulfill({ json: { joblistingid: '12', applicant_id: '501', received: [] } }),
  );
  await page.goto(`${at.origin}/feedback?joblistingid=12`);
  const receipt = page.getByRole('region', { name: 'Your receipt' });
  await receipt.getByText('501').waitFor();
  await page.unroute('**/api/submission*');
  await page.route('**/api/submission*', (route) => route.abort());
  // As in the cache: the page gets no storage event of the tab that forgets the device.
  await page.evaluate(() => {
    localStorage.setItem('forgotten-at', String(Date.now()));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.getByRole('heading', { name: 'This browser has no application to show.' }).waitFor();
  assert.equal(await receipt.count(), 0);
});

test('with text at 200 % on a phone nothing of the documents form is beyond the edge', async (t) => {
  const page = await visitor(t, { viewport: { width: 180, height: 370 } });
  const json = { joblistingid: '12', applicant_id: 'AAAA-BBBB-CCCC', received: [] };
  await page.route('**/api/submission*', (route) => route.fulfill({ json }));
  await page.goto(`${at.origin}/application/12`);
  await page.getByRole('button', { name: 'Choose several files' }).waitFor();
  const beyond = await page
    .locator('[data-documents] :is(p, input, button, summary), [data-tone] p')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.getBoundingClientRect().right > 170)
        .map((part) => part.textContent || part.id),
    );
  assert.deepEqual(beyond, []);
});

test('in forced colors the progress is visible', async (t) => {
  const page = await documentsPage(t, { forcedColors: 'active', webFonts: true });
  const paused = pausedReply(ok);
  at.host.next(call, paused.reply);
  await uploadButton(page).click();
  await documentRow(page, 'cv').getByText('Waiting for confirmation').waitFor();
  for (const area of [overlay(page), documentRow(page, 'cv')]) {
    const image = (await area.getByRole('progressbar').screenshot()).toString('base64');
    const colors = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer;
      return new Set(new Uint32Array(data ?? new ArrayBuffer())).size;
    }, image);
    assert.ok(colors > 1, `${colors} color`);
  }
  paused.send();
  await page.waitForURL('**/feedback?joblistingid=*');
});

test('after a reload, the documents section names the documents whose files were chosen and not sent', async (t) => {
  const page = await documentsPage(t, {});
  const notice = page.getByRole('status').filter({ hasText: 'Please choose your files again.' });
  const named = (types: readonly DocumentType[]) =>
    notice.getByText(
      `They were not sent before this page was loaded again: ${types.map(documentLabel).join(', ')}.`,
      { exact: true },
    );
  const [, ...others] = documentOrder;
  assert.equal(await notice.count(), 0);
  await page.reload();
  await named(documentOrder).waitFor();
  await documentField(page, 'cv').setInputFiles(sixDocuments.cv);
  await named(others).waitFor();
  // What the tab stores names no file.
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
  assert.match(stored, /application-documents:/);
  assert.doesNotMatch(stored, /\.(?:pdf|docx?|jpg)/);
  await page.reload();
  await named(documentOrder).waitFor();
  await chooseDocuments(page, sixDocuments);
  await notice.waitFor({ state: 'detached' });
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  await page.waitForFunction(
    () => !JSON.stringify(sessionStorage).includes('application-documents'),
  );
});

test("'Forget me' on a page with chosen files loads it again without a question of the browser", async (t) => {
  const page = await documentsPage(t, {});
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole('heading', { name: 'Your documents' }).click();
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await Promise.all([
    page.waitForEvent('load', { timeout: 10_000 }),
    page.getByRole('button', { name: 'Forget me', exact: true }).click(),
  ]);
  await page.getByText('This device is forgotten.').waitFor();
  assert.deepEqual(asked, []);
  assert.equal(await uploadButton(page).count(), 0);
});

test('a file that is chosen in one tab is not shown as the one that another tab has sent', async (t) => {
  const page = await documentsPage(t, {});
  const other = await page.context().newPage();
  await other.goto(`${at.origin}/application/12`);
  await uploadButton(other).waitFor();
  await chooseDocuments(other, { cv: sixDocuments.undergraduate });
  at.host.next(call, ok);
  await uploadButton(other).click();
  await documentRow(other, 'cv').getByText(messages.documentUploaded).waitFor();
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  const row = documentRow(page, 'cv');
  await row.getByText('was not sent').waitFor();
  assert.doesNotMatch(await row.innerText(), new RegExp(basename(sixDocuments.cv)));
});
