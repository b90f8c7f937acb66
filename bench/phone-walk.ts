import { chromium, type Page } from 'playwright-core';

/**
 * The way of an applicant on a phone, from the first screen to the receipt, on the sample opening Head Baker (docs/design.md):
 * `npx tsx bench/phone-walk.ts http://localhost:3000`. Counts taps on the page, and words that are in view without opening
 * anything: before the first opening, of the job, and of the form. The person reads 200 words a minute.
 */
const origin = process.argv[2] ?? 'http://localhost:3000';
const wordsPerMinute = 200;

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
});
let taps = 0;
async function tap(selector: string): Promise<void> {
  await page.locator(selector).first().tap();
  taps += 1;
}
/** A tap, then typing. */
async function type(name: string, text: string): Promise<void> {
  await tap(`#apply [name="${name}"]`);
  await page.keyboard.type(text);
}
/** A list of the system takes two taps: one opens it, one chooses. */
async function choose(name: string, value: string): Promise<void> {
  await page.locator(`#apply [name="${name}"]`).selectOption(value);
  taps += 2;
}

await page.goto(origin, { waitUntil: 'networkidle' });
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
for (const [name, text] of Object.entries({
  firstname: 'Sade',
  lastname: 'Osunlana',
  emailaddress: `sade.${Date.now()}@example.com`,
  phone: '08031234567',
  age: '34',
  course: 'Food science',
  years_of_experience: '9',
}))
  await type(name, text);
await choose('referrer', 'job_boards');
await tap('#apply .jodit-wysiwyg');
await page.keyboard.type('I bake.');
for (const question of await page.locator('#apply [name^="answers"]').all()) {
  const label = page.locator(`label[for="${await question.getAttribute('id')}"]`);
  if ((await label.innerText()).includes('(optional)')) continue;
  await question.tap();
  taps += 1;
  await page.keyboard.type('Twelve hundred.');
}
await tap('#apply button[type="submit"]');
await page.getByText('Form submitted.').waitFor();
const form = taps;
// Each document: a tap on the button, a tap on the picture in the list of the system.
for (const type of ['cv', 'nysc', 'waec', 'undergraduate', 'other', 'passport']) {
  await page.locator(`[data-document="${type}"] input[type="file"]`).setInputFiles({
    name: type === 'passport' ? 'passport.png' : `${type}.pdf`,
    mimeType: 'application/pdf',
    buffer:
      type === 'passport'
        ? Buffer.from('89504e470d0a1a0a', 'hex')
        : Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  taps += 2;
}
await tap('#apply [data-documents] button[type="submit"]');
await page.waitForURL('**/feedback?**');
const total = words.list + words.job + words.form;
const measured = {
  firstOpening: Math.round(first?.y ?? 0),
  taps: { form, documents: taps - form, all: taps },
  words: { ...words, all: total },
  seconds: Math.round((total / wordsPerMinute) * 60),
};
process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
await browser.close();

/** The words in view from the start of `from` to the start of `to`, without those of lists and for screen readers only. */
function countWords(page: Page, from: string, to: string): Promise<number> {
  return page.evaluate(
    ([from, to]) => {
      const root = document.querySelector(from) ?? document.body;
      const end = document.querySelector(to);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      let text = '';
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const isBefore =
          !end || Boolean(end.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING);
        if (!element || !isBefore || element.closest('option, noscript, script, style')) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const { width, height } = element.getBoundingClientRect();
        if (width > 1 && height > 1) text += ` ${node.textContent}`;
      }
      return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    },
    [from, to] as const,
  );
}
