import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { test } from 'node:test';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  apply,
  fillApplication,
  newApplicant,
  submitButton,
  uploadDocuments,
} from '#test/support/applicant.ts';
import { loadImages, visitor } from '#test/support/browser.ts';
import { faultSite } from '#test/support/faults.ts';
import { applyWithoutScript, formFiles, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { replies } from '#test/support/scripted-host.ts';

loadImages();

const at = faultSite({ API_TIMEOUT_MS: '10000' });

/** An opening of the scripted host; its first question is required. */
const openingId = '11';
const person = () => newApplicant({ answers: { 101: 'Yes, and earlier.', 102: '' } });

test('each call of section 7 is sent with its path, query and parts, in order, from the server only', async (t) => {
  const applicant = person();
  const page = await visitor(t);
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(new URL(request.url()).origin));

  await page.goto(at.site.origin);
  await page.locator('#openings').getByRole('heading', { name: 'Pastry chef' }).waitFor();
  assert.equal(at.primary.callsTo('openingsall').length, 1);
  assert.deepEqual(at.primary.callsTo('openingsall')[0]?.query, {});
  assert.equal(at.primary.callsTo('openings').length, 0);
  assert.ok(at.primary.callsTo('companylocations').length > 0);

  await page.goto(`${at.site.origin}/?company_id=1&q=lamin%26+dough`);
  await page.getByText('No openings found for "lamin& dough"').first().waitFor();
  const searches = at.primary.callsTo('openings').map(({ query }) => query);
  assert.deepEqual(searches, [{ company_id: '1', q: 'lamin& dough' }]);

  await apply(page, at.site.origin, openingId, applicant);
  await uploadDocuments(page, applicant.documents);

  assert.deepEqual([...requested], [at.site.origin], 'the browser made a request to another host');
  assert.ok(at.primary.callsTo('findopening').every(({ path }) => path === '/api/findopening/11'));

  const written = at.primary.calls.filter(({ name }) =>
    ['validatecandidate', 'applyjobposting', 'uploadapplicantdocument'].includes(name),
  );
  const calls = written.map(({ method, name }) => `${method} ${name}`);
  assert.deepEqual(calls, [
    'GET validatecandidate',
    'POST applyjobposting',
    ...documentOrder.map(() => 'POST uploadapplicantdocument'),
  ]);
  assert.deepEqual(at.secondary.calls, [], 'the secondary host was called without need');

  const [check, applied, ...uploads] = written;
  const { firstname, lastname, emailaddress } = applicant.fields;
  assert.deepEqual(check?.query, { firstname, lastname, emailaddress, company_id: '1' });

  const application = {
    ...applicant.fields,
    company_id: '1',
    joblistingid: openingId,
    document_id: '',
    cover_letter:
      '<p>Dear bakers,</p><p>Your ovens start at 4 am, and so do I. &lt;3 bread &amp; butter.</p>',
    answers: { 101: 'Yes, and earlier.', 102: '' },
  };
  assert.deepEqual(applied?.json, application);

  for (const [index, type] of documentOrder.entries()) {
    const parts = uploads[index]?.parts ?? [];
    const value = (name: string) => parts.find((part) => part.name === name)?.value;
    const file = parts.find((part) => part.name === type);
    const sent = await readFile(applicant.documents[type]);
    assert.equal(file?.filename, basename(applicant.documents[type]));
    assert.equal(file?.sha256, createHash('sha256').update(sent).digest('hex'));
    assert.equal(value('document_type'), type);
    assert.deepEqual(JSON.parse(value('applicant_info') ?? ''), {
      ...application,
      applicant_id: '501',
    });
    const last = index === documentOrder.length - 1;
    assert.equal(value('final_file') !== undefined, last, `final_file with ${type}`);
    assert.deepEqual(
      parts.map(({ name }) => name).sort(),
      [type, 'document_type', 'applicant_info', ...(last ? ['final_file'] : [])].sort(),
    );
  }
});

test('a candidate that the primary host refuses is checked at the secondary host, then accepted', async () => {
  at.primary.always('validatecandidate', replies.json({ status: 0 }));
  const sent = await applyWithoutScript(new NoScriptBrowser(at.site.origin), openingId, person());
  assert.ok(sent.text.includes(messages.applied), sent.text);
  const [first] = at.primary.callsTo('validatecandidate');
  const [second] = at.secondary.callsTo('validatecandidate');
  assert.ok(first && second);
  assert.deepEqual(second.query, first.query);
  assert.equal(at.primary.callsTo('applyjobposting').length, 1);
  assert.equal(at.secondary.calls.length, 1, 'only the check goes to the secondary host');
});

test('a response with status True and without a message is a success', async () => {
  at.primary.always(
    'applyjobposting',
    replies.json({ status: 'True', data: { data: { id: 'A-7' } } }),
  );
  const applicant = person();
  const visitor = new NoScriptBrowser(at.site.origin);
  const accepted = await applyWithoutScript(visitor, openingId, applicant);
  const files = await formFiles(applicant.documents);
  const receipt = await visitor.submit(accepted, accepted.form('cv'), {}, files);
  assert.match(receipt.url, /\/feedback\?joblistingid=11&/);
  assert.match(receipt.text, /Documents received 6 of 6 .*Your reference A-7\b/);
});

test('a loading overlay covers the page while the application is sent, at least 500 ms after the checks, and no longer', async (t) => {
  const page = await at.visitor(t);
  await page.goto(`${at.site.origin}/application/${openingId}`);
  await fillApplication(page, person());
  const checks = Promise.withResolvers<void>();
  at.primary.next('validatecandidate', replies.held(replies.json({ status: 1 }), checks.promise));
  const sent = at.primary.called('applyjobposting', 1, 'headers').then(() => performance.now());
  await submitButton(page).click();
  const overlay = page.getByRole('dialog', { name: 'Sending your application…' });
  await overlay.waitFor();
  assert.ok(await overlay.evaluate((dialog) => dialog.matches(':modal')), 'the page is inert');
  const checked = performance.now();
  checks.resolve();
  const waited = (await sent) - checked;
  assert.ok(waited >= 500, `${waited} ms`);
  await page.getByText(messages.applied, { exact: true }).waitFor();
  await overlay.waitFor({ state: 'hidden' });
});
