import type { Locator, Page } from 'playwright-core';
import type { Texts } from '#src/texts/catalogue.ts';
import { en } from '#src/texts/en.ts';
import { sixDocuments } from './applicant.ts';

/** The words that a person reads in a minute. */
const wordsPerMinute = 200;

/**
 * The way of an applicant on a phone from the first screen to the receipt, on a sample opening (docs/design.md). Counts
 *
 * - taps: each touch of the page, also the one that puts the cursor into a field, and apart from them those in dialogs of
 *   the system, which are the lists of selects and the choice of files; optional fields are left out. Keys of the keyboard
 *   are no taps: 'next' moves from a field to the one after it.
 * - words that are in view without opening anything: before the first opening, of the job, and of the form.
 */
export async function walkOnPhone(
  page: Page,
  origin: string,
  {
    word = 'baker',
    role = 'Head Baker',
    language = en,
    isKept = false,
  }: {
    /** It is searched for at all companies. */
    readonly word?: string;
    readonly role?: string;
    readonly language?: Texts;
    /** The device offers what was sent before. Otherwise the walk lets the device keep what is sent. */
    readonly isKept?: boolean;
  } = {},
) {
  const { application, documents, form, openings } = language;
  const taps = { page: 0, dialogs: 0 };
  let nextKeys = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps.page += 1;
  };
  const field = (name: string) => page.locator(`#apply [name="${name}"]`);
  const type = async (name: string, text: string) => {
    await tap(field(name));
    await page.keyboard.insertText(text);
  };
  const typeNext = async (name: string, text: string) => {
    await page.keyboard.press('Enter');
    nextKeys += 1;
    if (!(await field(name).evaluate((it) => it === document.activeElement)))
      throw new Error(`The key 'next' does not lead to ${name}.`);
    await page.keyboard.insertText(text);
  };

  await page.goto(origin + (language === en ? '' : '/fr'), { waitUntil: 'networkidle' });
  // Until it is typed, the headline is one element for each letter.
  await page.locator('h1 span span').first().waitFor({ state: 'detached' });
  const first = await page.locator('#openings details').first().boundingBox();
  const words = { list: await countWords(page, 'main', '#openings details'), job: 0, form: 0 };
  await tap(page.locator('main [name="q"]'));
  await page.keyboard.insertText(word);
  await page.locator('#openings mark').first().waitFor();
  const found = await page.locator('#openings details').first().boundingBox();
  await page.keyboard.press('Enter');
  const row = page.locator('#openings details', { hasText: role });
  await tap(row.locator('summary'));
  await tap(row.getByRole('link', { name: openings.opening.apply }));
  await page.waitForURL('**#apply');
  await page.waitForLoadState('networkidle');
  words.job = await countWords(page, 'main', '#apply');
  words.form = await countWords(page, '#apply', '#apply ~ *');
  if (isKept) {
    const [use = ''] = application.useSent.split('{');
    await tap(page.getByRole('button', { name: use }));
    await type('age', '34');
  } else {
    await type('firstname', 'Sade');
    await typeNext('lastname', 'Osunlana');
    await typeNext('emailaddress', `sade.${Date.now()}@example.com`);
    await typeNext('phone', '08031234567');
    await typeNext('age', '34');
    await type('course', 'Food science');
    await type('years_of_experience', '9');
  }
  // The list of the system: one tap opens it, one chooses.
  await field('referrer').selectOption('job_boards');
  taps.page += 1;
  taps.dialogs += 1;
  if (!isKept) {
    // The letter's editor, or the text area that is there before it.
    const letter = '#apply [data-editor] .jodit-wysiwyg, #apply [data-editor] textarea';
    await tap(page.locator(letter).first());
    await page.keyboard.insertText('I bake.');
  }
  for (const question of await page.locator('#apply [name^="answers"]').all()) {
    const label = page.locator(`label[for="${await question.getAttribute('id')}"]`);
    if ((await label.innerText()).includes(form.optional)) continue;
    await tap(question);
    await page.keyboard.insertText('Twelve hundred.');
  }
  await tap(page.locator('#apply button[type="submit"]').first());
  await page.getByText(application.messages.applied).waitFor();
  const toForm = taps.page;
  if (!isKept) await tap(page.getByLabel(application.keepSent));
  const documentsWords = await countWords(page, '[data-documents]', '#apply ~ *');

  // In the files of Android: hold the first file, touch each of the others, touch 'Open'.
  const files = Object.values(sixDocuments);
  const chooser = page.waitForEvent('filechooser');
  await tap(page.getByRole('button', { name: documents.several }));
  await (await chooser).setFiles(files);
  taps.dialogs += files.length + 1;
  for (const documentType of Object.keys(sixDocuments))
    await page.locator(`[data-document="${documentType}"][data-state="chosen"]`).waitFor();
  await tap(page.locator('#apply [data-documents] button[type="submit"]').first());
  await page.waitForURL('**/feedback?**');

  const all = words.list + words.job + words.form;
  const topOf = (box: typeof first) => Math.round(box?.y ?? Number.POSITIVE_INFINITY);
  return {
    firstOpening: topOf(first),
    firstFound: topOf(found),
    taps: { ...taps, toForm },
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
