import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { control, letterArea, sixDocuments, takenOver } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

let host: ScriptedHost;
let site: RunningSite;
before(async () => {
  host = await startScriptedHost();
  site = await startSite({ env: { API_HOST: host.origin } });
});
after(async () => {
  await site.stop();
  await host.stop();
});

/** Presses Tab until the focus is on what `selector` names, and looks that the focus can be seen. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate((wanted) => {
      const { activeElement } = document;
      if (!activeElement?.matches(wanted)) return undefined;
      const { outlineStyle, boxShadow } = getComputedStyle(activeElement);
      return outlineStyle !== 'none' || boxShadow !== 'none';
    }, selector);
    if (found === undefined) continue;
    assert.ok(found, `the focus on ${selector} cannot be seen`);
    return;
  }
  assert.fail(`Tab never came to ${selector}`);
}

test('the whole flow by keyboard alone: errors, fields, editor, documents, receipt', async (t) => {
  const page = await visitor(t);
  await page.goto(`${site.origin}/application/11`);
  await takenOver(control(page, 'firstname'));

  await t.test(
    'an empty form: the summary takes the focus, its links lead to the fields',
    async () => {
      await control(page, 'firstname').focus();
      await page.keyboard.press('Enter');
      await page.getByText('There is a problem').waitFor();
      const summary = await page.evaluate(() => document.activeElement?.textContent ?? '');
      assert.match(summary, /First name: This field is required\./);
      await tabTo(page, 'a[href="#cover_letter"]');
      await page.keyboard.press('Enter');
      await page.locator('[data-editor="rich"]').waitFor();
      assert.ok(
        await page.evaluate(() => document.activeElement?.closest('[data-editor]') !== null),
        'the focus went to the letter and stayed there while the editor came',
      );
    },
  );

  await t.test('the fields, in the order of the form', async () => {
    await control(page, 'firstname').focus();
    await page.keyboard.type('Sade');
    for (const [name, text] of [
      ['lastname', 'Bello'],
      ['emailaddress', 'sade@example.com'],
      ['phone', '08000000101'],
      ['age', '31'],
      ['education', 'HND'],
      ['course', 'Catering'],
      ['grades', 'Pass'],
      ['years_of_experience', '5'],
      ['referrer', 'Staff'],
      ['referrer_name', 'Tunde'],
    ] as const) {
      await tabTo(page, `[name="${name}"]`);
      await page.keyboard.type(text);
    }
    assert.equal(await control(page, 'grades').inputValue(), 'Pass');
    assert.equal(await control(page, 'referrer').inputValue(), 'staff');
  });

  await t.test('the letter: in, bold by key, and out again with Tab', async () => {
    await tabTo(page, '[role="textbox"]');
    await page.keyboard.press('Control+B');
    await page.keyboard.type('I bake.');
    await letterArea(page).locator('strong').getByText('I bake.').waitFor();
    await tabTo(page, '[name="answers[101]"]');
    await page.keyboard.type('Yes.');
    await tabTo(page, 'button[type="submit"]');
    await page.keyboard.press('Enter');
    await page.getByText('Form submitted. Please upload documents.').waitFor();
  });

  await t.test('the documents, from where the focus was put', async () => {
    for (const type of documentOrder) {
      await tabTo(page, `input[type="file"][name="${type}"]`);
      // The dialog that a key opens here is the system's, and headless Chromium has none.
      await page.locator(':focus').setInputFiles(sixDocuments[type]);
    }
    await tabTo(page, 'form:has([name="cv"]) button[type="submit"]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/feedback');
    await page.getByText('6 of 6').waitFor();
  });
  assert.equal(host.callsTo('applyjobposting').length, 1);
});
