import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { newApplicant } from '../support/applicant.ts';
import { formValues, NoScriptBrowser } from '../support/no-script-browser.ts';
import { replies } from '../support/scripted-host.ts';
import { publicSite, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost(publicSite);
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

/** Expects no error and no warning of html-validate in a page. */
async function assertValid(html: string, name: string): Promise<void> {
  const { results } = await validator.validateString(html);
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
  assert.deepEqual([...new Set(found)].slice(0, 10), [], name);
}

async function assertValidPage(path: string, status: number): Promise<void> {
  const response = await fetch(at.origin + path, { headers: { accept: 'text/html' } });
  assert.equal(response.status, status, path);
  await assertValid(await response.text(), path);
}

for (const [path, status] of [
  ['/', 200],
  ['/index', 200],
  ['/?company_id=1', 200],
  ['/?company_id=1&q=zzz', 200],
  ['/?q=cook', 200],
  ['/contact', 200],
  ['/fr', 200],
  ['/fr/contact', 200],
  ['/fr/application/11', 200],
  ['/feedback', 200],
  ['/feedback?joblistingid=11', 200],
  ['/application/11', 200],
  ['/application/night-22', 200],
  ['/application/none', 404],
  ['/api/submission?joblistingid=11', 200],
  ['/RSC/nothing', 404],
  ['/assets/nothing.js', 404],
] as const)
  test(`${path} is valid HTML`, () => assertValidPage(path, status));

test('the pages of a host that does not respond are valid HTML', async (t) => {
  for (const call of ['findopening', 'openings']) {
    at.host.always(call, replies.http(503));
    t.after(() => at.host.always(call));
  }
  await assertValidPage('/application/unread', 503);
  await assertValidPage('/?company_id=1&q=unread', 503);
});

test('forms that were sent without script are answered by valid HTML', async () => {
  const visitor = new NoScriptBrowser(at.origin);
  const opening = await visitor.get('/application/11');
  const invalid = await visitor.submit(opening, opening.form('emailaddress'), { age: '7' });
  assert.match(invalid.title, /^Error/);
  await assertValid(invalid.html, 'an invalid application');
  const values = formValues(newApplicant({ answers: { 101: 'Yes', 102: '' } }));
  const sent = await visitor.submit(opening, opening.form('emailaddress'), values);
  assert.ok(sent.form('passport'));
  await assertValid(sent.html, 'an accepted application');
  const documents = await visitor.submit(sent, sent.form('passport'), {});
  await assertValid(documents.html, 'documents that are missing');

  const contact = await visitor.get('/contact');
  const refused = await visitor.submit(contact, contact.form('msg'), { email: 'x' });
  await assertValid(refused.html, 'an invalid message');
  const message = { firstname: 'Ada', lastname: 'Obi', email: 'a@b.example', msg: 'Hello' };
  const done = await visitor.submit(contact, contact.form('msg'), message);
  await assertValid(done.html, 'a message that was sent');

  const home = await visitor.get('/');
  for (const control of ['service', 'message']) {
    const form = home.form(control);
    await assertValid((await visitor.submit(home, form, {})).html, `an invalid form: ${control}`);
  }
});
