import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { fill } from '#src/language/format.ts';
import { texts } from '#src/language/server.ts';
import {
  applicationForm,
  fillApplication,
  newApplicant,
  submitButton,
  typedValues,
  waitForHydration,
} from '#test/support/applicant.ts';
import { faultSite } from '#test/support/faults.ts';

const faults = faultSite();

/** The page calls the server functions of a build that the site no longer has. */
async function replaceBuild(page: Page): Promise<void> {
  await page.route('**/RSC/F/*/*', (route) =>
    route.continue({ url: route.request().url().replace('/F/', '/F/0') }),
  );
  await page.locator('main form [name^="$ACTION_ID_"]').evaluateAll((fields) => {
    for (const field of fields)
      field.setAttribute('name', (field as HTMLInputElement).name.replace('_ID_', '_ID_0'));
  });
}

test('an application to another build is shown by its page with every value, and can be submitted', async (t) => {
  const page = await faults.visitor(t);
  await page.goto(`${faults.origin}/application/12`);
  await fillApplication(page, newApplicant({ letter: 'Dear bakers,\n<b>I bake</b> & drive.' }));
  const { form_key: _, ...typed } = await typedValues(page);
  await replaceBuild(page);
  await submitButton(page).click();
  await page
    .getByText(fill(texts().errors.renewed, { button: 'Submit application' }))
    .first()
    .waitFor();
  await waitForHydration(applicationForm(page));
  assert.equal(new URL(page.url()).pathname, '/application/12');
  const shown = await typedValues(page);
  for (const [name, value] of Object.entries(typed))
    if (!name.startsWith('$')) assert.equal(shown[name], value, name);
  await page.unroute('**/RSC/F/*/*');
  await submitButton(page).click();
  await page.getByText('Your reference').waitFor();
  assert.equal(faults.primary.callsTo('applyjobposting').length, 1);
});
