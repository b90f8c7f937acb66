import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newApplicant } from '#test/support/applicant.ts';
import { faultSite } from '#test/support/faults.ts';
import { formValues, NoScriptBrowser } from '#test/support/no-script-browser.ts';

const site = faultSite();

test('an application of a page of an earlier build, whose form names a server function, is accepted', async () => {
  const values = formValues(newApplicant({ answers: { 101: 'Yes.\nReally.', 102: '' } }));
  const visitor = new NoScriptBrowser(site.origin, site.address());
  const earlier = await visitor.get('/application/11');
  const form = earlier.form('emailaddress');
  const named = new Map([...form.values, ['$ACTION_ID_0123456789ab#submitByPost', '']]);
  const sent = await visitor.submit(earlier, { ...form, values: named }, values);
  assert.equal(sent.status, 200);
  assert.match(sent.text, /Your reference/);
});
