import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { formFiles, formValues, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

/** Returns the page as w3m displays it on a terminal. */
const w3m = async (path: string): Promise<string> => {
  const arguments_ = ['-dump', '-cols', '100', '-T', 'text/html', `${at.origin}${path}`];
  return (await promisify(execFile)('w3m', arguments_)).stdout;
};

test('a text browser shows the openings, one opening with its form, the contact form, and why it has no list of this device', async () => {
  const home = await w3m('/');
  for (const text of ['Pastry chef', 'Lagos, Ibadan', 'Apply Now', 'Select company...', 'CONTACT'])
    assert.ok(home.includes(text), `home lacks ${text}\n${home}`);
  const opening = await w3m('/application/11');
  for (const text of [
    'Pastry chef',
    'Lamination',
    'Chocolate work',
    'croissants',
    'Can you start at 4 am?',
    'Staff Name',
    'Select grade...',
    'Submit application',
  ])
    assert.ok(opening.includes(text), `the opening lacks ${text}\n${opening}`);
  const contact = await w3m('/contact');
  for (const text of [messages.contactTitle, 'Email address', 'Send message'])
    assert.ok(contact.includes(text), `contact lacks ${text}\n${contact}`);
  assert.match(await w3m('/my-applications'), /needs JavaScript/);
});

test('like curl: search, an error that keeps the values, the application, six documents, the receipt', async () => {
  const applicant = newApplicant({ answers: { 101: 'Yes.', 102: '' } });
  const person = new NoScriptBrowser(at.origin);

  const home = await person.get('/');
  const nothing = await person.submit(home, home.form('q'), { q: 'lamination' });
  assert.ok(nothing.text.includes(messages.selectCompanyToSearch), nothing.text);
  const found = await person.submit(home, home.form('q'), { q: 'chef', company_id: '1' });
  assert.ok(found.text.includes('Pastry chef') && !found.text.includes('Event cook'), found.text);

  const page = await person.get('/application/11');
  const wrong = await person.submit(page, page.form('emailaddress'), {
    ...formValues(applicant),
    phone: '123',
    cover_letter: '',
  });
  assert.ok(wrong.title.startsWith('Error: '), wrong.title);
  assert.ok(wrong.text.includes(messages.coverLetterRequired), wrong.text);
  const kept = wrong.form('emailaddress').values;
  for (const [name, value] of Object.entries(applicant.fields))
    assert.equal(kept.get(name), name === 'phone' ? '123' : value, name);
  assert.equal(kept.get('answers[101]'), 'Yes.');
  assert.equal(at.host.callsTo('validatecandidate').length, 0);

  const sent = await person.submit(wrong, wrong.form('emailaddress'), formValues(applicant));
  assert.ok(sent.text.includes(messages.applied), sent.text);
  assert.match(sent.text, /Your reference: \S+/);
  const upload = sent.form('cv');
  const fileFields = upload.names.filter((name) => documentOrder.some((type) => type === name));
  assert.deepEqual(fileFields, documentOrder);

  const { passport, ...five } = await formFiles(applicant.documents);
  const missing = await person.submit(sent, upload, {}, five);
  assert.ok(missing.text.includes(messages.documentUploaded), missing.text);
  assert.match(missing.text, /5 of 6 have arrived\./);
  const picture = { passport: new File(['GIF8'], 'ada.jpg') };
  const refused = await person.submit(missing, missing.form('passport'), {}, picture);
  assert.match(
    refused.text,
    /An error occured .*Passport photograph: Invalid File type for "passport": the file is a WebP, AVIF or GIF picture/,
  );
  // Nothing is sent again, and the result is shown once.
  const reloaded = await person.get(refused.url);
  assert.doesNotMatch(reloaded.text, /An error occured/);
  const receipt = await person.submit(
    refused,
    refused.form('passport'),
    {},
    { passport: passport ?? assert.fail() },
  );
  for (const { url, status, headers } of [missing, refused, reloaded, receipt]) {
    assert.match(url, /\/feedback\?joblistingid=11&submission=[\w-]{24}$/);
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'private, no-store');
  }
  const applicantId = /Your reference: (\S+)/.exec(sent.text)?.[1];
  for (const page of [missing, receipt])
    assert.ok(page.text.includes(`Your reference ${applicantId}`), page.text);
  assert.match(receipt.text, /Documents received 6 of 6/);
  assert.match(receipt.text, /All documents have arrived\./);
  const known = await person.get('/api/submission?joblistingid=11');
  assert.match(known.url, /\/feedback\?joblistingid=11$/);
  assert.ok(known.text.includes(`Your reference ${applicantId}`), known.text);
  const stranger = await new NoScriptBrowser(at.origin).get('/api/submission');
  assert.match(stranger.text, /This browser has no application/);
  const late = await new NoScriptBrowser(at.origin).submit(
    sent,
    upload,
    {},
    await formFiles(applicant.documents),
  );
  assert.match(
    late.text,
    /An error occured .*This browser has no application waiting for documents\./,
  );

  assert.equal(at.host.callsTo('applyjobposting').length, 1);
  const uploads = at.host.callsTo('uploadapplicantdocument');
  assert.deepEqual(
    uploads.map(({ parts }) => parts.find(({ name }) => name === 'document_type')?.value),
    documentOrder,
  );
  assert.deepEqual(
    uploads.map(({ parts }) => parts.some(({ name }) => name === 'final_file')),
    documentOrder.map((type) => type === 'passport'),
  );
  const applied = at.host.callsTo('applyjobposting')[0]?.json as Record<string, string> | undefined;
  assert.match(applied?.cover_letter ?? '', /^<p>Dear bakers,(<br\s*\/?>|<\/p><p>)Your ovens/);
});
