import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import { newApplicant, sixDocuments, waitForHydration } from '#test/support/applicant.ts';
import { loadImages, visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

loadImages();

const at = siteAndHost();

/**
 * Presses Tab until the focus is on an element that matches `selector`, at most 90 times. Every focused
 * element must show a focus indicator.
 */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 90; presses += 1) {
    await page.keyboard.press('Tab');
    const { there, shown, what } = await page.evaluate(async (wanted) => {
      // A control that is being replaced (the letter's) shows its focus ring a few frames later.
      for (let frames = 0; ; frames += 1) {
        const at = document.activeElement as HTMLElement;
        const { visibility } = getComputedStyle(at);
        // The letter's ring is around the editor, which contains its writing area.
        const ringed = [at, at.closest('.jodit-container') ?? at].some((element) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
          return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        });
        const shown =
          at === document.body ||
          (ringed && at.getBoundingClientRect().width > 0 && visibility === 'visible');
        if (shown || frames > 60)
          return { there: at.matches(wanted), shown, what: at.outerHTML.slice(0, 160) };
        await new Promise(requestAnimationFrame);
      }
    }, selector);
    assert.ok(shown, `the focus cannot be seen on ${what}`);
    if (there) return;
  }
  assert.fail(`Tab does not reach ${selector}`);
}

test('the whole flow works with the keyboard alone, and the focus is always visible', async (t) => {
  const applicant = newApplicant({
    answers: { 101: 'Yes.' },
    letter: 'Dear bakers, I rise early.',
  });
  const page = await visitor(t, { reducedMotion: 'reduce' });
  const keys = page.keyboard;
  // The browser dispatches file chooser events only while a listener is registered, which takes effect with
  // a delay.
  page.on('filechooser', () => {});
  await page.goto(at.origin);
  await waitForHydration(page.locator('main form').first());

  await keys.press('Tab');
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  assert.equal(focused, 'Skip to the content');
  await keys.press('Enter');
  await tabTo(page, 'main [name="q"]');
  await keys.type('chef');
  await tabTo(page, 'main [name="company_id"]');
  await keys.type('Northwind');
  // Each pause in typing starts a search: the list is final once the last search has its response.
  await page.waitForURL(/company_id=1&q=chef$/);
  await page.locator('main [aria-busy="false"]').getByText('1 opening at ').waitFor();

  await tabTo(page, 'details summary');
  await keys.press('Enter');
  await page.locator('details[open] a[href="/application/11#apply"]').waitFor();
  await page.waitForFunction(() =>
    document.querySelector('details[open] a')?.checkVisibility({ contentVisibilityAuto: true }),
  );
  await tabTo(page, 'details a[href="/application/11#apply"]');
  await keys.press('Enter');
  await page.waitForURL('**/application/11#apply');
  const form = page.locator('form').filter({ has: page.locator('[name="emailaddress"]') });
  await waitForHydration(form);

  // Submitted empty: the summary receives the focus and its links lead to the fields, including the letter,
  // where the focus stays while the editor loads.
  async function sendEmpty(): Promise<void> {
    await tabTo(page, 'main form button[type="submit"]');
    await keys.press('Enter');
    await page.waitForFunction(() =>
      document.activeElement?.textContent?.includes('First name: This field is required.'),
    );
  }
  await sendEmpty();
  await tabTo(page, 'main a[href="#cover_letter"]');
  await keys.press('Enter');
  await page.locator('[data-editor="rich"]').waitFor();
  const letter = await page.evaluate(() => document.activeElement?.closest('[data-editor]'));
  assert.ok(letter, 'the focus is in the letter');
  await sendEmpty();
  await tabTo(page, 'main a[href="#firstname"]');
  await keys.press('Enter');
  const field = await page.evaluate(() => document.activeElement?.getAttribute('name'));
  assert.equal(field, 'firstname');
  await keys.type(applicant.fields.firstname ?? '');
  for (const [name, value] of Object.entries({ ...applicant.fields, firstname: '' })) {
    if (name === 'firstname') continue;
    await tabTo(page, `main [name="${name}"]`);
    if (name !== 'education' && name !== 'grades' && name !== 'referrer') await keys.type(value);
    else await keys.type(name === 'referrer' ? 'Staff' : value);
    assert.equal(await form.locator(`[name="${name}"]`).inputValue(), value, name);
  }
  await tabTo(page, '[role="textbox"][contenteditable="true"]');
  await keys.press('Control+B');
  await keys.type(applicant.letter);
  await tabTo(page, 'main [name="answers[101]"]');
  await keys.type('Yes.');
  await tabTo(page, 'main form button[type="submit"]');
  await keys.press('Enter');
  await page.getByText(messages.applied).waitFor();

  // Only the CV is chosen: it is sent, and the summary has the focus and links to the others.
  for (const [index, type] of documentOrder.entries()) {
    await tabTo(page, `input[type="file"][name="${type}"]`);
    const chooser = page.waitForEvent('filechooser');
    await keys.press('Space');
    await (await chooser).setFiles(sixDocuments[type]);
    if (index > 0) continue;
    await tabTo(page, 'main form[enctype] button[type="submit"]');
    await keys.press('Enter');
    // The others may follow (contract, decision 25).
    await page.getByRole('status').filter({ hasText: '1 of 6 have arrived.' }).waitFor();
    assert.equal(await page.getByText(messages.uploadErrorTitle).count(), 0);
    // To the first link, which leads to the field before the next one to choose.
    await keys.press('Tab');
    await keys.press('Enter');
    await keys.press('Shift+Tab');
  }
  await tabTo(page, 'main form[enctype] button[type="submit"]');
  await keys.press('Enter');
  await page.waitForURL('**/feedback?joblistingid=*');
  await page.getByText('501').waitFor();

  const [applied] = at.host.callsTo('applyjobposting');
  const sent = (applied?.json ?? {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(applicant.fields))
    assert.equal(sent[name], value, name);
  assert.equal(sent.cover_letter, `<p><strong>${applicant.letter}</strong></p>`);
  assert.equal(at.host.callsTo('uploadapplicantdocument').length, 6);
});
