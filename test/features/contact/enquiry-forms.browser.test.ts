import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { before, beforeEach, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Page } from 'playwright-core';
import type { ContactMessage } from '#src/domain/model/contact.ts';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { messageForms } from '#src/features/contact/message-routes.ts';
import { createCaptchaCheck } from '#src/forms/captcha.ts';
import { withRequestContext } from '#src/middleware/request-context.ts';
import { type ComponentSite, openComponent } from '#test/components/support/component-page.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly accept: string;
  readonly values: Record<string, string>;
}

let site: ComponentSite;
let reply: { status: number; body: string };
const received: Received[] = [];
/** Submitted forms only, without remote validation. */
const sent = () => received.filter(({ url }) => !url.includes('check'));

/** The messages that the site's own server code forwarded; tests use it in place of the simulated response. */
const forwarded: ContactMessage[] = [];
let real = false;
const sendContactMessage = async (message: ContactMessage) => {
  forwarded.push(message);
  return { message: 'Sent Message' };
};
const checkCaptcha = createCaptchaCheck({
  provider: 'test',
  secret: 'none',
  transport: { request: () => Promise.reject(new Error('the test captcha makes no request')) },
});
const realServer = getRequestListener(
  new Hono().use(withRequestContext()).route(
    '/',
    messageForms({
      client: () => ({ sendContactMessage }),
      checks: {
        checkRateLimit: async () => undefined,
        checkCaptcha: (data) => checkCaptcha(data, '127.0.0.1'),
      },
      enquiryForms: {
        contactUs: { rules: {} },
        quote: { rules: {}, services: ['Wedding', 'Office lunch'], closedDates: [] },
      },
    }),
  ).fetch,
);

before(async () => {
  site = await openComponent(
    new URL('enquiry-forms.fixture.tsx', import.meta.url),
    async (request, response) => {
      if (!request.url?.startsWith('/forms/')) return false;
      if (real && !request.url.includes('check')) {
        await realServer(request, response);
        return true;
      }
      const values = Object.fromEntries(new URLSearchParams(await text(request)));
      const { method = '', url, headers } = request;
      received.push({ method, url, accept: headers.accept ?? '', values });
      const isQuestion = url === '/forms/check-email';
      response.statusCode = isQuestion ? 200 : reply.status;
      response.end(isQuestion ? String(values.email !== 'taken@example.ng') : reply.body);
      return true;
    },
  );
});
beforeEach(() => {
  received.length = 0;
  forwarded.length = 0;
  real = false;
  reply = { status: 200, body: JSON.stringify({ result: 'success', message: 'Sent Message' }) };
});

/** Returns the strongest channel of the colors that the result box's text is mixed from. */
const dominantColor = (page: Page, tone: 'success' | 'error') =>
  page.locator(`[data-tone=${tone}]`).evaluate((box) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('no canvas');
    canvas.fillStyle = getComputedStyle(box).color;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))];
  });

const contact = (page: Page) => page.locator('form').first();

async function fill(page: Page, values: Record<string, string> = {}) {
  const form = contact(page);
  const all = { name: 'Ada Obi', email: 'ada@example.ng', message: 'Good bread.', ...values };
  for (const [name, value] of Object.entries(all)) await form.locator(`[name=${name}]`).fill(value);
  return form;
}
const confirm = (page: Page) => contact(page).getByRole('checkbox').check();
const send = (page: Page) => contact(page).getByRole('button', { name: 'Send message' }).click();

test('the result box is hidden at first; an empty form shows its errors, and nothing is sent', async (t) => {
  const { page } = await site.visit(t);
  assert.equal(await page.locator('[data-tone]').count(), 0);
  await send(page);
  const summary = contact(page).getByRole('alert');
  await summary.waitFor();
  assert.deepEqual(await summary.getByRole('link').allTextContents(), [
    'Your name: This field is required.',
    'Email: This field is required.',
    'Message: This field is required.',
    'Captcha: Please confirm captcha to proceed.',
  ]);
  await contact(page).locator('[role=alert]:focus').waitFor();
  await summary.getByRole('link').nth(1).click();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'contact-us-email');
  await fill(page, { email: 'ada@' });
  await send(page);
  await page.locator('#contact-us-email-error', { hasText: 'valid email address' }).waitFor();
  assert.equal(await page.locator('#contact-us-email').getAttribute('aria-invalid'), 'true');
  assert.deepEqual(received, []);
});

test('a value that remote validation refuses shows a message; the URL contains no personal data', async (t) => {
  const { page } = await site.visit(t);
  await fill(page, { email: 'taken@example.ng' });
  await confirm(page);
  await send(page);
  await page.locator('#contact-us-email-error', { hasText: 'Please fix this field.' }).waitFor();
  const requests = received.map(({ method, url, values }) => [method, url, values]);
  assert.deepEqual(requests, [['POST', '/forms/check-email', { email: 'taken@example.ng' }]]);
});

test('a captcha confirmed in the browser is valid on the server, and for one message only', async (t) => {
  real = true;
  const { page } = await site.visit(t);
  await fill(page);
  await confirm(page);
  await send(page);
  await page.locator('[data-tone=success]', { hasText: 'Sent Message' }).waitFor();
  const sent = forwarded.map(({ msg, subject }) => [msg, subject]);
  assert.deepEqual(sent, [['Good bread.', 'Contact us']]);
  await fill(page);
  await send(page);
  await contact(page).getByRole('alert').getByText('Please confirm captcha').waitFor();
  assert.equal(forwarded.length, 1);
});

test('a success is shown in green, the form is cleared and the captcha reset', async (t) => {
  const { page } = await site.visit(t);
  const form = await fill(page);
  await confirm(page);
  await form.getByRole('checkbox').evaluate((box) => box.setAttribute('data-used', ''));
  await send(page);
  await page.locator('[data-tone=success]', { hasText: 'Sent Message' }).waitFor();
  assert.equal(await dominantColor(page, 'success'), 'green');
  for (const name of ['name', 'email', 'message'])
    assert.equal(await form.locator(`[name=${name}]`).inputValue(), '', name);
  // Clearing the form also clears the checkbox; a provider's widget must be rendered again.
  assert.equal(await form.getByRole('checkbox').getAttribute('data-used'), null);
  assert.equal(await form.getByRole('checkbox').isChecked(), false);
  const [call] = sent();
  assert.equal(call?.method, 'POST');
  assert.equal(call?.url, '/forms/contact-us');
  assert.match(call?.accept ?? '', /application\/json/);
  assert.equal(call?.values.message, 'Good bread.');
  assert.ok(call?.values[spamCheckFields.captcha]);
});

test("a response with result 'error' is shown in red, and the form keeps its values", async (t) => {
  reply = {
    status: 422,
    body: JSON.stringify({
      result: 'error',
      message: 'Too long.',
      fields: { message: 'Shorter, please.' },
    }),
  };
  const { page } = await site.visit(t, { allowConsole: ['422'] });
  const form = await fill(page);
  await confirm(page);
  await send(page);
  await page.locator('[data-tone=error]', { hasText: 'Too long.' }).waitFor();
  assert.equal(await dominantColor(page, 'error'), 'red');
  await page.locator('#contact-us-message-error', { hasText: 'Shorter, please.' }).waitFor();
  assert.equal(await form.locator('[name=message]').inputValue(), 'Good bread.');
  assert.equal(await form.getByRole('checkbox').isChecked(), false);
});

test('a form is sent once, however often the button is pressed', async (t) => {
  const { page } = await site.visit(t);
  await fill(page);
  await confirm(page);
  await contact(page)
    .getByRole('button', { name: 'Send message' })
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await page.locator('[data-tone=success]').waitFor();
  assert.equal(sent().length, 1);
});

test("'Sending…' covers the page while a form is checked and sent, so nothing is typed that the answer would clear; without an answer it may have arrived", async (t) => {
  const { page } = await site.visit(t, { allowConsole: ['Failed to load resource'] });
  const form = await fill(page);
  await confirm(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/forms/check-email', async (route) => {
    await released;
    await route.continue();
  });
  await page.route('**/forms/contact-us', (route) => route.abort());
  await send(page);
  const overlay = page.getByRole('dialog', { name: 'Sending…' });
  await overlay.waitFor();
  const message = form.locator('[name=message]');
  await message.focus();
  assert.equal(await message.evaluate((area) => area === document.activeElement), false);
  release();
  const result = page.locator('[data-tone=error]', { hasText: 'An unspecified error occured.' });
  await result.getByText('We do not know whether your message arrived.').waitFor();
  assert.equal(await overlay.count(), 0);
  assert.equal(await message.inputValue(), 'Good bread.');
});
