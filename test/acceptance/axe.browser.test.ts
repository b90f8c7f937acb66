import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import {
  chooseDocuments,
  documentField,
  fillApplication,
  newApplicant,
  sixDocuments,
  submitButton,
  uploadButton,
  waitForHydration,
} from '#test/support/applicant.ts';
import { violations } from '#test/support/axe.ts';
import { loadImages, type VisitorOptions, visitor } from '#test/support/browser.ts';
import { replies } from '#test/support/scripted-host.ts';
import { sampleSite } from '#test/support/shared-sites.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

loadImages();

const at = siteAndHost();
/** With as many openings as a company has. */
const sample = sampleSite();

/** Looks at the page, or only at the parts of it that match a selector, if it looked at the rest of it in another state. */
type Look = (state: string, within?: string) => Promise<void>;

/** Opens the menu and the search dropdown, which differ with the width, on the current page. */
async function openHeader(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Search openings' }).click();
  await page.locator('#header-q').waitFor();
  await look('search dropdown open', 'header');
  await page.keyboard.press('Escape');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole('button', { name: 'Close the menu' }).waitFor();
  }
  await page.locator('header nav :is(summary, button):visible', { hasText: 'ABOUT' }).click();
  await page.getByRole('link', { name: 'Our houses' }).first().waitFor();
  await look('menu open', 'header');
}

/** Calls `look` for each screen of the sample in its initial state. */
async function visitScreens(page: Page, look: Look): Promise<void> {
  for (const path of ['/?company_id=1', '/application/101', '/contact', '/feedback']) {
    await page.goto(`${sample.origin}${path}`);
    await look(path);
  }
  await openHeader(page, look);
}

async function visitLists(page: Page, look: Look): Promise<void> {
  await page.goto(at.origin);
  await waitForHydration(page.locator('main form').first());
  await look('home');
  await page.goto(`${at.origin}/?company_id=1`);
  await page.locator('main details summary').first().click();
  await look('results, a panel open', '#openings');
  await page.goto(`${at.origin}/?company_id=1&q=submarine`);
  await look('no results', '#openings');
  await page.goto(`${at.origin}/?q=submarine`);
  await look('no company selected', 'main :is(#openings, form)');
  await openHeader(page, look);
  await page.goto(`${at.origin}/application/nobody`);
  await look('no such opening');
}

async function visitApplication(page: Page, look: Look): Promise<void> {
  await page.goto(`${at.origin}/application/11`);
  const form = page.locator('form').filter({ has: page.locator('[name="emailaddress"]') });
  await waitForHydration(form);
  await look('opening and form');
  await submitButton(page).click();
  await page.getByText('There is a problem').waitFor();
  await look('form with errors', 'main');
  const applicant = newApplicant({ answers: { 101: 'Yes.' } });
  await fillApplication(page, applicant);
  at.host.next('applyjobposting', replies.http(500));
  await submitButton(page).click();
  const popup = page.getByRole('dialog', { name: messages.error });
  await popup.waitFor();
  await look('error dialog over the form', 'dialog[open]');
  await popup.getByRole('button', { name: 'OK' }).click();
  await look('form refused, the letter in its editor', 'main form');
  const { promise: looked, resolve: reply } = Promise.withResolvers<void>();
  at.host.next(
    'applyjobposting',
    replies.held(replies.json({ status: 1, data: { id: 9 } }), looked),
  );
  await submitButton(page).click();
  await page.getByRole('dialog', { name: /Sending your application/ }).waitFor();
  await look('loading overlay', 'dialog[open]');
  reply();
  await page.getByText(messages.applied).waitFor();
  await look('form accepted and disabled, documents form shown', 'main');
  await documentField(page, 'cv').setInputFiles({
    name: 'cv.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Bread.'),
  });
  await uploadButton(page).click();
  await page.getByRole('alert').filter({ hasText: messages.uploadErrorTitle }).waitFor();
  await look('documents with errors', 'main form');
  await chooseDocuments(page, sixDocuments);
  const ok = replies.json({ status: 1 });
  at.host.next('uploadapplicantdocument', ok, replies.http(413));
  at.host.always('uploadapplicantdocument', replies.http(500));
  await uploadButton(page).click();
  await page
    .getByRole('button', { name: /Try again/ })
    .nth(1)
    .waitFor();
  await look('documents, some done, some to be tried again', 'main form');
  at.host.always('uploadapplicantdocument');
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  await page.getByText('Your reference').waitFor();
  await look('receipt');
}

async function visitOthers(page: Page, look: Look): Promise<void> {
  await page.goto(`${at.origin}/contact`);
  const contact = page.locator('form').filter({ has: page.locator('[name="msg"]') });
  await waitForHydration(contact);
  await look('contact');
  await contact.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('There is a problem').waitFor();
  await look('contact with errors', 'main');

  await page.goto(at.origin);
  const picture = page.locator('#gallery').getByRole('link').first();
  await picture.scrollIntoViewIfNeeded();
  await waitForHydration(page.locator('#gallery'));
  await look('home, scrolled to the gallery', '#gallery');
  const tile = await picture.locator('img').boundingBox();
  await picture.click();
  await page.getByRole('button', { name: messages.lightboxClose }).waitFor();
  await look('lightbox open', '.sl-wrapper');
  // Worth enlarging: larger than on the page, sharp at any size, with a sentence about it.
  const enlarged = page.locator('.sl-image > img');
  const size = await enlarged.boundingBox();
  assert.ok(size && tile && size.width > tile.width * 1.5, JSON.stringify({ size, tile }));
  assert.match((await enlarged.getAttribute('src')) ?? '', /\.svg$/);
  const name = (await picture.innerText()).trim();
  const caption = await page.locator('.sl-caption').innerText();
  assert.ok(caption.startsWith(`${name}. `) && caption.length > name.length + 20, caption);
}

const sized = (width: number) => ({ width, height: width < 600 ? 640 : 900 });

/** Calls `visit` with a page of the first width, and a function that looks for violations: all at this width, of sizes at others. */
async function assertNoViolations(
  t: TestContext,
  [first, ...others]: readonly [number, ...number[]],
  visit: (page: Page, look: Look) => Promise<void>,
  options: VisitorOptions = {},
): Promise<void> {
  const page = await visitor(t, {
    ...options,
    viewport: sized(first),
    // React preloads the first picture; Chromium reports that preload as not used.
    allowConsole: [
      'Failed to load resource',
      'was preloaded using link preload',
      'tile.openstreetmap.org',
    ],
  });
  const found: string[] = [];
  await visit(page, async (state, within) => {
    for (const width of [first, ...others]) {
      if (others.length > 0) await page.setViewportSize(sized(width));
      const rules = width === first ? 'all' : 'sizes';
      for (const violation of await violations(page, { rules, within }))
        found.push(`${state}: ${violation}`);
      const isTooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      });
      if (isTooWide) found.push(`${state}: scrolls sideways, ${width} px wide`);
    }
    if (others.length > 0) await page.setViewportSize(sized(first));
  });
  assert.deepEqual(found, [], `\n${found.join('\n')}`);
}

// In light colors axe looks at them in `test/language/states.browser.test.ts`.
for (const [what, visit] of [
  ['the lists of openings', visitLists],
  ['an application and its documents', visitApplication],
  ['the contact form and the gallery', visitOthers],
] as const)
  test(`axe finds no violation in any state of ${what}, dark, 320 px wide`, (t) =>
    assertNoViolations(t, [320], visit, { colorScheme: 'dark' }));

// The first width with the whole menu is 768 px.
test('axe finds no violation on any screen, 1440 and 768 px wide', (t) =>
  assertNoViolations(t, [1440, 768], visitScreens));

test('axe reports a picture without an alternative text and grey text on white', async (t) => {
  const page = await visitor(t);
  await page.setContent(
    '<!doctype html><html lang="en"><title>Wrong</title><main><h1>Wrong</h1><img src="data:,"><p style="color:#bbb;background:#fff">Grey</p></main></html>',
  );
  const found = (await violations(page)).join('\n');
  assert.match(found, /image-alt/);
  assert.match(found, /color-contrast/);
});
