import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import { waitForHydration } from '#test/support/applicant.ts';
import { faultSite } from '#test/support/faults.ts';
import { type Reply, replies } from '#test/support/scripted-host.ts';

const faults = faultSite();
const written = {
  firstname: 'Sade',
  lastname: 'Osunlana',
  email: 'sade@example.com',
  phone: '0800 000 0101',
  msg: 'Do you bake on Sundays?\nAnd on Mondays?',
};

async function write(t: TestContext): Promise<{ page: Page; form: Locator }> {
  const page = await faults.visitor(t);
  await page.goto(`${faults.origin}/contact`);
  const form = page.locator('form').filter({ has: page.locator('[name="msg"]') });
  await waitForHydration(form);
  for (const [name, value] of Object.entries(written))
    await form.locator(`[name="${name}"]`).fill(value);
  return { page, form };
}

/** Sends the message, reads and closes the error popup, and expects the form with every value. */
async function failsWith(
  { page, form }: { readonly page: Page; readonly form: Locator },
  messagesShown: readonly string[],
): Promise<void> {
  await form.getByRole('button', { name: 'Send message' }).click();
  const popup = page.getByRole('dialog', { name: messages.error });
  for (const message of messagesShown) await popup.getByText(message).waitFor();
  await popup.getByRole('button', { name: 'OK' }).click();
  await popup.waitFor({ state: 'hidden' });
  for (const [name, value] of Object.entries(written))
    assert.equal(await form.locator(`[name="${name}"]`).inputValue(), value);
}

const notSent = 'Your message was not sent. What you wrote is still in the form.';
const unknown = 'We do not know whether your message arrived. What you wrote is still in the form.';

const rows: readonly {
  readonly what: string;
  readonly reply: Reply;
  readonly expected: readonly string[];
}[] = [
  {
    what: 'the host responds 500',
    reply: replies.http(500),
    expected: [messages.unspecified, notSent],
  },
  {
    what: 'the host refuses the message with a message',
    reply: replies.json({ status: 0, message: 'We are closed this week.' }),
    expected: ['We are closed this week.', notSent],
  },
  {
    what: 'the response is not JSON',
    reply: replies.html(),
    expected: [messages.unspecified, unknown],
  },
  {
    what: 'there is no response within the time limit',
    reply: replies.silence(),
    expected: [messages.unspecified, unknown],
  },
];

const clauses = rows.map(({ what }) => what).join(', ');
test(`a contact message is unchanged and not sent twice when ${clauses}; after the host was down it arrives when sent again`, async (t) => {
  const filled = await write(t);
  for (const { what, reply, expected } of rows) {
    faults.primary.reset();
    faults.primary.always('contact', reply);
    await filled.page.context().setExtraHTTPHeaders(faults.address());
    await failsWith(filled, expected);
    assert.equal(faults.primary.callsTo('contact').length, 1, what);
  }
  faults.primary.reset();
  await faults.primary.stop();
  await failsWith(filled, [notSent]);
  await faults.primary.restart();
  await filled.form.getByRole('button', { name: 'Send message' }).click();
  await filled.page.getByText(messages.messageSent, { exact: true }).waitFor();
  const [call, ...more] = faults.primary.callsTo('contact');
  assert.equal(more.length, 0);
  assert.deepEqual({ ...written, ...(call?.json as object) }, call?.json);
});

/**
 * Fills and sends the form while the page's scripts are delayed, then delivers them. A message that was sent is shown for two
 * seconds, which may be over before the scripts have run: the page stays, and `redirected` resolves with the address.
 */
async function sendBeforeScript(
  t: TestContext,
  outcome: RegExp | string,
): Promise<{ readonly page: Page; readonly redirected: Promise<string> }> {
  const page = await faults.visitor(t);
  const { promise: redirected, resolve: redirect } = Promise.withResolvers<string>();
  await page.route(/\/home$/, async (route) => {
    redirect(route.request().url());
    // After this response the browser keeps the page that it shows.
    await route.fulfill({ status: 204 });
  });
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${faults.origin}/contact`, { waitUntil: 'commit' });
  for (const [name, value] of Object.entries(written))
    await page.locator(`form [name="${name}"]`).fill(value);
  await page.getByRole('button', { name: 'Send message' }).click({ noWaitAfter: true });
  await page.getByText(outcome).waitFor();
  scripts.resolve();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.getByText(outcome).waitFor();
  return { page, redirected };
}

test('a refused contact message sent before hydration is unchanged after hydration', async (t) => {
  faults.primary.next('contact', replies.http(500));
  const { page } = await sendBeforeScript(t, notSent);
  const popup = page.getByRole('dialog', { name: messages.error });
  await popup.getByRole('button', { name: 'OK' }).click();
  await popup.waitFor({ state: 'hidden' });
  for (const [name, value] of Object.entries(written))
    assert.equal(await page.locator(`form [name="${name}"]`).inputValue(), value);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText(messages.messageSent, { exact: true }).waitFor();
  assert.equal(faults.primary.callsTo('contact').length, 2);
});

test('a contact message sent before hydration is sent once, and the visitor is redirected to home', async (t) => {
  const { page, redirected } = await sendBeforeScript(t, messages.messageSent);
  const address = await redirected;
  await page.unrouteAll();
  await page.goto(address);
  assert.equal(page.url(), `${faults.origin}/`);
  assert.equal(faults.primary.callsTo('contact').length, 1);
});
