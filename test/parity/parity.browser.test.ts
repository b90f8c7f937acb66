import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import { type ContactValues, contactMessageOf } from '#src/features/contact/contact-message.ts';
import { fieldTexts } from '#src/language/messages.ts';
import { waitForHydration } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';
import { applicationRows, contactRows, type Verdict, validForm } from './odd-values.ts';
import { siteVerdict } from './verdicts.ts';

const site = siteAndHost();

type Rows = readonly Readonly<Record<string, string>>[];

/**
 * Fills the form by script with one row after the other, submits it, and returns the messages at the controls. A select
 * cannot have an odd value and the letter's control may be replaced by the editor, so these values are set in the
 * submitted data, as a control of their kind has them.
 */
function browserVerdicts(page: Page, rows: Rows): Promise<Verdict[]> {
  return page.evaluate(async (rows) => {
    const form = document.querySelector('main form') as HTMLFormElement;
    const verdicts: Record<string, string>[] = [];
    let replaced: [string, string][] = [];
    // Without layout, a form takes a few milliseconds.
    document.body.style.display = 'none';
    form.addEventListener('formdata', ({ formData }) => {
      for (const [name, value] of replaced) formData.set(name, value);
    });
    for (const row of rows) {
      replaced = [];
      for (const [name, value] of Object.entries(row)) {
        const control = form.elements.namedItem(name);
        if (control instanceof HTMLSelectElement) {
          const option = new Option('', value);
          replaced.push([name, option.value]);
        } else if (name === 'cover_letter') {
          const area = document.createElement('textarea');
          area.value = value;
          replaced.push([name, area.value], ['cover_letter_format', 'text']);
        } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
          control.value = value;
      }
      form.requestSubmit();
      // React renders the messages in a microtask of the event.
      await new Promise((resolve) => setTimeout(resolve));
      verdicts.push(
        Object.fromEntries(
          Object.keys(row).flatMap((name) => {
            const { id } = form.querySelector(`[name="${name}"]`) ?? {};
            const error = document.getElementById(`${id}-error`)?.textContent;
            return error ? [[name, error.replace(/^Error: /, '')]] : [];
          }),
        ),
      );
    }
    return verdicts;
  }, rows);
}

/** Opens a page, and compares the verdicts of its form with `expected`. Fails if a form is sent. */
async function compare(
  page: Page,
  path: string,
  rows: Rows,
  expected: (row: Rows[number]) => Verdict | Promise<Verdict>,
): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto(site.origin + path);
  await waitForHydration(page.locator('main form').first());
  const verdicts = await browserVerdicts(page, rows);
  for (const [index, row] of rows.entries()) {
    const wanted = await expected(row);
    for (const [name, value] of Object.entries(row))
      assert.equal(
        verdicts[index]?.[name],
        wanted[name],
        `${name} = ${JSON.stringify(value).slice(0, 120)}`,
      );
  }
  assert.deepEqual(sent, []);
}

test('the browser finds the same as the site in every odd application and contact message', async (t) => {
  const page = await visitor(t);
  // Each pair of rows has the same values, so one row of each is enough.
  const half = applicationRows.filter((_, index) => index % 4 === 0 || index % 4 === 3);
  await compare(page, '/application/11', half, async (row) => {
    // The site judges the length of a letter only if all else is valid.
    const letter = await siteVerdict({ ...validForm, cover_letter: row.cover_letter ?? '' });
    return { ...(await siteVerdict(row)), ...letter };
  });
  await compare(page, '/contact', contactRows, (row) =>
    fieldTexts(validateContactMessage(contactMessageOf(row as ContactValues))),
  );
});
