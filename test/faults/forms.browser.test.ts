import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import {
  chooseDocuments,
  fillApplication,
  newApplicant,
  sixDocuments,
  submitButton,
  typedValues,
  uploadButton,
  waitForHydration,
} from '#test/support/applicant.ts';
import type { VisitorOptions } from '#test/support/browser.ts';
import { openings } from '#test/support/default-responses.ts';
import { acceptedApplicant } from '#test/support/documents-page.ts';
import { faultSite } from '#test/support/faults.ts';
import { formValues, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { replies } from '#test/support/scripted-host.ts';

const faults = faultSite();

const forms = {
  application: {
    path: '/application/12',
    selector: 'form:has([name="emailaddress"])',
    control: 'emailaddress',
    button: 'Submit application',
    values: {},
    call: 'applyjobposting',
    sent: messages.applied,
  },
  contact: {
    path: '/contact',
    selector: 'form:has(#msg)',
    control: 'msg',
    button: 'Send message',
    values: { firstname: 'Ada', lastname: 'Obi', email: 'ada@example.ng', msg: 'Good bread.' },
    call: 'contact',
    sent: messages.messageSent,
  },
  enquiry: {
    path: '/?ref=staff#contact-us',
    selector: 'form[action="/forms/contact-us"]',
    control: 'message',
    button: 'Send message',
    values: { name: 'Ada Obi', email: 'ada@example.ng', message: 'Good bread.' },
    call: 'contact',
    sent: /Message received|Sent Message/,
  },
} as const;
type FormName = keyof typeof forms;

/** Opens the page of a form and fills every required field. */
async function filledForm(t: TestContext, name: FormName, options: VisitorOptions = {}) {
  const { path, selector, button, values } = forms[name];
  const page = await faults.visitor(t, { allowConsole: ['tile'], ...options });
  await page.goto(faults.origin + path);
  const form = page.locator(selector);
  await waitForHydration(form);
  if (name === 'application') await fillApplication(page, newApplicant());
  for (const [field, value] of Object.entries(values))
    await form.locator(`[name="${field}"]`).fill(value);
  return { page, form, send: form.getByRole('button', { name: button }) };
}

// The contact form has the hook of the application form.
for (const name of ['application', 'enquiry'] as const)
  test(`the ${name} form with script is sent at the second try when an extension fills the hidden field each time`, async (t) => {
    const { call, sent } = forms[name];
    const { page, form, send } = await filledForm(t, name);
    const honeypot = form.locator('[name="website"]');
    for (const manager of ['1p-ignore', 'lpignore', 'bwignore', 'form-type'])
      assert.notEqual(await honeypot.getAttribute(`data-${manager}`), null, manager);
    const fill = () =>
      honeypot.evaluate((input: HTMLInputElement) => {
        input.value = 'https://extension.example';
      });
    await fill();
    await send.click();
    await page
      .getByText(/Please read through what you wrote/)
      .first()
      .waitFor();
    assert.doesNotMatch(await page.title(), /Error/);
    assert.equal(await page.getByText('Error', { exact: true }).count(), 0);
    assert.equal(faults.primary.callsTo(call).length, 0);
    const ok = page.getByRole('dialog').getByRole('button', { name: 'OK' });
    if (await ok.isVisible()) await ok.click();
    assert.equal(await honeypot.inputValue(), '');
    await fill();
    await send.click();
    await page.getByText(sent).first().waitFor();
    if (name === 'application') await page.locator(':focus [data-tone=success]').waitFor();
    assert.equal(faults.primary.callsTo(call).length, 1);
  });

for (const name of ['application', 'contact', 'enquiry'] as const)
  test(`the ${name} form without script is sent at the second try when an extension fills the hidden field each time`, async () => {
    const { path, call, control, values, sent } = forms[name];
    const browser = new NoScriptBrowser(faults.origin, faults.address());
    const website = 'https://extension.example';
    const first = await browser.get(path);
    const applicant = name === 'application' ? formValues(newApplicant()) : {};
    const entered = { ...values, ...applicant };
    const refused = await browser.submit(first, first.form(control), { ...entered, website });
    assert.match(refused.text, /Please read through what you wrote/);
    assert.equal(faults.primary.callsTo(call).length, 0);
    const form = refused.form(control);
    const kept = Object.fromEntries(form.values);
    assert.deepEqual({ ...kept, ...entered, website: '' }, kept);
    const accepted = await browser.submit(refused, form, { website });
    assert.match(accepted.text, new RegExp(sent));
    // The browser moves the focus to it.
    if (name === 'application')
      assert.match(accepted.html, /autofocus=""[^>]*>(?:<[^>]*>)*<[^>]*data-tone="success"/);
    assert.equal(faults.primary.callsTo(call).length, 1);
  });

/** Waits until the focus is in `element`; then all of it must be inside the viewport, and nothing may cover it. */
async function assertFocusedOnScreen(element: Locator): Promise<void> {
  await element.waitFor();
  await element
    .page()
    .waitForFunction(
      (node) => {
        const { activeElement } = document;
        return (
          node?.contains(activeElement) ||
          (activeElement?.matches(':not(body)') && activeElement.contains(node))
        );
      },
      await element.elementHandle(),
    )
    .catch(() => undefined);
  const state = await element.evaluate((node) => {
    const active = document.activeElement;
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const hits = [top + 6, bottom - 6].map((y) => document.elementFromPoint(left + 12, y));
    return {
      focus: active === document.body ? 'body' : 'an element',
      focused: node.contains(active) || active?.contains(node),
      outside: [left < 0, top < 0, right > innerWidth, bottom > innerHeight],
      covered: hits.map((hit) => !hit || !(node.contains(hit) || hit.contains(node))),
    };
  });
  assert.deepEqual(state, {
    focus: 'an element',
    focused: true,
    outside: [false, false, false, false],
    covered: [false, false],
  });
}

const phone = { width: 360, height: 740 };

test('the refusal of an application receives the focus on a phone, and stays on it after OK; its acceptance receives the focus', async (t) => {
  for (const host of [faults.primary, faults.secondary])
    host.always('validatecandidate', replies.json({ status: 0 }));
  const { page, form, send } = await filledForm(t, 'application', { viewport: phone });
  await send.click();
  const dialog = page.getByRole('dialog', { name: messages.error });
  await assertFocusedOnScreen(dialog);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const message = form.locator('[data-tone=error]');
  await assertFocusedOnScreen(message);
  await message.getByText(messages.alreadyApplied).waitFor();
  await page.keyboard.press('Tab');
  await assertFocusedOnScreen(send);

  faults.primary.always('validatecandidate');
  await form.locator('[name="age"]').focus();
  await send.dblclick();
  await assertFocusedOnScreen(page.locator('[data-tone=success]'));
  assert.equal(faults.primary.callsTo('applyjobposting').length, 1);
});

for (const name of ['contact', 'enquiry'] as const)
  test(`the failure and 'Sent Message' of the ${name} form receive the focus on a phone`, async (t) => {
    const { page, form, send } = await filledForm(t, name, { viewport: phone });
    faults.primary.always('contact', replies.http(500));
    await send.click();
    if (name === 'enquiry') await assertFocusedOnScreen(form.locator('[data-tone=error]'));
    else {
      const dialog = page.getByRole('dialog', { name: messages.error });
      await assertFocusedOnScreen(dialog);
      await dialog.getByRole('button', { name: 'OK' }).click();
      await assertFocusedOnScreen(send);
    }

    faults.primary.always('contact');
    // Otherwise the contact page is left after two seconds.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await form.locator('[name="email"]').press('Enter');
    await send.waitFor({ state: name === 'contact' ? 'detached' : 'visible' });
    await assertFocusedOnScreen(page.locator('[data-tone=success]'));
  });

test('the progress of an upload is on a phone, and its result receives the focus', async (t) => {
  const page = await acceptedApplicant(t, faults, '12', { viewport: phone });
  await chooseDocuments(page, sixDocuments);
  faults.primary.next('uploadapplicantdocument', replies.silence());
  await uploadButton(page).click();
  const progress = page.locator('[data-overlay] p');
  await progress.waitFor();
  const [top, bottom, focused] = await progress.evaluate((bar) => {
    const box = bar.getBoundingClientRect();
    return [box.top, box.bottom, document.activeElement?.tagName] as const;
  });
  assert.ok(top >= 0 && bottom <= phone.height, `${top} to ${bottom}`);
  assert.equal(focused, 'BUTTON');
  await assertFocusedOnScreen(page.getByRole('alert').filter({ hasText: 'An error occured' }));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await uploadButton(page).click();
  await assertFocusedOnScreen(page.locator('form [data-tone=success]'));
});
const [, opening] = openings;
const oldQuestions = [
  { id: 'a', question: 'Can you drive?', required: '1' },
  { id: 'b', question: 'Which languages?', required: '0' },
  { id: 'c', question: 'Any allergies?', required: '0' },
];
/** `b` has another text, `c` is gone, `d` is new. */
const newQuestions = [
  { id: 'a', question: 'Can you drive?', required: '1' },
  { id: 'b', question: 'Which languages do you read?', required: '0' },
  { id: 'd', question: 'Can you work at night?', required: '1' },
];
const found = (questions: object) =>
  replies.json({ status: true, data: { ...opening, questions } });
const answers = { a: 'Yes', b: 'Hausa', c: 'None' };

/** The form after a submission that the site held because of the new questions; sends it. */
async function assertNewQuestions(page: Page, before: Record<string, string>): Promise<void> {
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await assertFocusedOnScreen(summary);
  await summary.getByText(/The questions of this opening have changed/).waitFor();
  const { 'answers[c]': _, questions_shown: shown, ...kept } = before;
  const after = await typedValues(page);
  assert.deepEqual({ ...kept, questions_shown: after.questions_shown, 'answers[d]': '' }, after);
  assert.notEqual(after.questions_shown, shown);
  await page.getByLabel('Which languages do you read?').waitFor();
  await summary.getByRole('link', { name: /Can you work at night\?/ }).click();
  await page.locator('#answers-d:focus').fill('Yes');
  await submitButton(page).click();
  await page.getByText(messages.applied).waitFor();
  const sent = faults.primary.callsTo('applyjobposting').at(-1)?.json as { answers: unknown };
  assert.deepEqual(sent.answers, { a: 'Yes', b: 'Hausa', d: 'Yes' });
}

test('questions that were changed after the page was opened are shown, and every other value is kept', async (t) => {
  faults.primary.always('findopening', found(oldQuestions));
  const page = await faults.visitor(t);
  await page.goto(`${faults.origin}/application/12`);
  await fillApplication(page, newApplicant({ answers }));
  const before = await typedValues(page);
  faults.primary.always('findopening', found(newQuestions));
  await submitButton(page).click();
  await assertNewQuestions(page, before);
});

test('a question that only the host knows is shown after its refusal, and every other value is kept', async (t) => {
  faults.primary.always('findopening', found(oldQuestions));
  const page = await faults.visitor(t);
  await page.goto(`${faults.origin}/application/12`);
  await fillApplication(page, newApplicant({ answers }));
  const before = await typedValues(page);
  faults.primary.next('applyjobposting', {
    after: 'body',
    respond: ({ response }) => {
      faults.primary.always('findopening', found(newQuestions));
      response.writeHead(422, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 0, message: 'An answer is missing.' }));
    },
  });
  await submitButton(page).click();
  await assertNewQuestions(page, before);
});

test('without script, changed questions are shown, and every other value is kept', async () => {
  faults.primary.always('findopening', found(oldQuestions));
  const browser = new NoScriptBrowser(faults.origin, faults.address());
  const first = await browser.get('/application/12');
  const entered = formValues(newApplicant({ answers }));
  faults.primary.always('findopening', found(newQuestions));
  const held = await browser.submit(first, first.form('emailaddress'), entered);
  assert.match(held.text, /The questions of this opening have changed/);
  assert.match(held.html, /href="#answers-d"[^>]*>[^<]*Can you work at night\?/);
  const form = held.form('emailaddress');
  const { 'answers[c]': _, ...kept } = entered;
  const shown = Object.fromEntries(form.values);
  assert.deepEqual({ ...shown, ...kept, 'answers[d]': '' }, shown);
  const accepted = await browser.submit(held, form, { 'answers[d]': 'Yes' });
  assert.ok(accepted.text.includes(messages.applied), accepted.text);
});

test('an application is sent when only a question was removed after the page was opened', async () => {
  faults.primary.always('findopening', found(oldQuestions));
  const browser = new NoScriptBrowser(faults.origin, faults.address());
  const first = await browser.get('/application/12');
  faults.primary.always('findopening', found(oldQuestions.slice(0, 2)));
  const entered = formValues(newApplicant({ answers }));
  const accepted = await browser.submit(first, first.form('emailaddress'), entered);
  assert.ok(accepted.text.includes(messages.applied), accepted.text);
});
