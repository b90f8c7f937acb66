import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import { buildApplication } from './build-application.ts';
import { root } from './site.ts';

/** A person with the values and documents of an application. Field names are the API's. */
export interface Applicant {
  readonly fields: Readonly<Record<string, string>>;
  /** By question id. */
  readonly answers: Readonly<Record<string, string>>;
  /** Typed into the editor; each line becomes a paragraph. */
  readonly letter: string;
  /** Absolute paths. */
  readonly documents: Readonly<Record<DocumentType, string>>;
}

const fixture = (name: string) => join(root, 'fixtures', 'documents', name);

/** The six documents of one person, each in a different file format. */
export const sixDocuments: Applicant['documents'] = {
  cv: fixture('cv-ngozi-eze.pdf'),
  nysc: fixture('nysc-certificate.docx'),
  waec: fixture('waec-result.doc'),
  undergraduate: fixture('degree-certificate.pdf'),
  other: fixture('reference-letter.docx'),
  passport: fixture('portrait-b.jpg'),
};

/** Returns an applicant with a new email address; `answers` adds answers. */
export function newApplicant(
  change: {
    readonly fields?: Readonly<Record<string, string>>;
    readonly answers?: Readonly<Record<string, string>>;
    readonly letter?: string;
  } = {},
): Applicant {
  const { answers, cover_letter, company_id, document_id, joblistingid, ...fields } =
    buildApplication({
      firstname: 'Ngọzi',
      lastname: "O'Brien-Eze",
      emailaddress: `ngozi.${randomUUID()}@example.com`,
      course: 'Food Science & Technology',
      referrer: 'staff',
      referrer_name: 'Tunde Bello',
    });
  return {
    fields: { ...fields, ...change.fields },
    answers: change.answers ?? {},
    letter:
      change.letter ?? 'Dear bakers,\nYour ovens start at 4 am, and so do I. <3 bread & butter.',
    documents: sixDocuments,
  };
}

export const applicationForm = (page: Page): Locator =>
  page.locator('form').filter({ has: page.locator('[name="emailaddress"]') });

/** Returns a control of the application form by its API name. */
export const control = (page: Page, name: string): Locator =>
  applicationForm(page).locator(`[name="${name}"]`);

/** Returns the writing area of the cover letter, in English or French. */
export const letterArea = (page: Page): Locator =>
  page.getByRole('textbox', { name: /Cover letter|Lettre de motivation/ });

/** Waits until React has hydrated an element: React then stores properties on it. */
export async function waitForHydration(element: Locator): Promise<void> {
  await element.evaluate(async (node) => {
    // Before the root, React may mark the elements of an attempt that it gives up.
    await window.whenReady();
    while (!Object.keys(node).some((key) => key.startsWith('__reactProps')))
      await new Promise(requestAnimationFrame);
  });
}

/**
 * Fills every field except the letter, in the order of the form, in one call to the page: typing and choosing
 * are the subjects of other tests.
 */
export async function fillFields(page: Page, applicant: Applicant): Promise<void> {
  const { fields, answers } = applicant;
  const all = {
    ...fields,
    ...Object.fromEntries(Object.entries(answers).map(([id, text]) => [`answers[${id}]`, text])),
  };
  // React notices a value that is set through the prototype.
  await applicationForm(page).evaluate(async (form, values) => {
    for (const [name, value] of Object.entries(values)) {
      const selector = `[name="${CSS.escape(name)}"]`;
      // A field that depends on another one appears after it.
      while (!form.querySelector(selector)) await new Promise(requestAnimationFrame);
      const element = form.querySelector(selector) as HTMLInputElement;
      if (element.matches(':disabled')) throw new Error(`${name} is disabled`);
      element.focus();
      Reflect.set(Object.getPrototypeOf(element), 'value', value, element);
      if (element.value !== value) throw new Error(`${name} cannot be ${value}`);
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, all);
}

/** Scrolls to the letter and waits for the editor, which replaces the text area. False for a visitor without editor. */
async function editorReady(page: Page): Promise<boolean> {
  if (await page.evaluate(() => 'withoutEditor' in window)) return false;
  await applicationForm(page).locator('[data-editor]').scrollIntoViewIfNeeded();
  await page.locator('[data-editor="rich"]').waitFor();
  return true;
}

/** Enters the letter, line by line: typing each key is the subject of the editor's own tests. */
export async function writeLetter(page: Page, letter: string): Promise<void> {
  if (!(await editorReady(page))) return control(page, 'cover_letter').fill(letter);
  await letterArea(page).click();
  for (const [index, line] of letter.split('\n').entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.insertText(line);
  }
}

/** Fills the whole form. */
export async function fillApplication(page: Page, applicant: Applicant): Promise<void> {
  await waitForHydration(applicationForm(page));
  await fillFields(page, applicant);
  await writeLetter(page, applicant.letter);
}

export const submitButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Submit application' });

/** Opens the opening's page, fills and sends the form, and waits until it is accepted. */
export async function apply(
  page: Page,
  origin: string,
  openingId: string,
  applicant: Applicant,
): Promise<void> {
  await page.goto(`${origin}/application/${openingId}`);
  await fillApplication(page, applicant);
  await submitButton(page).click();
  await page.getByText(messages.applied).waitFor();
}

/** Returns the file field of one document. */
export const documentField = (page: Page, type: DocumentType): Locator =>
  page.locator(`input[type="file"][name="${type}"]`);

/** Chooses a file for each given document, in the order of the form. */
export async function chooseDocuments(
  page: Page,
  documents: Partial<Applicant['documents']>,
): Promise<void> {
  for (const type of documentOrder) {
    const path = documents[type];
    if (path !== undefined) await documentField(page, type).setInputFiles(path);
  }
}

export const uploadButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Upload documents' });

/** Chooses all six, sends them and waits for the receipt. */
export async function uploadDocuments(
  page: Page,
  documents: Applicant['documents'] = sixDocuments,
): Promise<void> {
  await chooseDocuments(page, documents);
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
}

/** Returns the current value of every field of the form; the letter as text. */
export async function typedValues(page: Page): Promise<Record<string, string>> {
  const rich = await editorReady(page);
  const values = await applicationForm(page).evaluate((form) =>
    Object.fromEntries(
      [...new FormData(form as HTMLFormElement)].map(([name, value]) => [name, String(value)]),
    ),
  );
  return rich ? { ...values, cover_letter: (await letterArea(page).innerText()).trim() } : values;
}
