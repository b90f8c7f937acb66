import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

const message = { name: 'Ada Obi', email: 'ada@example.ng', message: 'Good bread.' };
const [service = ''] = siteConfig.enquiryForms.quote.services;

const wedding = { service, date: '2999-01-09', guests: '120' };

for (const [title, javaScriptEnabled, kind, button, more, subject] of [
  [
    'contact-us on the home page reaches the contact call with its subject, in place',
    true,
    'contact-us',
    'Send message',
    {},
    'Contact us',
  ],
  [
    'quote on the home page reaches the contact call with its subject, in place',
    true,
    'quote',
    'Request quote',
    wedding,
    'Quote request',
  ],
  [
    'contact-us on the home page reaches the contact call with its subject, without JavaScript too',
    false,
    'contact-us',
    'Send message',
    {},
    'Contact us',
  ],
  [
    'quote on the home page reaches the contact call with its subject, without JavaScript too',
    false,
    'quote',
    'Request quote',
    wedding,
    'Quote request',
  ],
] as const)
  test(title, async (t) => {
    const page = await visitor(t, {
      javaScriptEnabled,
      reducedMotion: 'reduce',
      allowConsole: ['tile'],
    });
    const before = at.host.callsTo('contact').length;
    await page.goto(at.origin);
    const form = page.locator(`form[action="/forms/${kind}"]`);
    assert.equal(await form.locator('[data-tone]').count(), 0);
    for (const [name, value] of Object.entries({ ...message, ...more })) {
      const control = form.locator(`[name=${name}]`);
      if (name === 'service') await control.selectOption(value);
      else await control.fill(value);
    }
    await form.getByRole('button', { name: button }).click();
    if (javaScriptEnabled) {
      await form.locator('[data-tone=success]').waitFor();
      assert.equal(await form.locator('[name=message]').inputValue(), '');
    } else {
      await page.waitForURL(`**/forms/${kind}?sent`);
      await page.getByText('Sent Message').waitFor();
    }
    const calls = at.host.callsTo('contact').slice(before);
    const sent = calls.map(({ json }) => json as { msg: string; subject: string });
    assert.deepEqual(
      sent.map((each) => each.subject),
      [subject],
    );
    for (const part of ['Good bread.', ...Object.values(more)])
      assert.ok(sent[0]?.msg.includes(part), `${part} in ${sent[0]?.msg}`);
  });
