import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { fr } from '#src/texts/fr.ts';
import {
  control,
  fillApplication,
  letterArea,
  newApplicant,
  typedValues,
  waitForHydration,
} from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

const field = (page: Page, name: string) => page.locator(`main [name=${name}]`);

async function choose(page: Page, language: string, path: string): Promise<void> {
  await page.locator('header').getByRole('link', { name: language }).click();
  await page.waitForURL(at.origin + path);
  await waitForHydration(field(page, 'firstname'));
}

test('what was typed in a form stays when the visitor changes the language, once', async (t) => {
  const page = await visitor(t);
  await page.goto(`${at.origin}/contact`);
  await waitForHydration(field(page, 'firstname'));
  await field(page, 'firstname').fill('Ngọzi');
  await field(page, 'msg').fill('Two lines.\nOf a message.');
  const stored = await page.evaluate(() => {
    const captcha = '<p data-provider="test"><textarea name="response">token</textarea></p>';
    const hidden = '<input type="hidden" name="captcha_token" value="token">';
    document
      .querySelector('main form:has([name=msg])')
      ?.insertAdjacentHTML('beforeend', captcha + hidden);
    const stay = (event: Event) => event.preventDefault();
    window.addEventListener('click', stay, { once: true });
    document.querySelector<HTMLElement>('header a[data-language]')?.click();
    return Object.values(sessionStorage).join();
  });
  assert.match(stored, /Two lines/);
  assert.doesNotMatch(stored, /token/);
  await choose(page, 'Français', '/fr/contact');
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('main [name=firstname]')?.value === 'Ngọzi',
  );
  assert.equal(await field(page, 'msg').inputValue(), 'Two lines.\nOf a message.');
  assert.equal(await page.locator('main [aria-invalid]').count(), 0);
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  await page.goto(`${at.origin}/fr/contact`);
  await waitForHydration(field(page, 'firstname'));
  assert.equal(await field(page, 'firstname').inputValue(), '');
});

test('an application stays when the visitor changes the language, with its letter, and is not offered', async (t) => {
  const page = await visitor(t);
  await page.goto(`${at.origin}/application/11`);
  await waitForHydration(control(page, 'firstname'));
  await fillApplication(page, newApplicant({ answers: { 101: 'Yes.', 102: 'Agege' } }));
  await letterArea(page).getByText('Dear bakers').waitFor();
  const before = await typedValues(page);
  const key = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('application-draft:11') ?? '{}').key);
  await choose(page, 'Français', '/fr/application/11');
  await page.getByText(fr.application.draftOutcome.restored).waitFor();
  assert.deepEqual(await typedValues(page), before);
  assert.equal(await page.getByText(fr.application.draftOffer).count(), 0);
  assert.equal(await page.locator('main [aria-invalid]').count(), 0);
  const written = await key();
  assert.equal(typeof written, 'string');
  await choose(page, 'English', '/application/11');
  await page.getByText('What you wrote before is here again.').waitFor();
  assert.deepEqual(await typedValues(page), before);
  assert.equal(await key(), written);
});

test('where the browser forbids storage, a link to the other language asks before what was typed is lost', async (t) => {
  const page = await visitor(t, { editor: false });
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  const link = page.locator('header').getByRole('link', { name: 'Français' });
  for (const path of ['/contact', '/application/11']) {
    await page.goto(at.origin + path);
    await waitForHydration(field(page, 'firstname'));
    // A browser asks only where the visitor has used the page.
    await field(page, 'firstname').click();
    await field(page, 'firstname').fill('Ngọzi');
    const asked = page.waitForEvent('dialog');
    await Promise.all([
      asked.then((dialog) => {
        assert.equal(dialog.type(), 'beforeunload');
        return dialog.dismiss();
      }),
      link.click(),
    ]);
    assert.equal(await field(page, 'firstname').inputValue(), 'Ngọzi');
    assert.equal(page.url(), at.origin + path);
    // Other links do not ask.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click();
    await page.waitForURL(`${at.origin}/contact`);
    await waitForHydration(field(page, 'firstname'));
    await link.click();
    await page.waitForURL(`${at.origin}/fr/contact`);
  }
});
