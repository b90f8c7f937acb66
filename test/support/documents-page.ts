import type { TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { newApplicant, uploadButton } from './applicant.ts';
import type { VisitorOptions } from './browser.ts';
import type { FaultSite } from './faults.ts';
import { applyWithoutScript, NoScriptBrowser } from './no-script-browser.ts';

/**
 * Returns a browser at the documents form of an accepted application to `openingId`. The form was sent without
 * script, which is faster than typing; the browser then gets the ticket.
 */
export async function acceptedApplicant(
  t: TestContext,
  site: FaultSite,
  openingId: string,
  options: VisitorOptions = {},
): Promise<Page> {
  const person = new NoScriptBrowser(site.origin, site.address());
  await applyWithoutScript(person, openingId, newApplicant());
  const page = await site.visitor(t, options);
  await person.giveCookiesTo(page);
  await page.goto(`${site.origin}/application/${openingId}`);
  await uploadButton(page).waitFor();
  return page;
}

/** Returns the row of one document: its field, name, progress, error and result. */
export const documentRow = (page: Page, type: DocumentType): Locator =>
  page.locator(`[data-document="${type}"]`);
