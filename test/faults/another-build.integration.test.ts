import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from '#src/language/format.ts';
import { texts } from '#src/language/server.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { faultSite } from '#test/support/faults.ts';
import { formValues, NoScriptBrowser, type NoScriptForm } from '#test/support/no-script-browser.ts';

const site = faultSite();

/** Returns the form as a page of an earlier build has it. */
function ofEarlierBuild(form: NoScriptForm): NoScriptForm {
  const values = [...form.values].map(
    ([name, value]) =>
      [name.replace(/^\$ACTION_ID_\w+/, '$ACTION_ID_0123456789ab'), value] as const,
  );
  assert.notDeepEqual(values, [...form.values]);
  return { ...form, values: new Map(values) };
}

test('an application of an earlier build is shown again with its values, and can be sent', async () => {
  const path = '/application/11';
  const control = 'emailaddress';
  const button = 'Submit application';
  const values = formValues(newApplicant({ answers: { 101: 'Yes.\nReally.', 102: '' } }));
  const visitor = new NoScriptBrowser(site.origin, site.address());
  const earlier = await visitor.get(path);
  const logged = site.site.log.length;
  const page = await visitor.submit(earlier, ofEarlierBuild(earlier.form(control)), values);
  assert.equal(page.status, 400);
  assert.match(page.title, /^Error: /);
  assert.ok(page.text.includes(fill(texts().errors.renewed, { button })), page.text);
  const form = page.form(control);
  for (const [name, value] of Object.entries(values)) assert.equal(form.values.get(name), value);
  const lines = site.site.log.slice(logged).filter(({ event }) => event !== 'request-completed');
  assert.deepEqual(
    lines.map(({ level, event }) => [level, event]),
    [['warn', 'server-function-unknown']],
  );
  assert.doesNotMatch(JSON.stringify(lines), /stack/);
  const sent = await visitor.submit(page, form, {});
  assert.equal(sent.status, 200);
  assert.match(sent.text, /Your reference/);
});
