import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import readExcelFile from 'read-excel-file/node';
import { temporaryDirectory } from '#test/api-host/support/host.ts';
import { scriptedClamd } from '#test/api-host/support/scripted-clamd.ts';
import { smtpServer } from '#test/api-host/support/smtp-server.ts';
import { eventually, storedFiles } from '#test/api-host/support/upload.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { applyWithoutScript, formFiles, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { startSite } from '#test/support/site.ts';
import { careers } from './support/in-process.ts';

const spreadsheet = `\ufeffrole_name;company_name;locations;jobdescription;employment_type;date_posted;closing_date
Baker;Buka Ireti;Lagos, Lagos, NG;"<p>Bread,
and rolls.</p>";FULL_TIME;2026-01-05;2099-12-31
Driver;Buka Ireti;Lagos, Lagos, NG;<p>Deliver bread.</p>;PART_TIME;2026-01-05;2099-12-31
Porter;Long Table Catering;Abuja;<p>Carry.</p>;FULL_TIME;2026-01-05;2099-12-31
`;
/** A document with this text is infected. */
const bad = 'X5O!';

/** Applies, and sends six documents; those of `changed` instead of the fixtures. */
async function applied(
  site: { readonly origin: string },
  opening: string,
  firstname: string,
  changed: Readonly<Record<string, File>> = {},
) {
  const applicant = newApplicant({ fields: { firstname } });
  const visitor = new NoScriptBrowser(site.origin);
  const sent = await applyWithoutScript(visitor, opening, applicant);
  const files = { ...(await formFiles(applicant.documents)), ...changed };
  const done = await visitor.submit(sent, sent.form('passport'), {}, files);
  assert.equal(new URL(done.url).pathname, '/feedback', done.text);
  const id = /Your reference: (\S+)/.exec(sent.text)?.[1] ?? assert.fail(sent.text);
  return { id, visitor, address: applicant.fields.emailaddress ?? '' };
}

test("an operator's day: openings from a spreadsheet, applications, mail, malware, export, erasure, backup, restore", async (t) => {
  const [smtp, clamd] = await Promise.all([
    smtpServer(t),
    scriptedClamd(t, (received) => ({
      reply: received.includes(bad) ? 'stream: Eicar-Test FOUND' : 'stream: OK',
    })),
  ]);
  const directory = await temporaryDirectory(t);
  const at = (name: string) => join(directory, name);
  const env = {
    SAMPLE_DATA: 'off',
    CACHE_TTL_MS: '0',
    SITE_ORIGIN: 'http://localhost:3000',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Careers <careers@jobs.example>',
    CLAMD_URL: clamd.url,
  };
  const operator = async (dataDir: string, ...args: readonly string[]) => {
    const result = await careers(args, { env: { ...env, LOG_LEVEL: 'silent', DATA_DIR: dataDir } });
    assert.equal(result.code, 0, result.stderr + result.stdout);
    return result.stdout;
  };
  const atWork = (...args: readonly string[]) => operator(at('data'), 'host', ...args);
  const site = await startSite({ dataDir: at('data'), env });
  t.after(() => site.stop());
  const reader = new NoScriptBrowser(site.origin);
  const list = async () => (await reader.get('/')).text;
  assert.match(await list(), /There are no openings today\./);

  await writeFile(at('openings.csv'), spreadsheet);
  assert.match(await atWork('openings', 'import', at('openings.csv')), /^3 openings added/);
  await atWork('openings', 'edit', '1', '--role-name', 'Night Baker');
  await atWork('openings', 'close', '3');
  const shown = await list();
  assert.match(shown, /2 openings.*Night Baker.*Driver/);
  assert.doesNotMatch(shown, /Porter/);
  assert.equal((await reader.get('/application/3')).status, 410);

  const virus = new File([`%PDF-1.7 ${bad}`], 'certificate.pdf');
  const ada = await applied(site, '1', 'Ada', { nysc: virus });
  const bola = await applied(site, '2', 'Bola');
  const confirmations = () =>
    smtp.mails.flatMap(({ subject }, at) =>
      subject?.startsWith('Your application') ? [smtp.recipients[at]] : [],
    );
  await eventually(async () => confirmations().length === 2);
  assert.deepEqual(confirmations().toSorted(), [ada.address, bola.address].toSorted());
  const mail = smtp.mails.find(({ text }) => text?.includes(ada.id));
  assert.equal(mail?.subject, 'Your application as Night Baker at Buka Ireti');
  const [link = assert.fail(mail?.text)] =
    /\/my-application\/[\w-]{43}/.exec(mail?.text ?? '') ?? [];

  await eventually(async () => clamd.received.length >= 12);
  await eventually(async () => {
    const { clean, infected } = JSON.parse(await atWork('scan', '--json')).counts;
    return clean === 11 && infected === 1;
  });
  await atWork('applications', '--export', at('folder'));
  assert.equal((await readdir(at(`folder/documents/${bola.id}`))).length, 6);
  const ofAda = await readdir(at(`folder/documents/${ada.id}`));
  assert.deepEqual([ofAda.length, ofAda.includes('nysc.pdf')], [5, false]);
  await atWork('applications', '--export', at('list.xlsx'));
  const [sheet] = await readExcelFile(at('list.xlsx'));
  const [header = [], ...rows] = sheet?.data ?? [];
  const columnsOf = (row: (typeof rows)[number]) =>
    ['applicant_id', 'emailaddress', 'role_name'].map((name) => row[header.indexOf(name)]);
  assert.deepEqual(rows.map(columnsOf), [
    [ada.id, ada.address, 'Night Baker'],
    [bola.id, bola.address, 'Driver'],
  ]);

  const erased = JSON.parse(await atWork('erase', '--address', bola.address, '--json'));
  assert.deepEqual(erased, {
    applications: 1,
    documents: 6,
    messages: 0,
    alerts: 0,
    submissions: 1,
  });
  assert.equal((await storedFiles(at('data'))).length, 6);
  assert.equal((await bola.visitor.raw('/api/submission')).status, 204);
  assert.equal((await ada.visitor.raw('/api/submission')).status, 200);
  await atWork('applications', '--export', at('folder'));
  assert.ok(!(await readFile(at('folder/applications.csv'), 'utf8')).includes(bola.address));
  assert.deepEqual(await readdir(at('folder/documents')), [ada.id]);

  await atWork('backup', at('backup'));
  await site.stop();
  await operator(at('restored'), 'host', 'restore', at('backup'));
  const restored = await startSite({ dataDir: at('restored'), env });
  t.after(() => restored.stop());
  const again = new NoScriptBrowser(restored.origin);
  assert.match((await again.get('/')).text, /2 openings.*Night Baker.*Driver/);
  const page = await again.get(link);
  assert.match(page.text, /Night Baker Buka Ireti.*Ada .*Malware was found in the file/);
  const findings: readonly Record<string, unknown>[] = JSON.parse(
    await operator(at('restored'), 'doctor', '--json'),
  );
  assert.deepEqual(
    findings.filter(({ result }) => result !== 'ok'),
    [],
  );
  for (const check of [
    'connection',
    "API host's database",
    "site's submissions",
    'documents',
    'mail',
    'malware scanner',
  ])
    assert.ok(
      findings.some((finding) => finding.check === check),
      check,
    );
});
