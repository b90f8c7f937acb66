import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { waitForHydration } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

/** Forms that have no draft, by the path of their page, with the fields that are filled. */
const forms = [
  { path: '/contact', form: 'main form', fields: ['firstname', 'email', 'msg'] },
  { path: '/', form: 'form[action="/forms/contact-us"]', fields: ['name', 'email', 'message'] },
] as const;
type Form = (typeof forms)[number];

const field = (page: Page, { form }: Form, name: string) => page.locator(`${form} [name=${name}]`);
const values = (page: Page, form: Form) =>
  Promise.all(form.fields.map((name) => field(page, form, name).inputValue()));
const typed = (form: Form) => form.fields.map((name) => `ada-${name}`);

async function openFilled(page: Page, form: Form): Promise<void> {
  await page.goto(at.origin + form.path);
  const [first] = form.fields;
  await waitForHydration(field(page, form, first));
  await field(page, form, first).evaluate((control) =>
    control.closest('details')?.setAttribute('open', ''),
  );
  for (const name of form.fields) await field(page, form, name).fill(`ada-${name}`);
}

async function forget(page: Page): Promise<void> {
  await page.goto(`${at.origin}/application/12`);
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await page.getByRole('button', { name: 'Forget me', exact: true }).click();
  await page.getByText('This device is forgotten.').waitFor();
}

test('Back to a form that was filled before the device was forgotten shows it empty', async (t) => {
  for (const form of forms) {
    const page = await visitor(t, { editor: false });
    await openFilled(page, form);
    await page.goto(`${at.origin}/feedback`);
    await page.goBack();
    await waitForHydration(field(page, form, form.fields[0]));
    assert.deepEqual(await values(page, form), typed(form));
    await forget(page);
    await page.goBack();
    await waitForHydration(field(page, form, form.fields[0]));
    assert.deepEqual(await values(page, form), ['', '', '']);
  }
});

test('when the device is forgotten in another tab, the forms that are open are emptied, with their errors', async (t) => {
  const [form] = forms;
  const page = await visitor(t, { editor: false });
  await openFilled(page, form);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.locator('main [aria-invalid]').first().waitFor();
  await forget(await page.context().newPage());
  await page.waitForFunction(() => document.querySelector('main [aria-invalid]') === null);
  assert.deepEqual(await values(page, form), ['', '', '']);
  assert.equal(await page.getByRole('main').getByRole('alert').count(), 0);
});
