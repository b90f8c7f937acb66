import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { documentLabel } from '#src/features/documents/document-texts.ts';
import { apply, newApplicant, submitButton } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { openings } from '#test/support/default-responses.ts';
import { replies } from '#test/support/scripted-host.ts';
import { listOf, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();
const allowConsole = ['Failed to load resource'];

/** Which of the selectors match a visible element. */
const seen = (page: Page, selectors: readonly string[]) =>
  page.evaluate(
    (all) =>
      all.filter((selector) =>
        [...document.querySelectorAll(selector)].some((element) => element.checkVisibility()),
      ),
    selectors,
  );
const papers = ['header', 'nav', 'form', 'button', 'main img'];

test('an opening prints as black text on white: no menu, form, button or picture', async (t) => {
  const page = await visitor(t, { colorScheme: 'dark' });
  await page.goto(`${at.origin}/application/11`, { waitUntil: 'networkidle' });
  assert.deepEqual(await seen(page, papers), papers);
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await seen(page, papers), []);
  for (const text of ['Pastry chef', 'Lamination', 'croissants'])
    await page.locator('main').getByText(text).first().waitFor();
  assert.deepEqual(
    await page.evaluate(() => {
      const { backgroundColor } = getComputedStyle(document.documentElement);
      const heading = document.querySelector('h1');
      return [backgroundColor, heading && getComputedStyle(heading).color];
    }),
    ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
  );
});

test('an accepted form is read-only and prints its reference, and the receipt prints without controls', async (t) => {
  const page = await visitor(t, { reducedMotion: 'reduce' });
  await apply(page, at.origin, '11', newApplicant({ answers: { 101: 'Yes.' } }));
  const form = page.locator('form').filter({ has: page.locator('[name="emailaddress"]') });
  const open = await form
    // The last one is the honeypot, which people cannot see.
    .locator('input:not([type=hidden], [tabindex="-1"]), select, textarea, button[type=submit]')
    .evaluateAll((all) => all.filter((each) => !each.matches(':disabled')).map((e) => e.outerHTML));
  assert.deepEqual(open, []);
  assert.equal(await form.locator('[name="firstname"]').inputValue(), 'Ngọzi');
  await page.emulateMedia({ media: 'print' });
  assert.match(
    await page.locator('#apply').innerText(),
    /^Form submitted.*\nYour reference: \S+$/s,
  );
  await page.emulateMedia({ media: null });
  await page.goto(`${at.origin}/feedback`);
  await page.getByText('Your reference').waitFor();
  await page.emulateMedia({ media: 'print' });
  const controls = ['header', 'nav', 'button', 'input', '[data-documents] details'];
  assert.deepEqual(await seen(page, controls), []);
  await page.getByText('Your reference').waitFor();
  const rows = page.locator('[data-document]');
  assert.deepEqual(await rows.allInnerTexts(), documentOrder.map(documentLabel));
});

test('on paper the text of a house is as wide as its column, and no form is announced', async (t) => {
  const page = await visitor(t, { viewport: { width: 900, height: 800 } });
  await page.goto(at.origin, { waitUntil: 'networkidle' });
  await page.emulateMedia({ media: 'print' });
  const shares = await page
    .locator('#companies li')
    .evaluateAll((all) =>
      all.map((item) => (item.lastElementChild?.clientWidth ?? 0) / item.clientWidth),
    );
  assert.ok(shares.length > 1 && shares.every((share) => share === 1), `${shares}`);
  const { contactUs, quote } = siteConfig.enquiryForms;
  for (const { title } of [contactUs, quote])
    assert.equal(await page.getByRole('main').getByText(title).first().isVisible(), false);
});

test('in forced colors each icon has the color of the text beside it', async (t) => {
  const page = await visitor(t, { forcedColors: 'active' });
  for (const path of ['/', '/application/11']) {
    await page.goto(at.origin + path, { waitUntil: 'networkidle' });
    const others = await page.locator('svg.icon').evaluateAll((icons) => {
      const colorOf = (element: Element | null) => element && getComputedStyle(element).color;
      return icons
        .filter((icon) => colorOf(icon) !== colorOf(icon.parentElement))
        .map((icon) => icon.outerHTML);
    });
    assert.deepEqual(others, []);
  }
});

test('long words and forty cities wrap: nothing is cut off or scrolls horizontally at 320 px', async (t) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikationsleiter';
  const long = {
    ...openings[0],
    id: 99,
    role_name: word,
    company_name: word,
    locations: Array.from({ length: 40 }, (_, city) => ({ city: `City ${city + 1}` })),
    jobstatus: word,
    requiredskill: word,
    jobdescription: `<p>${word}</p>`,
    questions: [{ id: 'q-9', question: word, required: '1' }],
  };
  at.host.next('openingsall', replies.json(listOf([long])));
  at.host.next('findopening', replies.json({ status: true, data: long }));
  const page = await visitor(t, { viewport: { width: 320, height: 640 }, allowConsole });
  for (const path of ['/', '/application/99']) {
    await page.goto(at.origin + path, { waitUntil: 'networkidle' });
    await page.getByText(word).first().waitFor();
    await page.getByText('City 40').first().waitFor({ state: 'attached' });
    if (path !== '/') {
      const all = page.locator('main article dd', { hasText: 'City 1, City 2, City 3' });
      assert.equal(await all.getByText('All 40 cities').count(), 1);
      assert.ok(!/City 4/.test(await all.innerText()), 'the others are folded');
    }
    for (const panel of await page.locator('details > summary:visible').all()) await panel.click();
    const cut = await page.locator('main').evaluate((main, wanted) => {
      const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const wide: string[] = [];
      while (texts.nextNode()) {
        const { currentNode: node } = texts;
        if (!node.textContent?.includes(wanted) && !node.textContent?.includes('City')) continue;
        // Text for screen readers only is in a box of one pixel.
        if (!node.parentElement?.checkVisibility() || node.parentElement.clientWidth === 1)
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        if (left < 0 || right > innerWidth) wide.push(`${node.parentElement.outerHTML}: ${right}`);
      }
      return wide;
    }, word);
    assert.deepEqual(cut, [], path);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path);
  }
});

test('a focused control is never under the fixed header', async (t) => {
  const page = await visitor(t, {
    viewport: { width: 1200, height: 700 },
    reducedMotion: 'reduce',
  });
  await page.goto(`${at.origin}/application/11`, { waitUntil: 'networkidle' });
  // The editor loads first, because it would replace the focused text area.
  await page.locator('[data-editor]').scrollIntoViewIfNeeded();
  await page.locator('[data-editor="rich"]').waitFor();
  await page.locator('[data-site-header][data-fixed]').waitFor();
  await submitButton(page).focus();
  // From the last control of the page's content to its first.
  const visited = new Set<string>();
  for (;;) {
    await page.keyboard.press('Shift+Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.closest('main')) return undefined;
      const { left, top } = focused.getBoundingClientRect();
      const hit = document.elementFromPoint(left + 4, Math.max(0, top + 4));
      const name = focused.outerHTML.slice(0, 160);
      return { name, covered: Boolean(hit?.closest('[data-site-header]')) };
    });
    if (!covered) break;
    assert.equal(covered.covered, false, covered.name);
    visited.add(covered.name);
    assert.ok(visited.size < 100);
  }
  // The fields of the form, the editor's toolbar, the links of the opening.
  assert.ok(visited.size > 20, `${visited.size}`);
});
