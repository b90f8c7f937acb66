import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import {
  control,
  fillApplication,
  letterArea,
  newApplicant,
  submitButton,
  typedValues,
  waitForHydration,
} from '#test/support/applicant.ts';
import { blockStorage, type VisitorOptions, visitor } from '#test/support/browser.ts';
import { openings } from '#test/support/default-responses.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { replies } from '#test/support/scripted-host.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

const person = () => newApplicant({ answers: { 101: 'Yes.\nAt three, even.', 102: 'Agege' } });

/** Returns the draft that this device stores for opening 11. */
const kept = (page: Page) =>
  page.evaluate(() => localStorage.getItem('application-draft:11') ?? undefined);

async function open(page: Page, id = '11'): Promise<void> {
  await page.goto(`${at.origin}/application/${id}`);
  await waitForHydration(control(page, 'firstname'));
}

/** Another tab of the same browser. */
async function anotherTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await open(page);
  return page;
}

/** Returns a visitor who writes the letter in its text area: only the first test is about the letter. */
const withoutEditor = (t: TestContext, options: VisitorOptions = {}) =>
  visitor(t, { ...options, editor: false });

/** Returns the element with the keyboard focus, once it has this text. */
const focusOn = (page: Page, text: string) => page.locator(':focus', { hasText: text }).waitFor();

const restored = (page: Page) => page.getByText('What you wrote before is here again.');

test('a reload fills in what the tab showed and says so; a complete form is restored after the tab was closed: fields, selects, answers and letter', async (t) => {
  const page = await visitor(t);
  await open(page);
  await fillApplication(page, person());
  await letterArea(page).getByText('Dear bakers').selectText();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.getByRole('button', { name: 'Bold' }).click();
  const before = await typedValues(page);
  for (let reloads = 0; reloads < 2; reloads += 1) {
    await page.reload();
    await restored(page).waitFor();
    assert.equal(await page.getByText('We kept what you wrote').count(), 0);
    assert.deepEqual(await typedValues(page), before);
  }
  const line = await restored(page).boundingBox();
  const field = await control(page, 'firstname').boundingBox();
  assert.ok(line && field && field.y - line.y < 200, 'the line is not near the fields');
  await page.close({ runBeforeUnload: true });

  const later = await anotherTab(page.context());
  await later.getByText('We kept what you wrote here on this device, without files.').waitFor();
  assert.equal(await control(later, 'firstname').inputValue(), '');
  await later.getByRole('button', { name: 'Restore' }).click();
  await letterArea(later).getByText('Your ovens start at 4 am').waitFor();
  assert.equal(await letterArea(later).locator('strong').innerText(), 'bakers,');
  assert.deepEqual(await typedValues(later), before);
  await later.getByText('We kept what you wrote').waitFor({ state: 'detached' });
});

test("a page that is opened again only offers its draft; after 'Restore', 'Discard' and 'Keep it' the focus is where the visitor goes on, and a line says what became of the draft", async (t) => {
  const page = await withoutEditor(t);
  const offer = page.getByText('We kept what you wrote');
  await open(page);
  await control(page, 'firstname').fill('Sade');
  await page.waitForFunction(() => localStorage.getItem('application-draft:11') !== null);
  // Somebody else may sit at the device now.
  await open(page, '12');
  assert.deepEqual([await restored(page).count(), await offer.count()], [0, 0]);
  await open(page);
  await offer.waitFor();
  assert.equal(await control(page, 'firstname').inputValue(), '');
  await page.getByRole('button', { name: 'Restore' }).click();
  await focusOn(page, 'What you wrote before is here again.');
  await open(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await focusOn(page, 'What you wrote before is discarded.');
  assert.equal(await kept(page), undefined);
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await focusOn(page, 'Forget me on this device');
});

test('an answer of a draft is not sent before the visitor has seen that the text of its question has changed', async (t) => {
  const page = await withoutEditor(t);
  await open(page);
  await fillApplication(page, person());
  await page.waitForFunction(() =>
    /Agege.*ovens|ovens.*Agege/s.test(localStorage.getItem('application-draft:11') ?? ''),
  );
  await page.goto(`${at.origin}/contact`);
  const [opening] = openings;
  const [first, second] = opening?.questions ?? [];
  const question = 'Can you start at 3 am?';
  const data = { ...opening, questions: [{ ...first, question }, second] };
  at.host.always('findopening', replies.json({ status: true, data }));
  await at.readUntil('/application/11', /start at 3 am/);

  await open(page);
  for (const returnToDraft of [
    () => page.getByRole('button', { name: 'Restore' }).click(),
    // The reload puts the draft back.
    () => page.reload(),
  ]) {
    await returnToDraft();
    await restored(page).waitFor();
    await submitButton(page).click();
    const problem = page.getByRole('alert').filter({ hasText: /The questions .* have changed/ });
    const links = problem.getByRole('link');
    await links.first().waitFor();
    assert.deepEqual(await links.allInnerTexts(), [
      `${question} This question is new, or its text has changed.`,
    ]);
    assert.equal(await control(page, 'answers[101]').inputValue(), 'Yes.\nAt three, even.');
    assert.equal(at.host.callsTo('applyjobposting').length, 0);
  }
  await submitButton(page).click();
  await page.getByText('Form submitted. Please upload documents.').waitFor();
});

test('an accepted application has no draft; its form is a line that can be opened, and a reload keeps the reference in one line', async (t) => {
  const page = await withoutEditor(t, { viewport: { width: 360, height: 740 } });
  await open(page);
  assert.equal(await page.getByText('What you sent:').isVisible(), false);
  await fillApplication(page, person());
  await page.waitForFunction(() => localStorage.getItem('application-draft:11') !== null);
  await submitButton(page).click();
  const sent = page.getByText('What you sent:');
  await sent.getByText("Ngọzi O'Brien-Eze").waitFor();
  const [iconBottom = 0, nameTop = 0] = await sent.evaluate((line) => [
    line.querySelector('svg')?.getBoundingClientRect().bottom,
    line.querySelector('span')?.getClientRects()[0]?.top,
  ]);
  assert.ok(nameTop < iconBottom, 'the icon is in the line of the text');
  assert.equal(await kept(page), undefined);
  assert.equal(await control(page, 'firstname').isVisible(), false);
  await sent.click();
  assert.equal(await control(page, 'firstname').isVisible(), true);
  assert.equal(await control(page, 'firstname').isDisabled(), true);
  const reference = page.getByText('Your reference:').locator('strong');
  const text = await reference.innerText();
  await page.reload();
  assert.equal(await reference.innerText(), text);
  assert.equal(await reference.evaluate(linesOf), 1);
});

/** Returns the number of lines of a text that is as long as a UUID. */
function linesOf(element: Element): number {
  element.textContent = '0190a5b2-7c3d-7e8f-9a0b-1c2d3e4f5a6b';
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

test("'Forget me on this device' clears the form, the drafts and the link to the documents", async (t) => {
  const sender = new NoScriptBrowser(at.origin);
  await applyWithoutScript(sender, '11', person());
  const page = await withoutEditor(t);
  await sender.giveCookiesTo(page);
  await page.goto(`${at.origin}/application/11`);
  await page.getByText('Form submitted. Please upload documents.').waitFor();
  await open(page, '12');
  await control(page, 'firstname').fill('Sade');
  await page.waitForFunction(() => localStorage.getItem('application-draft:12') !== null);
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await page.getByText('This empties every form').waitFor();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Forget me', exact: true }).click(),
  ]);
  await page.locator(':focus').getByText('This device is forgotten.').waitFor();
  assert.equal(await control(page, 'firstname').inputValue(), '');
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ['forgotten-at']);
  assert.deepEqual(
    (await page.context().cookies()).filter(({ name }) => name === 'upload_ticket'),
    [],
  );
  assert.equal(
    await page
      .evaluate(() => JSON.stringify(sessionStorage))
      .then((kept) => /Sade|Ngọzi/.test(kept)),
    false,
  );
  await page.reload();
  await waitForHydration(control(page, 'firstname'));
  assert.equal(await restored(page).count(), 0);
  assert.equal(await control(page, 'firstname').inputValue(), '');
  await open(page);
  await submitButton(page).waitFor();
});

test('without browser storage a message is shown, and the form works', async (t) => {
  const page = await withoutEditor(t);
  await blockStorage(page);
  await open(page);
  await fillApplication(page, person());
  await page.getByText('This browser keeps nothing for us').waitFor();
  await submitButton(page).click();
  await page.getByText('Form submitted. Please upload documents.').waitFor();
});

test('two tabs: the second is offered the draft of the first, and is notified when it was sent', async (t) => {
  const first = await withoutEditor(t);
  await open(first);
  const second = await anotherTab(first.context());
  await fillApplication(first, person());
  await second.getByText('You are writing this application in another tab, too.').waitFor();
  await second.getByRole('button', { name: 'Restore' }).click();
  assert.equal(await control(second, 'firstname').inputValue(), 'Ngọzi');
  const before = at.host.callsTo('applyjobposting').length;
  await submitButton(first).click();
  await first.getByText('Form submitted. Please upload documents.').waitFor();
  await second.getByText('Form submitted. Please upload documents.').waitFor();
  assert.equal(await submitButton(second).count(), 0);
  assert.equal(at.host.callsTo('applyjobposting').length, before + 1);
});
