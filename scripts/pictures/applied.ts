import path from 'node:path';
import type { Page } from 'playwright-core';

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

const opening = '/application/101';
const documents = path.join(import.meta.dirname, '../../fixtures/documents');
export const document = (name: string) => path.join(documents, name);

/** The upload ticket of the one application that all pictures share. */
let ticket: Cookies | undefined;

/** Opens the documents form of an accepted application with two received and four missing documents. */
export async function openDocuments(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  ticket ??= await applyPlainly(page, origin);
  await page.context().addCookies(ticket);
  await page.goto(origin + opening, { waitUntil: 'networkidle' });
  await page.locator('[data-document="cv"][data-state="received"]').waitFor();
}

/** Opens the private page of the same application in a browser that has not applied. */
export async function openLink(page: Page): Promise<void> {
  await openDocuments(page);
  const link: string = await page.evaluate(async () => {
    const response = await fetch('/api/submission?link', {
      headers: { accept: 'application/json' },
    });
    return (await response.json()).link;
  });
  await page.context().clearCookies();
  await page.goto(new URL(link, page.url()).href, { waitUntil: 'networkidle' });
}

/** Opens the receipt of the same application with all documents received. */
export async function openReceipt(page: Page): Promise<void> {
  await openDocuments(page);
  if (await chooseTheRest(page)) {
    await page.getByRole('button', { name: 'Upload documents' }).click();
    await page.waitForURL('**/feedback?*');
  } else
    await page.goto(`${new URL(page.url()).origin}/feedback?joblistingid=101`, {
      waitUntil: 'networkidle',
    });
  await page.getByText('Your reference').waitFor();
}

/** Chooses the missing documents. It returns false if none is missing. */
async function chooseTheRest(page: Page): Promise<boolean> {
  const files = {
    waec: 'waec-result.doc',
    undergraduate: 'degree-certificate.pdf',
    other: 'reference-letter.docx',
    passport: 'portrait-b.jpg',
  };
  for (const [name, file] of Object.entries(files)) {
    const field = page.locator(`input[type="file"][name="${name}"]`);
    if ((await field.count()) === 0) return false;
    await field.setInputFiles(document(file));
  }
  return true;
}

/** Sends the form and two documents without JavaScript, so that no editor is needed. */
async function applyPlainly(page: Page, origin: string): Promise<Cookies> {
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
  if (!context) throw new Error('The page belongs to no browser.');
  const plain = await context.newPage();
  await plain.goto(origin + opening);
  const fields = {
    firstname: 'Ngozi',
    lastname: 'Eze',
    emailaddress: 'ngozi.eze@example.com',
    phone: '08000000101',
    age: '29',
    course: 'Food Science',
    years_of_experience: '6',
    cover_letter: 'Your ovens start at four, and so do I.',
  };
  for (const [name, value] of Object.entries(fields))
    await plain.locator(`main [name="${name}"]`).fill(value);
  await plain.locator('main [name="referrer"]').selectOption('job_boards');
  for (const answer of await plain.locator('[name^="answers["]').all())
    await answer.fill('The proving cabinet.');
  await plain.getByRole('button', { name: 'Submit application' }).click();
  await plain.locator('[name="cv"]').setInputFiles(document('cv-ngozi-eze.pdf'));
  await plain.locator('[name="nysc"]').setInputFiles(document('nysc-certificate.docx'));
  await plain.getByRole('button', { name: 'Upload documents' }).click();
  await plain.waitForLoadState();
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}
