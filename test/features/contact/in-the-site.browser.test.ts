import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { waitForHydration } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

const message = { name: 'Ada Obi', email: 'ada@example.ng', message: 'Good bread.' };
const [service = ''] = siteConfig.enquiryForms.quote.services;

const wedding = { service, date: '2999-01-09', guests: '120', email_again: message.email };

const kinds = [
  { kind: 'contact-us', button: 'Send message', more: {}, subject: 'Contact us' },
  { kind: 'quote', button: 'Request quote', more: wedding, subject: 'Quote request' },
] as const;

/** The one message that the host has received. */
function assertSent(subject: string, parts: readonly string[]): void {
  const sent = at.host
    .callsTo('contact')
    .map(({ json }) => json as { msg: string; subject: string });
  const subjects = sent.map((each) => each.subject);
  assert.deepEqual(subjects, [subject]);
  for (const part of ['Good bread.', ...parts])
    assert.ok(sent[0]?.msg.includes(part), `${part} in ${sent[0]?.msg}`);
}

for (const { kind, button, more, subject } of kinds)
  test(`${kind} on the home page reaches the contact call with its subject, in place`, async (t) => {
    const page = await visitor(t, { allowConsole: ['tile'] });
    await page.goto(`${at.origin}/`);
    const form = page.locator(`form[action="/forms/${kind}"]`);
    assert.equal(await form.isVisible(), false);
    await page.locator(`#${kind}-title`).click();
    assert.equal(await form.locator('[data-tone]').count(), 0);
    for (const [name, value] of Object.entries({ ...message, ...more })) {
      const field = form.locator(`[name=${name}]`);
      if (name === 'service') await field.selectOption(value);
      else await field.fill(value);
    }
    await form.getByRole('button', { name: button }).click();
    await form.locator('[data-tone=success]').waitFor();
    assert.equal(await form.locator('[name=message]').inputValue(), '');
    const { email_again: _, ...sent } = { email_again: '', ...more };
    assertSent(subject, Object.values(sent));
  });

const invalid = {
  email: ['ada@', 'Please enter a valid email address.'],
  email_again: ['ada@else', 'Please enter the same value again.'],
  tasting: ['some day', 'Please enter a valid date.'],
  date: ['2020-01-09', /greater than or equal to \d{1,2} \w+ 20\d\d\.$/],
  guests: ['9', 'Please enter a value between 10 and 2000.'],
  budget: ['lots', 'Please enter a valid number.'],
  venue_website: ['hall', 'Please enter a valid URL.'],
  reference: ['TF-1', 'Please enter a value between 6 and 12 characters long.'],
} as const;

async function openQuote(page: Page) {
  // The browser unfolds what an address leads to. With a query, because a page of an earlier visit may be open.
  await page.goto(`${at.origin}/?ref=staff#quote`);
  const form = page.locator('form[action="/forms/quote"]');
  const heading = await page.getByRole('heading', { name: 'Ask for a quote' }).boundingBox();
  assert.ok(heading && heading.y >= 0 && heading.y < 300, `the heading is at ${heading?.y}`);
  await form.locator('[name=service]').selectOption(service);
  for (const [name, value] of Object.entries({ ...message, date: '2999-01-09', guests: '120' }))
    await form.locator(`[name=${name}]`).fill(value);
  return {
    form,
    fill: (name: string, value: string) => form.locator(`[name=${name}]`).fill(value),
    submit: () => form.getByRole('button', { name: 'Request quote' }).click(),
    error: (name: string, text: string | RegExp) =>
      page.locator(`#quote-${name}-error`, { hasText: text }).waitFor(),
  };
}

test("the quote form of the home page validates by the site config's rules", async (t) => {
  const page = await visitor(t, { reducedMotion: 'reduce', allowConsole: ['tile'] });
  const before = at.host.callsTo('contact').length;
  const quote = await openQuote(page);
  for (const [name, [value]] of Object.entries(invalid)) await quote.fill(name, value);
  await quote.submit();
  for (const [name, [, text]] of Object.entries(invalid)) await quote.error(name, text);
  const corrected = {
    email: message.email,
    email_again: message.email,
    tasting: '12 December 2026',
    guests: '10',
    reference: 'TF-2026-1',
  };
  for (const [name, value] of Object.entries(corrected)) {
    await quote.fill(name, value);
    await page.locator(`#quote-${name}-error`).waitFor({ state: 'detached' });
  }
  await quote.fill('date', '2999-12-25');
  await quote.fill('venue_website', 'https://hall.example');
  for (const [budget, text] of [
    ['49000', 'Please enter a value greater than or equal to 50000.'],
    ['60000000', 'Please enter a value less than or equal to 50000000.'],
    ['50500', 'Please enter a multiple of 1000.'],
  ] as const) {
    await quote.fill('budget', budget);
    await quote.submit();
    await quote.error('budget', text);
  }
  await quote.fill('budget', '51000');
  await quote.submit();
  // Remote validation runs after the form's own rules.
  await quote.error('date', 'Please fix this field.');
  assert.equal(at.host.callsTo('contact').length, before);
  await quote.fill('date', '2999-12-24');
  await quote.submit();
  await quote.form.locator('[data-tone=success]').waitFor();
  const sent = at.host.callsTo('contact').at(-1)?.json as { msg: string };
  assert.doesNotMatch(sent.msg, /email_again/);
  for (const part of [
    'tasting: 12 December 2026',
    'budget: 51000',
    'venue_website: https://hall.example',
    'TF-2026-1',
  ])
    assert.ok(sent.msg.includes(part), part);
});

test('a quote that is refused before the script runs keeps its values and errors in the page of the form, and can be sent there', async (t) => {
  const page = await visitor(t, { reducedMotion: 'reduce', allowConsole: ['tile', '422'] });
  const quote = await openQuote(page);
  await quote.fill('email', 'ada@');
  await quote.fill('email_again', message.email);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    quote.form.evaluate((form: HTMLFormElement) => form.submit()),
  ]);
  assert.equal(answer.status(), 422);
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await summary.waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('[role=alert]'));
  await page.getByRole('heading', { level: 1, name: 'Ask for a quote' }).waitFor();
  await quote.error('email', 'Please enter a valid email address.');
  assert.match(await page.title(), /^Error: Ask for a quote/);
  await waitForHydration(quote.form.locator('[name=name]'));
  assert.equal(await quote.form.locator('[name=service]').inputValue(), service);
  assert.equal(await quote.form.locator('[name=message]').inputValue(), message.message);
  await quote.fill('email', message.email);
  await quote.submit();
  await page.waitForURL(`${at.origin}/?result=quote`);
  await page.locator('[data-tone=success]', { hasText: 'Sent Message' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Sent Message');
  assert.equal(await quote.form.locator('[name=message]').inputValue(), '');
});

test('without JavaScript the error and the success have the focus, on pages of the site', async (t) => {
  const page = await visitor(t, { javaScriptEnabled: false, allowConsole: ['422'] });
  await page.goto(`${at.origin}/#contact-us`);
  const form = page.locator('form[action="/forms/contact-us"]');
  for (const [name, value] of Object.entries(message))
    await form.locator(`[name=${name}]`).fill(value);
  await form.locator('[name=website]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://buy.example';
  });
  await form.getByRole('button', { name: 'Send message' }).click();
  await page.locator(':focus', { hasText: 'press ‘Send message’ once more' }).waitFor();
  assert.match(await page.title(), /^Write to us \|/);
  assert.equal(await form.locator('[name=message]').inputValue(), message.message);
  await form.getByRole('button', { name: 'Send message' }).click();
  await page.locator(':focus', { hasText: 'Sent Message' }).waitFor();
  assert.equal(page.url(), `${at.origin}/?result=contact-us`);
  await page.getByRole('navigation').first().waitFor();
});
