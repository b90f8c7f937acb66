import type { Page } from 'playwright-core';
import { sixDocuments } from './applicant.ts';

/** The words that a person reads in a minute. */
const wordsPerMinute = 200;

/**
 * The way of an applicant on a phone from the first screen to the receipt, on the sample opening Head Baker
 * (docs/design.md). Counts
 *
 * - taps: each touch of the page, also the one that puts the cursor into a field, and each touch in a list of the system;
 *   optional fields are left out. Keys of the keyboard are no taps: 'next' moves from a field to the one after it.
 * - words that are in view without opening anything: before the first opening, of the job, and of the form.
 */
export async function walkOnPhone(page: Page, origin: string) {
  let taps = 0;
  let nextKeys = 0;
  const tap = async (selector: string) => {
    await page.locator(selector).first().tap();
    taps += 1;
  };
  const field = (name: string) => page.locator(`#apply [name="${name}"]`);
  const type = async (name: string, text: string) => {
    await tap(`#apply [name="${name}"]`);
    await page.keyboard.insertText(text);
  };
  const typeNext = async (name: string, text: string) => {
    await page.keyboard.press('Enter');
    nextKeys += 1;
    if (!(await field(name).evaluate((it) => it === document.activeElement)))
      throw new Error(`The key 'next' does not lead to ${name}.`);
    await page.keyboard.insertText(text);
  };

  await page.goto(origin, { waitUntil: 'networkidle' });
  // Until it is typed, the headline is one element for each letter.
  await page.locator('h1 span span').first().waitFor({ state: 'detached' });
  const first = await page.locator('#openings details').first().boundingBox();
  const words = { list: await countWords(page, 'main', '#openings details'), job: 0, form: 0 };
  const row = page.locator('#openings details', { hasText: 'Head Baker' });
  await row.locator('summary').tap();
  taps += 1;
  await row.getByRole('link', { name: 'Apply Now' }).tap();
  taps += 1;
  await page.waitForURL('**#apply');
  await page.waitForLoadState('networkidle');
  words.job = await countWords(page, 'main', '#apply');
  words.form = await countWords(page, '#apply', '#apply ~ *');
  await type('firstname', 'Sade');
  await typeNext('lastname', 'Osunlana');
  await typeNext('emailaddress', `sade.${Date.now()}@example.com`);
  await typeNext('phone', '08031234567');
  await typeNext('age', '34');
  await type('course', 'Food science');
  await type('years_of_experience', '9');
  // The list of the system: one tap opens it, one chooses.
  await field('referrer').selectOption('job_boards');
  taps += 2;
  // The letter's editor, or the text area that is there before it.
  await tap('#apply [data-editor] .jodit-wysiwyg, #apply [data-editor] textarea');
  await page.keyboard.insertText('I bake.');
  for (const question of await page.locator('#apply [name^="answers"]').all()) {
    const label = page.locator(`label[for="${await question.getAttribute('id')}"]`);
    if ((await label.innerText()).includes('(optional)')) continue;
    await question.tap();
    taps += 1;
    await page.keyboard.insertText('Twelve hundred.');
  }
  await tap('#apply button[type="submit"]');
  await page.getByText('Form submitted.').waitFor();
  const toForm = taps;
  const documentsWords = await countWords(page, '[data-documents]', '#apply ~ *');

  // In the files of Android: hold the first file, touch each of the others, touch 'Open'.
  const files = Object.values(sixDocuments);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose several files' }).tap();
  taps += 1;
  await (await chooser).setFiles(files);
  taps += files.length + 1;
  for (const documentType of Object.keys(sixDocuments))
    await page.locator(`[data-document="${documentType}"][data-state="chosen"]`).waitFor();
  await tap('#apply [data-documents] button[type="submit"]');
  await page.waitForURL('**/feedback?**');

  const all = words.list + words.job + words.form;
  return {
    firstOpening: Math.round(first?.y ?? Number.POSITIVE_INFINITY),
    taps: { toForm, documents: taps - toForm, all: taps },
    nextKeys,
    words: { ...words, all, documents: documentsWords },
    seconds: Math.round((all / wordsPerMinute) * 60),
  };
}

/**
 * Returns the words in view from the start of `from` to the start of `to`, without those of lists and for screen
 * readers only.
 */
function countWords(page: Page, from: string, to: string): Promise<number> {
  return page.evaluate(
    ([from, to]) => {
      const hidden = 'option, noscript, script, style, [aria-hidden="true"]';
      const root = document.querySelector(from) ?? document.body;
      const end = document.querySelector(to);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      let text = '';
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const isBefore =
          !end || Boolean(end.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING);
        if (!element || !isBefore || element.closest(hidden)) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const { width, height } = element.getBoundingClientRect();
        if (width > 1 && height > 1) text += ` ${node.textContent}`;
      }
      return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    },
    [from, to] as const,
  );
}
