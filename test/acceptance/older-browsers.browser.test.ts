import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import {
  fillApplication,
  newApplicant,
  submitButton,
  uploadDocuments,
} from '#test/support/applicant.ts';
import { type VisitorOptions, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';
import { root } from '#test/support/site.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();
const sample = sampleSite();
const wide = { viewport: { width: 1200, height: 800 } };
const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };

/**
 * Leaves of Chromium what all of Safari 16.4, Firefox 115 and Chrome 109 have: removes what pages could call, lets
 * selectors throw, and keeps the browser from opening popovers itself.
 */
const withoutNewApis = `
  const proto = (name) => globalThis[name].prototype;
  const removed = [
    [globalThis, ['CloseWatcher', 'navigation', 'scheduler', 'requestIdleCallback', 'Temporal', 'URLPattern', 'Sanitizer', 'TrustedHTML']],
    [proto('HTMLElement'), ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [proto('HTMLButtonElement'), ['popoverTargetElement', 'popoverTargetAction', 'commandForElement', 'command']],
    [proto('HTMLDialogElement'), ['closedBy', 'requestClose']],
    [proto('Element'), ['checkVisibility', 'getHTML', 'setHTML', 'setHTMLUnsafe', 'moveBefore', 'startViewTransition']],
    [proto('Document'), ['startViewTransition', 'caretPositionFromPoint']],
    [proto('MouseEvent'), ['movementX', 'movementY']],
    [proto('String'), ['isWellFormed', 'toWellFormed']],
    [proto('Array'), ['toReversed', 'toSorted', 'toSpliced', 'with']],
    [proto('Set'), ['difference', 'intersection', 'union', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [proto('Map'), ['getOrInsert', 'getOrInsertComputed']],
    [proto('Iterator'), ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray']],
    [proto('Blob'), ['bytes']],
    [proto('Response'), ['bytes']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['try', 'withResolvers']],
    [RegExp, ['escape']],
    [Error, ['isError']],
    [URL, ['canParse', 'parse']],
    [AbortSignal, ['any']],
    [Intl, ['Segmenter', 'DurationFormat']],
  ];
  for (const [owner, names] of removed) for (const name of names) delete owner[name];
  for (const owner of [proto('Element'), proto('Document'), proto('DocumentFragment')])
    for (const name of ['closest', 'matches', 'querySelector', 'querySelectorAll']) {
      const method = owner[name];
      if (method)
        owner[name] = function (selector) {
          if (String(selector).includes(':popover-open'))
            throw new DOMException(selector + ' is not a valid selector.', 'SyntaxError');
          return method.call(this, selector);
        };
    }
  addEventListener('beforetoggle', (event) => event.isTrusted && event.preventDefault(), true);
  // Chromium's own stylesheet hides a popover that it has not opened.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('[data-popover-open] { display: block }');
  document.adoptedStyleSheets = [sheet];
`;

async function olderBrowser(t: TestContext, options: VisitorOptions): Promise<Page> {
  // The changed styles have no hash in the policy.
  const page = await visitor(t, { ...options, bypassCSP: true });
  // Of the context, so that no other visitor has its cache with the changed style sheets.
  await page.context().addInitScript({ content: withoutNewApis });
  await page.route(/\.css$|\/[^.]*$/, async (route) => {
    if (!/^(document|stylesheet)$/.test(route.request().resourceType())) return route.continue();
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replaceAll(/:popover-open|:has(?=\()/g, ':unknown'),
    });
  });
  return page;
}

const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const rotation = (button: Locator) =>
  button.locator('svg').evaluate((icon) => getComputedStyle(icon).rotate);
const visible = { state: 'visible' } as const;
const hidden = { state: 'hidden' } as const;

test('without the Popover API and what else is newer than 2023, submenus, quick search, skins and further filters open on a press and close on Escape and a press elsewhere', async (t) => {
  const page = await olderBrowser(t, wide);
  await page.goto(sample.origin);
  const about = nav(page).getByRole('button', { name: 'ABOUT' });
  const houses = nav(page).getByRole('link', { name: 'Our houses' });
  await houses.waitFor(hidden);
  await about.press('Enter');
  await houses.waitFor(visible);
  assert.equal(await about.getAttribute('aria-expanded'), 'true');
  assert.equal(await rotation(about), '180deg');
  const talk = nav(page).getByRole('button', { name: 'Talk to us' });
  const findUs = nav(page).getByRole('link', { name: 'Find us' });
  await talk.press('Enter');
  await findUs.waitFor(visible);
  await page.keyboard.press('Escape');
  await findUs.waitFor(hidden);
  assert.ok(await houses.isVisible(), 'the outer submenu stays open');
  await houses.focus();
  await page.keyboard.press('Escape');
  await houses.waitFor(hidden);
  assert.ok(await about.evaluate((button) => button === document.activeElement));
  await about.hover();
  await houses.waitFor(visible);
  await page.mouse.move(5, 700);
  await houses.waitFor(hidden);

  const search = page.getByRole('search', { name: 'Quick search' });
  const opener = page.getByRole('button', { name: 'Search openings' });
  const cross = opener.locator('svg').last();
  await cross.waitFor(hidden);
  await opener.click();
  await cross.waitFor(visible);
  await search.getByLabel('Company').selectOption('1');
  await search.getByLabel('Role or skill').fill('quality');
  await search.getByRole('option', { name: /^Quality/ }).waitFor();
  await page.getByRole('button', { name: 'Colours' }).click();
  await search.waitFor(hidden);
  await page.getByRole('radio', { name: 'Beet' }).check();
  await page.mouse.click(5, 700);
  await page.getByRole('radio', { name: 'Beet' }).waitFor(hidden);

  const filters = page.getByRole('navigation', { name: 'Filter openings' });
  await filters.getByRole('button', { name: /^All \d+ cities/ }).click();
  const close = filters.getByRole('button', { name: 'Close' });
  await close.click();
  await close.waitFor(hidden);
  await filters
    .getByRole('link', { name: /^Lagos/ })
    .first()
    .click();
  await page.waitForURL(/city=Lagos/);
});

test('without them, on a phone, the menu and the filters are sheets, and a second press closes them', async (t) => {
  const page = await olderBrowser(t, phone);
  await page.goto(sample.origin);
  const contact = nav(page).getByRole('link', { name: 'CONTACT' });
  await contact.waitFor(hidden);
  await nav(page).getByRole('button', { name: 'Menu', exact: true }).tap();
  await contact.waitFor(visible);
  await nav(page).getByRole('button', { name: 'Close the menu' }).tap();
  await contact.waitFor(hidden);
  const filters = page.getByRole('navigation', { name: 'Filter openings' });
  const opener = filters.getByRole('button', { name: /^Filters/ });
  const lagos = filters.getByRole('link', { name: /^Lagos/ }).first();
  await opener.tap();
  await lagos.waitFor(visible);
  await opener.tap();
  await lagos.waitFor(hidden);
  await opener.tap();
  await lagos.tap();
  await filters.locator('[aria-current]', { hasText: 'Lagos' }).first().waitFor(visible);
  // Further choices can be made until it is closed.
  await filters.getByRole('button', { name: /^Show \d+ openings/ }).tap();
  await lagos.waitFor(hidden);
});

test('without them an application is corrected and sent, with six documents', async (t) => {
  const page = await olderBrowser(t, wide);
  const applicant = newApplicant({ answers: { 101: 'Yes.' } });
  await page.goto(`${at.origin}/application/11`);
  await fillApplication(page, { ...applicant, fields: { ...applicant.fields, phone: '12' } });
  await submitButton(page).click();
  await page.getByText('There is a problem').waitFor();
  await page.locator('main [name="phone"]').fill(applicant.fields.phone ?? '');
  await submitButton(page).click();
  await page.getByText(messages.applied).waitFor();
  await uploadDocuments(page, applicant.documents);
  await page.getByText('6 of 6').waitFor();
});

test('no script of the build calls what one of them lacks', () => {
  const absent =
    /\.(?:to(?:Sorted|Spliced|Reversed|WellFormed)|isWellFormed|with|canParse|checkVisibility|withResolvers|groupBy|requestClose)\(/g;
  const found = globSync(join(root, 'dist/public/assets/*.js')).map((file) => [
    basename(file),
    readFileSync(file, 'utf8').match(absent),
  ]);
  assert.ok(found.length > 10);
  const lacking = found.filter(([, calls]) => calls);
  assert.deepEqual(lacking, []);
});

test('a header search that fails leaves the page', async (t) => {
  const page = await visitor(t, { ...wide, allowConsole: ['no closest'] });
  await page.addInitScript(() => {
    const { closest } = Element.prototype;
    Element.prototype.closest = function (selector: string) {
      if (selector === ':popover-open') throw new Error('no closest');
      return closest.call(this, selector);
    };
  });
  await page.goto(`${sample.origin}/contact`);
  await page.getByRole('search', { name: 'Quick search' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await nav(page).getByRole('button', { name: 'ABOUT' }).waitFor();
});
