import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { setStages } from '#src/api-host/admin/set-stages.ts';
import { newLinkToken } from '#src/api-host/applications/application-links.ts';
import { hasRow } from '#src/database/database.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { limits } from '#src/domain/model/limits.ts';
import type { Stage } from '#src/domain/model/stages.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { apply, dataIn, temporaryDirectory, testHost } from './support/host.ts';
import { scriptedClamd } from './support/scripted-clamd.ts';
import { smtpServer } from './support/smtp-server.ts';
import {
  documentParts,
  eventually,
  readDocument,
  storedDocuments,
  upload,
} from './support/upload.ts';

const final = 'The documents of this application can no longer be replaced.';

/** A host with a complete application, and the texts of its documents as an export has them. */
async function setUp(t: TestContext, options: Parameters<typeof testHost>[1] = {}) {
  const host = await testHost(t, options);
  const data = await dataIn(t, host.dataDir);
  const id = await apply(host);
  const send = async (
    type: string,
    text: string,
    flags: { final?: boolean; replace?: boolean },
  ) => {
    const parts = documentParts(id, type, text, { filename: `${text}.pdf`, ...flags });
    const { httpStatus, body } = await upload(host.origin, parts);
    return httpStatus === 200 ? 200 : body.message;
  };
  for (const type of documentOrder)
    assert.equal(await send(type, `old ${type}`, { final: type === 'passport' }), 200);
  const replace = (type: string, text: string) => send(type, text, { replace: true });
  const setStage = (stage: Stage, applicant = id) =>
    setStages(data.database, [{ applicant, stage }], { now: new Date() });
  /** Returns what an export with documents has of a type, by its file's name. */
  async function exported(type: string, ...flags: string[]) {
    const folder = join(await temporaryDirectory(t), 'export');
    await hostCommand(host.dataDir, ['applications', '--export', folder, ...flags]);
    const documents = join(folder, 'documents', id);
    return Object.fromEntries(
      readdirSync(documents)
        .filter((name) => name.startsWith(type))
        .map((name) => [name, readFileSync(join(documents, name), 'utf8')]),
    );
  }
  const stored = async () => {
    const names = await storedDocuments(host.dataDir);
    const texts = names.map(async (name) => String(await readDocument(host.dataDir, name)));
    return (await Promise.all(texts)).toSorted();
  };
  return { host, data, id, send, replace, setStage, exported, stored };
}

const others = documentOrder.filter((type) => type !== 'cv').map((type) => `old ${type}`);

for (const { title, before, expected } of [
  { title: 'an application that waits', before: undefined, expected: 200 },
  { title: 'an application in review', before: 'review', expected: final },
  { title: 'a declined application', before: 'declined', expected: final },
  { title: 'an application whose stage was set by mistake', before: 'received', expected: 200 },
] as const)
  test(`a document of ${title} is ${expected === 200 ? 'replaced' : 'kept'}`, async (t) => {
    const { replace, send, setStage, exported, stored } = await setUp(t);
    if (before) await setStage('review');
    if (before) await setStage(before);
    assert.equal(await replace('cv', 'new cv'), expected);
    const cv = expected === 200 ? 'new cv' : 'old cv';
    assert.deepEqual(await exported('cv'), { 'cv.pdf': cv });
    assert.deepEqual(await stored(), [cv, ...others].toSorted());
    // Section 7 knows no replacement.
    assert.equal(await send('cv', 'a cv', {}), 'The documents of this application are complete.');
  });

test('a document of a withdrawn application is kept', async (t) => {
  const { data, replace, exported } = await setUp(t);
  const withdrawn_at = new Date().toISOString();
  await data.database.db.updateTable('applications').set({ withdrawn_at }).execute();
  assert.equal(await replace('cv', 'new cv'), 'This application was withdrawn.');
  assert.deepEqual(await exported('cv'), { 'cv.pdf': 'old cv' });
});

test('ten documents of an application are replaced, also by requests at the same time; what is sent for the first time is not counted', async (t) => {
  const { host, data, replace, stored } = await setUp(t);
  const types = Array.from({ length: limits.documentReplacements + 4 }, (_, n) =>
    n % 2 ? 'cv' : 'waec',
  );
  const results = await Promise.all(types.map((type, n) => replace(type, `new ${type} ${n}`)));
  assert.equal(results.filter((result) => result === 200).length, limits.documentReplacements);
  assert.deepEqual(new Set(results), new Set([200, final]));
  assert.equal((await stored()).length, 6);
  const other = await apply(host, { emailaddress: 'other@example.com' });
  const sent = await upload(host.origin, documentParts(other, 'cv', 'a cv', { replace: true }));
  assert.equal(sent.httpStatus, 200);
  const { db } = data.database;
  const rows = await db.selectFrom('applications').select(['id', 'replacements']).execute();
  assert.equal(rows.find((row) => row.id === other)?.replacements, 0);
});

test('a stage that is set while a document is replaced comes before or after it', async (t) => {
  const { replace, setStage, exported } = await setUp(t);
  const [result] = await Promise.all([replace('cv', 'new cv'), setStage('interview')]);
  const cv = result === 200 ? 'new cv' : 'old cv';
  assert.deepEqual(await exported('cv'), { 'cv.pdf': cv });
  assert.equal(await replace('cv', 'a third cv'), final);
});

test('the company gets another notice of a complete application whose document was replaced, and it names the document', async (t) => {
  const smtp = await smtpServer(t);
  const { replace } = await setUp(t, {
    settings: { mail: { url: smtp.url, from: 'Careers <careers@jobs.example>' } },
    companyMails: { 'Test Bakery': { notify: 'n@x.example', attach: false } },
  });
  const complete = () => smtp.mails.filter(({ subject }) => subject?.startsWith('Complete'));
  await eventually(async () => complete().length === 1);
  assert.doesNotMatch(complete()[0]?.text ?? '', /replaced/);
  assert.equal(await replace('waec', 'new result'), 200);
  await eventually(async () => complete().length === 2);
  assert.match(
    complete()[1]?.text ?? '',
    /Documents: 6\/6 \(cv, nysc, waec \(replaced\), undergraduate, other, passport\)/,
  );
});

/** A host whose scanner is down when the test says so, and what the applicant's page reads of the CV. */
async function scanned(t: TestContext) {
  const scanner = { isDown: false };
  const clamd = await scriptedClamd(t, (text) => {
    const reply = text.includes('malware') ? 'stream: Eicar-Test FOUND' : 'stream: OK';
    return scanner.isDown ? 'close' : { reply };
  });
  const secret = 's'.repeat(32);
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const options = { settings: { clamd: clamd.address }, clock: () => clock.now };
  const set = await setUp(t, options);
  const states = async () => {
    const rows = await set.data.database.db.selectFrom('documents').select('scan_state').execute();
    return rows.map(({ scan_state }) => scan_state);
  };
  const areClean = async () => (await states()).every((state) => state === 'clean');
  const settled = () => eventually(areClean);
  await settled();
  const own = await testHost(t, { dataDir: set.host.dataDir, settings: { secret } });
  const headers = { authorization: `Bearer ${secret}` };
  const token = newLinkToken();
  const call = async (path: string) => (await own.post(`../${path}`, { token }, headers)).body.data;
  await call(`applications/${set.id}/link`);
  return {
    ...set,
    clock,
    settled,
    areClean,
    scanner,
    /** The attempts of the host while the scanner was down have failed, before the clock moves. */
    async scannerIsUp() {
      const { db } = set.data.database;
      const pending = db.selectFrom('documents').select('type').where('scan_state', '=', 'pending');
      await eventually(async () => !(await hasRow(pending.where('scan_detail', 'is', null))));
      scanner.isDown = false;
    },
    /** Starts a host, which cleans up and scans what is due; it ends once `holds`, because its end stops a scan. */
    async passed(minutes: number, holds = async () => true) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
      const later = await testHost(t, { dataDir: set.host.dataDir, ...options });
      await eventually(holds);
      await later.close();
    },
    async read() {
      const { documents, replacements_left } = await call('links/read');
      const cv = documents.find(({ type }: { type: string }) => type === 'cv');
      return [cv?.filename, cv?.infected, cv?.replacement, replacements_left];
    },
  };
}

test('while the new file is scanned the old one is the document; once it is clean the old one is removed', async (t) => {
  const { scanner, scannerIsUp, replace, read, exported, stored, passed, settled } =
    await scanned(t);
  scanner.isDown = true;
  assert.equal(await replace('cv', 'new cv'), 200);
  assert.deepEqual(await read(), ['old cv.pdf', false, 'pending', 9]);
  assert.deepEqual(await exported('cv'), { 'cv.pdf': 'old cv' });
  const both = { 'cv.pdf': 'old cv', 'cv-replacement.pdf': 'new cv' };
  assert.deepEqual(await exported('cv', '--with-held'), both);
  await passed(20);
  assert.deepEqual(await stored(), ['new cv', 'old cv', ...others].toSorted());
  await scannerIsUp();
  await passed(120, async () => (await read())[2] === undefined);
  await settled();
  assert.deepEqual(await read(), ['new cv.pdf', false, undefined, 9]);
  assert.deepEqual(await exported('cv'), { 'cv.pdf': 'new cv' });
  await passed(6);
  await eventually(async () => (await stored()).length === 6);
});

for (const wasScanned of [true, false])
  test(`a new file with malware does not replace the old one, which ${wasScanned ? 'was scanned' : 'is scanned then'}`, async (t) => {
    const {
      host,
      scanner,
      scannerIsUp,
      replace,
      read,
      exported,
      passed,
      settled,
      stored,
      areClean,
    } = await scanned(t);
    scanner.isDown = true;
    if (!wasScanned) await hostCommand(host.dataDir, ['scan', '--again', 'all']);
    assert.equal(await replace('cv', 'a second cv'), 200);
    assert.equal(await replace('cv', 'malware'), 200);
    assert.deepEqual(await read(), ['old cv.pdf', false, 'pending', 8]);
    await scannerIsUp();
    const isRefused = ['old cv.pdf', false, 'infected', 8];
    await passed(120, async () => isDeepStrictEqual(await read(), isRefused));
    // The cleanup gives the row back.
    await passed(6, areClean);
    assert.deepEqual(await read(), isRefused);
    assert.deepEqual(await exported('cv'), { 'cv.pdf': 'old cv' });
    assert.equal(await replace('cv', 'a clean cv'), 200);
    await settled();
    assert.deepEqual(await read(), ['a clean cv.pdf', false, undefined, 7]);
    assert.deepEqual(await exported('cv'), { 'cv.pdf': 'a clean cv' });
    await passed(6);
    await eventually(async () => (await stored()).length === 6);
  });

test('a document that was not scanned is scanned as soon as its replacement has malware', async (t) => {
  // No queue has another turn without an event.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const scanner = { isDown: true };
  const clamd = await scriptedClamd(t, (text) => {
    if (text.includes('old cv') && scanner.isDown) return 'close';
    return { reply: text.includes('malware') ? 'stream: Eicar-Test FOUND' : 'stream: OK' };
  });
  const options = { settings: { clamd: clamd.address } };
  const { host, data, replace } = await setUp(t, options);
  const documents = data.database.db.selectFrom('documents').select('scan_state');
  const isCv = async (scan_state: 'infected' | 'clean') =>
    hasRow(documents.where((eb) => eb.and({ type: 'cv', scan_state })));
  assert.equal(await replace('cv', 'malware'), 200);
  await eventually(() => isCv('infected'));
  scanner.isDown = false;
  await testHost(t, { dataDir: host.dataDir, ...options });
  await eventually(() => isCv('clean'));
});

test('a backup has both files of a document that is being replaced, and an erasure removes both', async (t) => {
  const { host, id, data, scanner, replace, stored } = await scanned(t);
  scanner.isDown = true;
  assert.equal(await replace('cv', 'new cv'), 200);
  const target = join(await temporaryDirectory(t), 'backup');
  await hostCommand(host.dataDir, ['backup', target]);
  const manifest = JSON.parse(readFileSync(join(target, 'manifest.json'), 'utf8'));
  assert.deepEqual(manifest.missing, []);
  const files = manifest.files.filter(({ path }: { path: string }) =>
    path.startsWith('documents/'),
  );
  assert.equal(files.length, 7);
  // The row names the file that is absent, so the documents have not changed during the backup.
  const { former } = await data.database.db
    .selectFrom('documents')
    .select('former')
    .where('former', 'is not', null)
    .executeTakeFirstOrThrow();
  const { stored_as } = JSON.parse(former ?? '');
  await data.store.remove(stored_as);
  const second = join(await temporaryDirectory(t), 'backup');
  await hostCommand(host.dataDir, ['backup', second]);
  const { missing } = JSON.parse(readFileSync(join(second, 'manifest.json'), 'utf8'));
  assert.deepEqual(missing, [stored_as]);
  await hostCommand(host.dataDir, ['erase', '--applicant', id]);
  assert.deepEqual(await stored(), []);
  assert.deepEqual(await data.database.db.selectFrom('orphaned_files').selectAll().execute(), []);
});
