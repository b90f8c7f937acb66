import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { newApplicant, waitForHydration } from '#test/support/applicant.ts';
import { violations } from '#test/support/axe.ts';
import { loadImages, type VisitorOptions, visitor } from '#test/support/browser.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

loadImages();

const at = siteAndHost();
const { feedback, openings, benefits, privacy } = siteConfig;

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const link = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true });

/** Waits until React has hydrated the page and run its effects. */
async function hydrated(page: Page): Promise<void> {
  await waitForHydration(page.locator('main :has(> a[data-lightbox])').first());
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

async function open(page: Page, path: string, name: string): Promise<void> {
  await page.goto(at.origin + path);
  await hydrated(page);
  await link(page, name).click();
}

/** A visitor who has applied: the thank-you page shows its picture to nobody else. */
async function applicant(t: TestContext, options: VisitorOptions = {}): Promise<Page> {
  const person = new NoScriptBrowser(at.origin);
  await applyWithoutScript(person, '12', newApplicant());
  const page = await visitor(t, options);
  await person.giveCookiesTo(page);
  return page;
}

test('the picture of the thank-you page opens alone, without counter and arrows', async (t) => {
  const page = await applicant(t, { reducedMotion: 'reduce' });
  const { picture, caption } = feedback.picture;
  await open(page, '/feedback', picture.alt);
  const box = dialog(page, caption);
  await box.locator(`.sl-image > img[src*="/assets/jollof-"]`).waitFor();
  await box.getByText(caption).waitFor();
  assert.equal(await box.getByRole('button').count(), 1);
  assert.equal(await box.locator('.sl-counter').count(), 0);
  assert.deepEqual(await violations(page, { within: '.sl-wrapper' }), []);
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  assert.equal(await link(page, picture.alt).evaluate((a) => a === document.activeElement), true);
});

test('a section of home opens in the lightbox on the page of an opening', async (t) => {
  const page = await visitor(t, { reducedMotion: 'reduce' });
  const { label = '' } = openings.readMore ?? {};
  await open(page, '/application/11', label);
  const box = dialog(page, label);
  await box.getByRole('heading', { name: benefits.title }).waitFor();
  for (const { title } of benefits.items) await box.getByText(title, { exact: true }).waitFor();
  assert.equal(await box.locator('.sl-image img:visible').count(), 0);
  assert.equal(new URL(page.url()).pathname, '/application/11');
  assert.deepEqual(await violations(page, { within: '.sl-wrapper' }), []);
});

test('the privacy notice opens in the lightbox, and the form keeps its values', async (t) => {
  const page = await visitor(t, { reducedMotion: 'reduce' });
  await page.goto(`${at.origin}/application/11`);
  await hydrated(page);
  await page.locator('[name="firstname"]').fill('Sade');
  await link(page, privacy.title).click();
  const box = dialog(page, privacy.title);
  for (const { __html } of privacy.paragraphs) await box.getByText(__html).waitFor();
  assert.deepEqual(await violations(page, { within: '.sl-wrapper' }), []);
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  assert.equal(await page.locator('[name="firstname"]').inputValue(), 'Sade');
});

test('without JavaScript the links lead to the section and the notice', async (t) => {
  const page = await visitor(t, { javaScriptEnabled: false, allowConsole: ['favicon', '404'] });
  await page.goto(`${at.origin}/application/11`);
  await link(page, privacy.title).click();
  await page
    .locator(':target')
    .getByText(privacy.paragraphs[0]?.__html ?? '')
    .waitFor();
  await link(page, openings.readMore?.label ?? '').click();
  await page.locator(':target').getByRole('heading', { name: benefits.title }).waitFor();
});

test('the lightbox code of a single link loads when the link is focused', async (t) => {
  const page = await applicant(t);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('lightbox-view')) requests.push(request.url());
  });
  await page.goto(`${at.origin}/feedback`, { waitUntil: 'networkidle' });
  await hydrated(page);
  assert.deepEqual(requests, []);
  const request = page.waitForRequest('**/lightbox-view*');
  await link(page, feedback.picture.picture.alt).focus();
  await request;
});
