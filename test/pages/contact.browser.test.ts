import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitor as browserVisitor, type VisitorOptions } from '../support/browser.ts';
import { replies } from '../support/scripted-host.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

let people = 0;
/** Each visitor has a separate address: equal messages from one address would be sent once. */
const visitor = (t: TestContext, options: VisitorOptions = {}) => {
  people += 1;
  const extraHTTPHeaders = { 'x-forwarded-for': `198.51.100.${people}` };
  return browserVisitor(t, { extraHTTPHeaders, ...options });
};

const good = {
  'First name': 'Ada',
  'Last name': 'Obi',
  'Email address': ' ada@kitchen.example ',
  'Phone number': '0803 000 0000',
  Message: 'Is the night shift\nopen to beginners?',
};

async function fill(page: Page, values: Readonly<Record<string, string>> = good): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}
const send = (page: Page) => page.getByRole('button', { name: 'Send message' });
const messageText = (message: string) => new RegExp(`^(Error:\\s)?${message}$`);

async function contact(page: Page): Promise<void> {
  await page.goto(`${at.origin}/contact`);
  await page.waitForLoadState('networkidle');
}

for (const javaScriptEnabled of [true, false])
  test(`the contact page ${javaScriptEnabled ? 'with' : 'without'} script`, async (t) => {
    const page = await visitor(t, { javaScriptEnabled, allowConsole: ['422'] });
    await contact(page);
    const dialog = page.getByRole('dialog', { name: 'Error', exact: true });

    await t.test(
      'shows each error above the form and at its field, and keeps every value',
      async () => {
        const before = at.host.callsTo('contact').length;
        await fill(page, { 'First name': 'Ada', 'Email address': 'ada at kitchen' });
        await send(page).click();
        const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
        await summary.waitFor();
        assert.deepEqual(await summary.getByRole('link').allInnerTexts(), [
          'Last name: This field is required.',
          'Email address: Please enter a valid email address.',
          'Message: This field is required.',
        ]);
        assert.match(await page.title(), /^Error: CONTACT US/);
        const email = page.getByLabel('Email address');
        assert.equal(await email.inputValue(), 'ada at kitchen');
        assert.equal(await email.getAttribute('aria-invalid'), 'true');
        const described = await email.getAttribute('aria-describedby');
        assert.match(
          await page.locator(`#${described}`).innerText(),
          messageText('Please enter a valid email address\\.'),
        );
        await summary.getByRole('link').first().click();
        const focused = await page.evaluate(() => document.activeElement?.id ?? location.hash);
        assert.equal(focused, 'lastname');
        assert.equal(at.host.callsTo('contact').length, before);
      },
    );

    await t.test("shows the host's message in an Error dialog, and keeps the text", async () => {
      await fill(page);
      const before = at.host.callsTo('contact').length;
      at.host.next('contact', replies.json({ status: 0, message: 'The kitchen is closed.' }));
      await send(page).click();
      await dialog.getByText('The kitchen is closed.').waitFor();
      assert.equal(at.host.callsTo('contact').length, before + 1);
      await dialog.getByRole('button', { name: 'OK' }).click();
      await dialog.waitFor({ state: 'hidden' });
      for (const [label, value] of Object.entries(good))
        assert.equal((await page.getByLabel(label).inputValue()).trim(), value.trim());
    });

    await t.test(
      'has the title CONTACT US, sends the normalized message, and redirects to home',
      async () => {
        await page.getByRole('heading', { level: 1, name: 'CONTACT US' }).waitFor();
        const before = at.host.callsTo('contact').length;
        const posted = page.waitForResponse((response) => response.request().method() === 'POST');
        await send(page).click();
        await page.getByText('Sent Message', { exact: true }).waitFor();
        const sent = at.host.callsTo('contact').slice(before);
        const messages = sent.map(({ json }) => json);
        assert.deepEqual(messages, [
          {
            firstname: 'Ada',
            lastname: 'Obi',
            email: 'ada@kitchen.example',
            phone: '08030000000',
            msg: 'Is the night shift\nopen to beginners?',
            subject: 'Message from the careers site',
          },
        ]);
        // With script the delay is measured by the page's clock below.
        const refresh = (await posted).headers().refresh;
        assert.equal(refresh, javaScriptEnabled ? undefined : '2;url=/home');
        await page.waitForURL(`${at.origin}/`);
        await page.locator('#openings details').first().waitFor();
      },
    );
  });

/** Returns a page that shows 'Sent Message'. Its clock is paused; `requested` has the paths of its later requests. */
async function justSent(t: TestContext): Promise<{ page: Page; requested: string[] }> {
  const page = await visitor(t);
  await page.clock.install();
  await contact(page);
  await fill(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await send(page).click();
  await page.getByText('Sent Message', { exact: true }).waitFor();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  return { page, requested };
}

describe('the contact form with script', () => {
  test("shows 'Sent Message' for two seconds, then requests /home", async (t) => {
    const { page, requested } = await justSent(t);
    await page.clock.runFor(1900);
    // A complete request of another URL: by then a request for /home would have been recorded.
    await page.evaluate(async () => (await fetch('/contact')).text());
    assert.deepEqual(requested, ['/contact']);
    await page.clock.runFor(200);
    await page.waitForURL(`${at.origin}/`);
    assert.match(requested[1] ?? '', /home/);
  });

  test("a page that is left while it shows 'Sent Message' is a form again when the browser brings it back, and does not redirect", async (t) => {
    const { page, requested } = await justSent(t);
    const leading = page.getByText('We are taking you to the home page');
    await leading.waitFor();
    await page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow'])
        window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await page.getByRole('button', { name: 'Send' }).waitFor();
    assert.equal(await page.getByText('Sent Message', { exact: true }).count(), 0);
    await page.clock.runFor(3000);
    await page.evaluate(async () => (await fetch('/contact')).text());
    assert.ok(!requested.some((path) => /^\/(?:home)?$/.test(path)), requested.join());
  });

  test('moves focus to the summary, and from its links to the field; removes an error as soon as its field is valid, and validates nothing before it is submitted', async (t) => {
    const page = await visitor(t);
    await contact(page);
    const email = page.getByLabel('Email address');
    await email.fill('ada');
    await email.press('Tab');
    assert.equal(await email.getAttribute('aria-invalid'), null);
    await send(page).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
    await page.getByRole('alert').getByRole('link').last().press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'msg');
    await fill(page, { ...good, 'Email address': 'ada' });
    assert.equal(await email.getAttribute('aria-invalid'), 'true');
    await email.fill('ada@kitchen.example');
    await page.locator('#email:not([aria-invalid])').waitFor();
    await email.fill('ada@kitchen');
    await email.press('Tab');
    await page.locator('#email[aria-invalid]').waitFor();
    await email.fill('ada@kitchen.example');
    await send(page).click();
    await page.getByText('Sent Message', { exact: true }).waitFor();
  });
});
