import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ComponentSite, openComponent } from '#test/components/support/component-page.ts';
import { genericRules } from './generic-rules.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('generic-rules.fixture.tsx', import.meta.url));
});

test('each generic message of section 5 is shown at its field, and only while its rule is violated', async (t) => {
  const { page } = await site.visit(t);
  const form = page.locator('form');
  const errors = form.locator('[id^="contact-us-"][id$="-error"]');
  const send = () => form.getByRole('button', { name: 'Send message' }).click();
  for (const [index, set] of genericRules.entries()) {
    for (const [name, value] of [
      ['name', 'Ada@example.ng'],
      ['email', 'ada@example.ng'],
      ['message', 'Good bread.'],
    ] as const)
      await form.locator(`[name=${name}]`).fill(value);
    await page.getByRole('button', { name: `Rules ${index + 1}` }).click();
    // Set by script, because a browser does not accept input past a limit.
    for (const [name, { bad }] of Object.entries(set))
      await form.locator(`[name=${name}]`).evaluate((field: HTMLInputElement, value) => {
        field.value = value;
      }, bad);
    await send();
    await form.getByRole('alert').first().waitFor();
    for (const [name, { message }] of Object.entries(set)) {
      const error = await form.locator(`#contact-us-${name}-error`).innerText();
      assert.equal(error.replace(/^Error:\s/, ''), message);
    }
    assert.equal(await errors.count(), Object.keys(set).length);
    for (const [name, { good }] of Object.entries(set))
      await form.locator(`[name=${name}]`).fill(good);
    await send();
    // All fields are valid, so only the captcha is missing.
    const summary = form.getByRole('alert').getByRole('link');
    assert.deepEqual(await summary.allTextContents(), [
      'Captcha: Please confirm captcha to proceed.',
    ]);
    assert.equal(await errors.count(), 0);
  }
});
