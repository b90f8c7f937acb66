import assert from 'node:assert/strict';
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

/** The frame of a photograph moves with its slider: from the left edge to the right one, from right to left too. */
export async function assertFrameMoves(row: Locator): Promise<void> {
  const [size, x] = await row.getByRole('slider').all();
  const box = async () => {
    const image = await row.locator('fieldset img').boundingBox();
    const frame = await row.locator('fieldset img + div').boundingBox();
    assert.ok(image && frame);
    return { left: frame.x - image.x, right: image.x + image.width - frame.x - frame.width };
  };
  await size?.press('Home');
  await x?.press('Home');
  const first = await box();
  assert.ok(first.left < 2 && first.right > 20, JSON.stringify(first));
  await x?.press('ArrowRight');
  assert.ok((await box()).left > first.left);
  await x?.press('End');
  assert.ok((await box()).right < 2);
}
