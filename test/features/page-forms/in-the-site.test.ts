import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { visitor } from '#test/support/browser.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

let site: RunningSite;
before(async () => {
  site = await startSite();
});
after(() => site.stop());

const message = { name: 'Ada Obi', email: 'ada@example.ng', message: 'Good bread.' };

for (const javaScriptEnabled of [true, false]) {
  test(`a message from the home page is sent ${javaScriptEnabled ? 'in place' : 'without JavaScript too'}`, async (t) => {
    const page = await visitor(t, {
      javaScriptEnabled,
      reducedMotion: 'reduce',
      allowConsole: ['tile'],
    });
    await page.goto(site.origin);
    const form = page.locator('form[action="/forms/contact-us"]');
    for (const [name, value] of Object.entries(message))
      await form.locator(`[name=${name}]`).fill(value);
    await form.getByRole('button', { name: 'Send message' }).click();
    if (javaScriptEnabled) {
      await form.locator('[data-tone=success]', { hasText: 'Sent Message' }).waitFor();
      assert.equal(await form.locator('[name=message]').inputValue(), '');
    } else {
      await page.waitForURL('**/forms/contact-us?sent');
      await page.getByText('Sent Message').waitFor();
    }
  });
}
