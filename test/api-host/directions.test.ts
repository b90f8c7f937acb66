import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { applicationLinks, newLinkToken } from '#src/api-host/applications/application-links.ts';
import { oneLine } from '#src/api-host/mail/safe-text.ts';
import { withoutControls } from '#src/domain/rules/documents/documents.ts';
import { readEnquiryForm, rulesOf } from '#src/domain/rules/forms/enquiry-forms.ts';
import { normalizeLine } from '#src/domain/rules/text/text.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { apply, dataIn, testHost } from './support/host.ts';
import { smtpServer } from './support/smtp-server.ts';
import { documentParts, eventually, upload } from './support/upload.ts';

/** Every character of the property, such as U+202E, which shows a name of cv, fdp.exe as cvexe.pdf. */
const controls = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
const any = /\p{Bidi_Control}/u;

test('a line, a file name and a form have no directional control', () => {
  const text = `A${controls}B`;
  assert.equal(normalizeLine(text), 'AB');
  assert.equal(oneLine(text), 'AB');
  assert.equal(withoutControls(`${text}\n\u2028.pdf`), 'AB.pdf');
  const form = new FormData();
  for (const name of ['name', 'message']) form.set(name, text);
  const values = readEnquiryForm(rulesOf('contact-us'), form);
  assert.deepEqual([values.name, values.message], ['AB', text]);
});

test('a directional control that an earlier version stored is in no list, export, mail or page', async (t) => {
  const smtp = await smtpServer(t);
  const mail = { url: smtp.url, from: 'Careers <careers@jobs.example>' };
  const host = await testHost(t, { settings: { mail } });
  const name = `Ada${controls}`;
  const id = await apply(host, { firstname: name, lastname: name, current_employer: name });
  const document = documentParts(id, 'cv', '%PDF-1.7', { filename: `cv${controls}fdp.pdf` });
  assert.equal((await upload(host.origin, document)).httpStatus, 200);
  const data = await dataIn(t, host.dataDir);
  const { db } = data.database;
  const documents = await db.selectFrom('documents').select('filename').execute();
  const names = documents.map(({ filename }) => filename);
  assert.deepEqual(names, ['cvfdp.pdf']);
  await db.updateTable('applications').set({ firstname: name, lastname: name }).execute();
  await db
    .updateTable('documents')
    .set({ filename: `cv${controls}fdp.pdf` })
    .execute();
  const lists = await Promise.all([
    hostCommand(host.dataDir, ['applications']),
    hostCommand(host.dataDir, ['applications', '--json']),
  ]);
  const folder = join(host.dataDir, 'export');
  const files = ['list.csv', 'list.json', 'list.ndjson'].map((file) => join(host.dataDir, file));
  for (const target of [...files, folder])
    await hostCommand(host.dataDir, ['applications', '--export', target]);
  files.push(join(folder, 'applications.csv'));
  const now = new Date();
  const token = newLinkToken();
  const links = applicationLinks(data.database);
  await links.add(id, token, now);
  await eventually(async () => smtp.mails.length === 1);
  const shown: Record<string, string> = {
    ...Object.fromEntries(lists.map(({ stdout }, index) => [`list ${index}`, stdout])),
    ...Object.fromEntries(
      await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')])),
    ),
    page: JSON.stringify(await links.read(token, now)),
    mail: `${smtp.mails[0]?.text}${smtp.mails[0]?.html}`,
  };
  for (const [place, text] of Object.entries(shown)) {
    assert.match(text, /Ada/, place);
    assert.doesNotMatch(text, any, place);
  }
});
