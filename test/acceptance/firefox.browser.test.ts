import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ElementHandle, Page } from 'puppeteer-core';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import { type Applicant, newApplicant } from '#test/support/applicant.ts';
import { closeFirefoxAfterFile, firefoxPage, leaveAndReturn } from '#test/support/firefox.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { draw, fileOf, files, heldUpright, pagesOf } from '#test/support/photographs.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

closeFirefoxAfterFile();

const at = siteAndHost();

const shows = (page: Page, text: string) => page.locator(`::-p-text(${text})`).wait();

/** Waits until React has attached its event handlers to the document. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const [, container] =
      Object.entries(document).find(([name]) => name.startsWith('__reactContainer')) ?? [];
    return container?.stateNode.current.memoizedState.isDehydrated === false;
  });

async function fill(page: Page, { fields, answers, letter }: Applicant): Promise<void> {
  const all = {
    ...fields,
    ...Object.fromEntries(Object.entries(answers).map(([id, text]) => [`answers[${id}]`, text])),
  };
  // Not Puppeteer's `fill`: on a busy machine one of some hundred never ends, although the page is idle.
  await page.evaluate(async (values) => {
    for (const [name, value] of Object.entries(values)) {
      const find = () => document.querySelector<HTMLInputElement>(`main [name="${name}"]`);
      let field = find();
      // A field that depends on another one appears after it.
      for (; field === null; field = find()) await new Promise(requestAnimationFrame);
      field.focus();
      // React notices a value that is set through the prototype.
      Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
      for (const type of ['input', 'change'])
        field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, all);
  await page.locator('[data-editor]').hover();
  await page.locator('[data-editor="rich"]').wait();
  await page.locator('[role="textbox"]').click();
  await page.keyboard.type(letter);
}

async function chooseDocuments(page: Page, documents: Applicant['documents']): Promise<void> {
  for (const type of documentOrder) {
    const input = await page.waitForSelector(`input[type="file"][name="${type}"]`);
    await (input as ElementHandle<HTMLInputElement>).uploadFile(documents[type]);
  }
}

/** Returns the page of an application that was accepted in this browser. The first request for `lostScript` fails. */
async function applied(t: TestContext, lostScript?: RegExp): Promise<Page> {
  const person = new NoScriptBrowser(at.origin);
  await applyWithoutScript(person, '12', newApplicant());
  const page = await firefoxPage(t);
  for (const [name, value] of person.cookies)
    await page.browserContext().setCookie({ name, value, domain: new URL(at.origin).hostname });
  if (lostScript) {
    let isLost = false;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const fails: boolean = !isLost && lostScript.test(request.url());
      isLost ||= fails;
      void (fails ? request.abort() : request.continue());
    });
  }
  await page.goto(`${at.origin}/application/12`);
  return page;
}

/** Leaves the page and comes back, until it comes from the back/forward cache: a busy Firefox does not keep every page. */
async function restore(page: Page): Promise<void> {
  while (!(await leaveAndReturn(page)));
}

async function forget(page: Page): Promise<void> {
  await page.locator('button ::-p-text(Forget me on this device)').click();
  // The text of the next button is in the one before too.
  await shows(page, 'Keep it');
  await page.locator('button ::-p-text(Forget me)').click();
}

const openings = (page: Page) => page.$$eval('#openings details', ({ length }) => length);

test('in Firefox, with Back at each step: search, open a panel, apply after correcting an error, upload six documents, receipt', async (t) => {
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
  await hydrated(page);
  await restore(page);
  assert.equal(await openings(page), 4);
  await page.select('main [name="company_id"]', '1');
  await page.type('main [name="q"]', 'chef');
  await page.waitForFunction(() => window.location.search.includes('q=chef'));
  await page.waitForFunction(() => document.querySelectorAll('#openings details').length === 1);
  await page.locator('#openings details summary ::-p-text(Pastry chef)').click();
  await page.locator('#openings details[open] a[href="/application/11#apply"]').click();
  await shows(page, 'Submit application');
  await hydrated(page);

  await fill(page, { ...applicant, fields: { ...applicant.fields, phone: '123' } });
  await restore(page);
  await page.waitForFunction(
    (email) =>
      document.querySelector<HTMLInputElement>('main [name="emailaddress"]')?.value === email,
    {},
    applicant.fields.emailaddress ?? '',
  );
  await page.locator('button ::-p-text(Submit application)').click();
  await shows(page, 'There is a problem');
  assert.match(await page.title(), /^Error: /);
  assert.equal(at.host.callsTo('validatecandidate').length, 0);
  await page.locator('main [name="phone"]').fill(applicant.fields.phone ?? '');
  await page.locator('button ::-p-text(Submit application)').click();
  await shows(page, messages.applied);
  await restore(page);

  await chooseDocuments(page, applicant.documents);
  await page.locator('button ::-p-text(Upload documents)').click();
  await page.waitForFunction(() => window.location.pathname === '/feedback');
  await shows(page, '6 of 6');

  const [applied] = at.host.callsTo('applyjobposting');
  assert.equal(at.host.callsTo('applyjobposting').length, 1);
  const { cover_letter, answers, ...rest } = (applied?.json ?? {}) as Record<string, unknown>;
  assert.deepEqual({ ...rest, ...applicant.fields }, rest);
  assert.equal(cover_letter, '<p>Dear bakers, I rise early.</p>');
  assert.deepEqual(answers, { 101: 'Yes.', 102: '' });
  const types = at.host
    .callsTo('uploadapplicantdocument')
    .map(({ parts }) => parts.find(({ name }) => name === 'document_type')?.value);
  assert.deepEqual(types, documentOrder);
  assert.deepEqual(complaints, []);
});

test('in Firefox, Back to an accepted application shows nothing of it after another tab has forgotten the device', async (t) => {
  const page = await applied(t);
  await shows(page, messages.applied);
  await page.goto(`${at.origin}/contact`);

  const tab = await page.browserContext().newPage();
  await tab.goto(`${at.origin}/application/12`);
  // The documents form moves the button when it has loaded, and a click on the former place is lost.
  await hydrated(tab);
  await tab.locator('input[type="file"][name="cv"]').wait();
  await forget(tab);
  await shows(tab, 'Submit application');
  await tab.close();

  await page.evaluate(() => void setTimeout(() => window.history.back()));
  await shows(page, 'Submit application');
  assert.doesNotMatch(await page.$eval('main', ({ innerText }) => innerText), /Your reference/);
});

test('in Firefox, Back to a form that a draft had filled shows an empty letter after another tab has forgotten the device', async (t) => {
  const page = await firefoxPage(t);
  await page.goto(`${at.origin}/application/12`);
  await hydrated(page);
  await fill(page, newApplicant());
  await page.waitForFunction(() =>
    /ovens/.test(localStorage.getItem('application-draft:12') ?? ''),
  );
  await page.reload();
  await shows(page, 'What you wrote before is here again.');
  await page.locator('[data-editor]').hover();
  await page.locator('[data-editor="rich"]').wait();
  await page.goto(`${at.origin}/contact`);

  const tab = await page.browserContext().newPage();
  await tab.goto(`${at.origin}/application/12`);
  await hydrated(tab);
  await forget(tab);
  await shows(tab, 'This device is forgotten.');
  await tab.close();

  await page.evaluate(() => void setTimeout(() => window.history.back()));
  await shows(page, 'This device is forgotten.');
  const letter = () => page.$eval('[name="cover_letter"]', (field) => Reflect.get(field, 'value'));
  assert.doesNotMatch(await letter(), /ovens/);
});

test('in Firefox a letter stays as it was through two reloads, and what is added after the first one', async (t) => {
  const page = await firefoxPage(t);
  await page.goto(`${at.origin}/application/12`);
  const letter = () => page.$eval('[name="cover_letter"]', (field) => Reflect.get(field, 'value'));
  const openEditor = async () => {
    await page.locator('[data-editor]').hover();
    await page.locator('[data-editor="rich"]').wait();
    await page.locator('[role="textbox"]').click();
  };
  const isKept = (text: string) =>
    page.waitForFunction(
      (kept) => localStorage.getItem('application-draft:12')?.includes(kept),
      {},
      text,
    );
  await openEditor();
  await page.keyboard.type('I rise');
  await isKept('<p>I rise</p>');
  await page.reload();
  await openEditor();
  await page.keyboard.press('End');
  await page.keyboard.type(' early.');
  await isKept('<p>I rise early.</p>');
  await page.reload();
  await openEditor();
  assert.equal(await letter(), '<p>I rise early.</p>');
});

test('in Firefox the form for the documents is tried again after its script has failed', async (t) => {
  const page = await applied(t, /documents-upload-.*\.js$/);
  await shows(page, 'The form for your documents could not be loaded.');
  await page.locator('button ::-p-text(Try again)').click();
  await page.locator('[data-document="cv"]').wait();
});

test('in Firefox, before the scripts have arrived, the menu, a submenu and the search dropdown open on a press and close on Escape', async (t) => {
  const page = await firefoxPage(t);
  await page.setRequestInterception(true);
  // Not aborted: a script that cannot be loaded reloads the page.
  page.on('request', (request) => request.url().endsWith('.js') || request.continue());
  await page.setViewport({ width: 1024, height: 800 });
  await page.goto(`${at.origin}/contact`, { waitUntil: 'domcontentloaded' });
  for (const opener of ['nav > ul button ::-p-text(ABOUT)', 'button[title="Search openings"]']) {
    await page.locator(opener).click();
    await page.locator(':popover-open').wait();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector(':popover-open') === null);
  }
  await page.setViewport({ width: 400, height: 800 });
  await page.locator('nav > button').click();
  await page.locator('#main-menu summary ::-p-text(ABOUT)').click();
  await page.locator('#main-menu a ::-p-text(Our houses)').wait();
});

test('in Firefox the submenus are at their items, and a click keeps open what the mouse has opened', async (t) => {
  const page = await firefoxPage(t);
  await page.setViewport({ width: 1200, height: 800 });
  await page.goto(`${at.origin}/contact`);
  await hydrated(page);
  const about = page.locator('nav > ul > li > button ::-p-text(ABOUT)');
  const talk = page.locator('nav > ul > li li > button');
  const inner = '#submenu-1-4:popover-open';
  await about.click();
  await talk.hover();
  const box = await page.waitForSelector(inner).then((element) => element?.boundingBox());
  const item = await page.$eval('nav > ul > li li > button', (element) => {
    const { right, top } = element.getBoundingClientRect();
    return { right, top };
  });
  assert.ok(
    box && box.x >= item.right && box.x < item.right + 40 && Math.abs(box.y - item.top) < 40,
  );
  await talk.click();
  await page.mouse.move(5, 700);
  assert.ok(await page.$(inner), 'open after a click and leaving');
  await talk.click();
  await page.waitForFunction((open) => document.querySelector(open) === null, {}, inner);
});

test('in Firefox a photograph becomes a PDF, upright', async (t) => {
  const page = await applied(t);
  const photograph = await page.evaluate(draw, { width: 800, height: 600 });
  const [upright] = await files(t, {
    'upright.jpg': heldUpright(Buffer.from(photograph, 'base64')),
  });
  assert.ok(upright);
  await page.waitForSelector('[data-document="cv"]');
  // Firefox dismisses the dialog of a page that a program drives.
  await page.evaluate(() => {
    HTMLInputElement.prototype.click = () => {};
  });
  await page.locator('[data-document="cv"] ::-p-text(Use pictures)').click();
  const input = await page.waitForSelector('body > input[type="file"]');
  await input?.uploadFile(upright);
  await page.locator('[data-document="cv"] ::-p-text(1 page, as a PDF.)').wait();
  const bytes = await page.$eval('input[name="cv"]', fileOf);
  assert.deepEqual(await pagesOf(Buffer.from(bytes, 'base64')), [
    { rotate: 0, width: 600, height: 800, topLeft: 'yellow' },
  ]);
});

test("in Firefox a message that React's scheduler posts while the page is left arrives after Back", async (t) => {
  const page = await firefoxPage(t);
  await page.goto(at.origin);
  await hydrated(page);
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      document.documentElement.dataset.message = 'arrived';
    };
    window.addEventListener('pagehide', () => port2.postMessage(null));
  });
  await restore(page);
  await page.waitForFunction(() => document.documentElement.dataset.message === 'arrived');
});
