import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { siteData } from '#cli/host/backup.ts';
import { backup, type Manifest } from '#src/api-host/admin/backup.ts';
import { openHostData } from '#src/api-host/data.ts';
import { hostMigrations } from '#src/api-host/database/migrations.ts';
import { type Migrations, openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { readCopy } from '#src/database/sqlite-copy.ts';
import { submissionMigrations } from '#src/submissions/schema.ts';
import {
  apply,
  settingsIn,
  type TestHost,
  temporaryDirectory,
  testHost,
} from '#test/api-host/support/host.ts';
import { documentParts, storedFiles, upload } from '#test/api-host/support/upload.ts';
import { documentsForm, openingId } from '#test/deploy/support/documents-form.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { applyWithoutScript, formFiles, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { careers as careersProcess } from '#test/support/run-careers.ts';
import { cleanEnv, root, startSite } from '#test/support/site.ts';
import { careers } from './support/in-process.ts';

const careersHost = (dataDir: string, ...args: readonly string[]) =>
  careers(['host', ...args], { env: { DATA_DIR: dataDir } });

async function backUp(dataDir: string, target: string): Promise<void> {
  const { code, stderr } = await careersHost(dataDir, 'backup', target);
  assert.deepEqual([code, stderr], [0, '']);
}

const manifestOf = async (target: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'));

const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

const applicationsIn = async (dataDir: string) =>
  JSON.parse((await careersHost(dataDir, 'applications', '--json')).stdout) as {
    applicant_id: string;
    documents: { type: string; filename: string; bytes: number }[];
  }[];

/** Returns a data directory with one application that has two documents, and its backup. */
async function backedUp(t: TestContext) {
  const host = await testHost(t);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'the cv'));
  await upload(host.origin, documentParts(id, 'passport', 'a picture', { filename: 'me.jpg' }));
  const target = join(await temporaryDirectory(t), 'backup');
  await backUp(host.dataDir, target);
  return { host, id, target, dataDir: await temporaryDirectory(t) };
}

/** A restore fails and leaves nothing, whether DATA_DIR exists or not. */
async function refused(dataDir: string, source: string, reason: RegExp): Promise<void> {
  for (const target of [dataDir, join(dataDir, 'new', 'data')]) {
    const { code, stdout, stderr } = await careersHost(target, 'restore', source);
    assert.match(stderr, reason);
    assert.deepEqual([code, stdout], [3, '']);
    assert.deepEqual(await readdir(dataDir), []);
  }
}

test('what was received before a backup of a running site is there after a restore, and upload tickets are valid', async (t) => {
  const directory = await temporaryDirectory(t);
  const [dataDir, target, restored] = ['data', 'backups/first', 'restored'].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  const site = await startSite({ dataDir });
  t.after(() => site.stop());
  const applicant = newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });
  const visitor = new NoScriptBrowser(site.origin);
  const sent = await applyWithoutScript(visitor, openingId, applicant);
  const { passport = assert.fail(), ...five } = await formFiles(applicant.documents);
  const id = /Your reference: (\S+)/.exec(sent.text)?.[1] ?? assert.fail(sent.text);
  await visitor.submit(sent, documentsForm(), {}, five);
  const before = await applicationsIn(dataDir);

  // The site receives more during the backup.
  let isDone = false;
  const done = careersProcess(['host', 'backup', target], { DATA_DIR: dataDir }).finally(() => {
    isDone = true;
  });
  let more = 0;
  for (; !isDone || more === 0; more += 1) {
    const other = new NoScriptBrowser(site.origin);
    const page = await applyWithoutScript(
      other,
      openingId,
      newApplicant({ answers: applicant.answers }),
    );
    const { cv = assert.fail() } = five;
    await other.submit(page, documentsForm(), {}, { cv });
  }
  const backedUp = await done;
  assert.deepEqual([backedUp.code, backedUp.stderr], [0, '']);
  assert.equal((await applicationsIn(dataDir)).length, before.length + more);
  await site.stop();

  const { code, stderr } = await careersProcess(['host', 'restore', target], {
    DATA_DIR: restored,
  });
  assert.deepEqual([code, stderr], [0, '']);
  const { files, counts } = await manifestOf(target);
  const after = await applicationsIn(restored);
  assert.equal(after.length, counts.applications);
  assert.deepEqual(
    after.filter(({ applicant_id }) => before.some((one) => one.applicant_id === applicant_id)),
    before,
  );
  assert.equal((await storedFiles(restored)).length, counts.documents);
  for (const { path, sha256: hash } of files.filter((file) => file.path.startsWith('documents/')))
    for (const dir of [dataDir, restored]) assert.equal(await sha256(join(dir, path)), hash, path);

  const again = await startSite({ dataDir: restored });
  t.after(() => again.stop());
  const sameVisitor = new NoScriptBrowser(again.origin);
  for (const [name, value] of visitor.cookies) sameVisitor.cookies.set(name, value);
  const page = await sameVisitor.get('/application/104');
  const receipt = await sameVisitor.submit(page, documentsForm(), {}, { passport });
  assert.equal(new URL(receipt.url).pathname, '/feedback', receipt.text);
  const completed = (await applicationsIn(restored)).find((one) => one.applicant_id === id);
  assert.equal(completed?.documents.length, 6);
});

test('a backup has its manifest and nothing that another user can read', async (t) => {
  const { target } = await backedUp(t);
  const { format, files, counts, schemas, missing } = await manifestOf(target);
  assert.deepEqual([format, missing], [1, []]);
  assert.deepEqual([counts.applications, counts.documents, counts.openings], [1, 2, 3]);
  assert.deepEqual(Object.keys(schemas), ['api-host.sqlite']);
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name));
  assert.deepEqual(
    paths.sort(),
    [...files.map(({ path }) => path), 'manifest.json'].map((path) => join(target, path)).sort(),
  );
  for (const path of paths) assert.equal((await stat(path)).mode & 0o777, 0o600, path);
  const folders = entries.filter((entry) => entry.isDirectory());
  for (const path of [target, ...folders.map((e) => join(e.parentPath, e.name))])
    assert.equal((await stat(path)).mode & 0o777, 0o700, path);
});

test('a backup contains SESSION_SECRET, and a restore warns if another one is set', async (t) => {
  const { host, target, dataDir } = await backedUp(t);
  const secret = 'a secret of the environment, of 32 letters';
  const second = `${target}-2`;
  const env = { DATA_DIR: host.dataDir, SESSION_SECRET: secret };
  assert.equal((await careers(['host', 'backup', second], { env })).code, 0);
  assert.equal(await readFile(join(second, 'session-secret'), 'utf8'), secret);
  const other = { DATA_DIR: dataDir, SESSION_SECRET: secret.replace('a secret', 'another') };
  const { code, stderr } = await careers(['host', 'restore', second], { env: other });
  assert.equal(code, 0);
  assert.match(stderr, /^warning: SESSION_SECRET is not that of the backup/);
});

test('with --keep a backup has a directory of its own, and the oldest complete ones of the same installation are removed after it was verified', async (t) => {
  const { host, dataDir } = await backedUp(t);
  const other = await backedUp(t);
  const parent = join(await temporaryDirectory(t), 'backups');
  const keep = async (from: string, count: number) => {
    const ran = await careersHost(from, 'backup', parent, '--keep', `${count}`, '--json');
    const { backed_up_to, removed } = JSON.parse(ran.stdout);
    return { ...ran, name: basename(backed_up_to), removed };
  };
  const named = join(parent, 'before-the-update');
  await backUp(host.dataDir, named);
  const ofOther = (await keep(other.host.dataDir, 1)).name;
  await cp(join(parent, ofOther), join(parent, 'copy.part-1'), { recursive: true });
  const incomplete = join(parent, '2020-01-01T00-00-00-000Z');
  await cp(named, incomplete, { recursive: true });
  await rm(join(incomplete, 'manifest.json'));
  await writeFile(join(parent, 'notes.txt'), '');
  const [first, second, third] = [
    await keep(host.dataDir, 2),
    await keep(host.dataDir, 2),
    await keep(host.dataDir, 2),
  ];
  assert.match(first.name, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/);
  const outcomes = [first, second, third].map(({ code, removed }) => [code, removed]);
  assert.deepEqual(outcomes, [
    [0, []],
    [0, ['before-the-update']],
    [0, [first.name]],
  ]);
  const others = [ofOther, 'copy.part-1', basename(incomplete), 'notes.txt'];
  assert.deepEqual(
    (await readdir(parent)).toSorted(),
    [...others, second.name, third.name].toSorted(),
  );

  // A document is missing: an older backup may have it.
  const [stored = ''] = await storedFiles(host.dataDir);
  await rm(stored);
  const lacking = await keep(host.dataDir, 1);
  assert.deepEqual([lacking.code, lacking.removed], [7, []]);

  // What is restored is another installation.
  assert.equal((await careersHost(dataDir, 'restore', join(parent, third.name))).code, 0);
  assert.deepEqual((await keep(dataDir, 1)).removed, []);
});

test('a backup names a document whose file is missing, ends with 7, and can be restored', async (t) => {
  const { host, id, target, dataDir } = await backedUp(t);
  const [file = ''] = (await storedFiles(host.dataDir)).filter((name) => name.endsWith('.jpg'));
  await rm(file);
  const { code, stdout, stderr } = await careersHost(host.dataDir, 'backup', `${target}-2`);
  assert.match(stderr, /^warning: the file of document \S+\.jpg is missing\n$/);
  assert.match(stdout, /^1 application and 1 document written/);
  assert.equal(code, 7);
  assert.equal((await careersHost(dataDir, 'restore', `${target}-2`)).code, 0);
  assert.equal((await applicationsIn(dataDir))[0]?.applicant_id, id);
});

/**
 * Returns a backup during which `change` happens once: between the copy of the database and that of a document, by
 * default the first.
 */
async function backupWithChange(
  t: TestContext,
  host: TestHost,
  change: () => Promise<unknown>,
  changedAt = 0,
) {
  const settings = settingsIn(host.dataDir);
  const data = await openHostData(settings);
  t.after(() => data.close());
  const changed: Promise<unknown>[] = [];
  let reads = 0;
  const read: typeof data.store.read = (name) => {
    if (reads === changedAt) changed.push(change());
    reads += 1;
    const source = data.store.read(name);
    // The file is read after the change.
    const construct = source._construct?.bind(source);
    source._construct = (callback) => {
      Promise.all(changed).then(() => construct?.(callback), callback);
    };
    return source;
  };
  const target = join(await temporaryDirectory(t), 'backup');
  const signal = new AbortController().signal;
  const store = { ...data.store, read };
  await backup({ ...data, store }, settings, target, { site: siteData, version: '0', signal });
  return target;
}

for (const copied of [0, 1])
  test(`an application that is erased when ${copied} of its documents are copied is not in the backup`, async (t) => {
    const { host, id, dataDir } = await backedUp(t);
    const target = await backupWithChange(
      t,
      host,
      async () => {
        const { code, stderr } = await careersHost(host.dataDir, 'erase', '--applicant', id);
        assert.equal(code, 0, stderr);
      },
      copied,
    );
    const entries = await readdir(target, { recursive: true, withFileTypes: true });
    assert.deepEqual(
      entries
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted(),
      ['api-host.sqlite', 'manifest.json'],
    );
    const { counts, files } = await manifestOf(target);
    assert.deepEqual([counts.applications, counts.documents], [0, 0]);
    const paths = files.map(({ path }) => path);
    assert.deepEqual(paths, ['api-host.sqlite']);
    assert.equal((await careersHost(dataDir, 'restore', target)).code, 0);
  });

for (const [signal, left] of [
  ['SIGINT', false],
  ['SIGKILL', true],
] as const)
  test(`a backup ended by ${signal} has no final name, and the next one is complete`, async (t) => {
    const { host, target, dataDir } = await backedUp(t);
    const second = `${target}-2`;
    // A pipe in place of a document: the backup waits in the middle of it.
    const [file = ''] = await storedFiles(host.dataDir);
    const bytes = await readFile(file);
    await rm(file);
    execFileSync('mkfifo', [file]);
    const child = spawn(process.execPath, ['cli/main.ts', 'host', 'backup', second], {
      cwd: root,
      env: { ...cleanEnv(), DATA_DIR: host.dataDir },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const pipe = await open(file, 'w');
    child.kill(signal);
    // Until the backup has closed it.
    const closed = (async () => {
      for (;;) await pipe.write('some bytes');
    })();
    await assert.rejects(closed, { code: 'EPIPE' });
    await pipe.close();
    assert.deepEqual(await exited, left ? [null, signal] : [130, null]);
    const names = await readdir(join(target, '..'));
    const others = names.filter((name) => name !== 'backup').map((name) => name.slice(0, 14));
    assert.deepEqual(others, left ? ['backup-2.part-'] : []);
    for (const name of names.filter((one) => one.includes('.part-')))
      await refused(dataDir, join(target, '..', name), /is no complete backup/);
    await rm(file);
    await writeFile(file, bytes);
    await backUp(host.dataDir, second);
    assert.equal((await careersHost(dataDir, 'restore', second)).code, 0);
  });

test('nothing is restored if a file of the backup was changed or is missing', async (t) => {
  const { target, dataDir } = await backedUp(t);
  const { files } = await manifestOf(target);
  const path = join(target, files.find(({ bytes }) => bytes < 100)?.path ?? assert.fail());
  const bytes = await readFile(path);
  const changed = bytes.map((byte) => byte ^ 1);
  await writeFile(path, changed);
  await refused(dataDir, target, /is not what was backed up/);
  await writeFile(path, bytes);
  for (const { path } of files.toReversed()) {
    await rm(join(target, path));
    await refused(dataDir, target, /is missing/);
  }
});

test('nothing is restored if the manifest is damaged, or would lead out of DATA_DIR', async (t) => {
  const { target, dataDir } = await backedUp(t);
  const file = join(target, 'manifest.json');
  const text = await readFile(file, 'utf8');
  for (const damaged of [
    text.slice(0, 100),
    text.replace('"format": 1', '"format": 2'),
    text.replace('"path": "documents/', '"path": "documents/../../'),
    text.replace('"path": "api-host.sqlite"', '"path": "/etc/api-host.sqlite"'),
  ]) {
    await writeFile(file, damaged);
    const { code, stderr } = await careersHost(dataDir, 'restore', target);
    assert.match(stderr, /cannot be used .* It is damaged or of a newer version/);
    assert.equal(code, 3);
  }
});

test('a backup with a newer schema, or with a name that leads out of a folder, is not restored, although its manifest has its hash', async (t) => {
  const { host, target, dataDir } = await backedUp(t);
  await host.close();
  const file = join(target, 'api-host.sqlite');
  const original = await readFile(file);
  const foreign = /has the name .*, which this program never writes/;
  for (const [statement, reason] of [
    [
      "insert into kysely_migration values ('9999-later-breaking', '')",
      /has the schema of a newer version \(9999-later-breaking\)/,
    ],
    ["update documents set stored_as = '../../passwd' where type = 'cv'", foreign],
    ["update documents set type = '../../cv' where type = 'cv'", foreign],
    ["insert into orphaned_files values ('../site.sqlite', '2026-01-01')", foreign],
    ["pragma foreign_keys = off; update applications set id = '../../../out'", foreign],
  ] as const) {
    await writeFile(file, original);
    const database = new DatabaseSync(file);
    database.exec(`pragma foreign_keys = off; ${statement}; pragma wal_checkpoint(truncate)`);
    database.close();
    const manifest = await manifestOf(target);
    const [entry] = manifest.files.filter(({ path }) => path === 'api-host.sqlite');
    Object.assign(entry ?? {}, { sha256: await sha256(file), bytes: (await stat(file)).size });
    manifest.missing.push('../../passwd');
    await writeFile(join(target, 'manifest.json'), JSON.stringify(manifest));
    await refused(dataDir, target, reason);
  }
});

test('a backup with the schemas of November 2026 is restored in those of this one', async (t) => {
  const { host, id, target, dataDir } = await backedUp(t);
  await host.close();
  const manifest = await manifestOf(target);
  const replace = async (file: string, migrations: Migrations, copy: readonly string[]) => {
    const path = join(target, file);
    await rename(path, `${path}.new`).catch(() => {});
    const dialect = sqliteDialect(path);
    const { db, close } = await openDatabase(dialect, migrations);
    await sql.raw(`attach '${path}.new' as new`).execute(db);
    for (const text of copy) {
      // A table is copied without the columns of later migrations.
      const { rows } = await sql<{ name: string }>`
        select name from pragma_table_info(${text})`.execute(db);
      const columns = rows.map(({ name }) => name).join();
      const statement = `insert into ${text} (${columns}) select ${columns} from new.${text}`;
      await sql.raw(rows.length > 0 ? statement : text).execute(db);
    }
    await close();
    await rm(`${path}.new`);
    manifest.files = manifest.files.filter((one) => one.path !== file);
    const { size: bytes } = await stat(path);
    manifest.files.push({ path: file, bytes, sha256: await sha256(path) });
  };
  const before = (last: string, all: Migrations) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name < last));
  const dialect = sqliteDialect(':memory:');
  await replace('api-host.sqlite', before('0023', hostMigrations(dialect)), [
    'host_facts',
    'companies',
    'openings',
    'applications',
    'documents',
  ]);
  await replace('site.sqlite', before('0006', submissionMigrations(dialect)), [
    `insert into submission (id, content_hash, person_hash, joblistingid, state, applicant_info, updated_at, expires_at)
      values ('one', 'hash', 'hash', '101', 'accepted', x'00ff', 1, 2)`,
  ]);
  await writeFile(join(target, 'manifest.json'), JSON.stringify(manifest));
  const { code, stderr } = await careersHost(dataDir, 'restore', target);
  assert.deepEqual([code, stderr], [0, '']);
  const [application] = await applicationsIn(dataDir);
  assert.deepEqual([application?.applicant_id, application?.documents.length], [id, 2]);
  const restored = await testHost(t, { dataDir });
  const search = await restored.call('openings?company_id=1&q=bread');
  const found = search.body.data.map((opening: { id: string }) => opening.id);
  assert.deepEqual(found, ['102', '101']);
  const rows = readCopy(
    join(dataDir, 'site.sqlite'),
    'select id, applicant_info, applied_at from submission',
  );
  assert.deepEqual(
    rows.map((row) => ({ ...(row as object) })),
    [{ id: 'one', applicant_info: new Uint8Array([0, 255]), applied_at: null }],
  );
});

test('a backup where something is already, and a restore into a DATA_DIR with data, are refused and change nothing', async (t) => {
  const { host, target } = await backedUp(t);
  const manifest = await manifestOf(target);
  const again = await careersHost(host.dataDir, 'backup', target);
  assert.match(again.stderr, /exists already/);
  assert.equal(again.code, 3);
  assert.deepEqual(await manifestOf(target), manifest);
  await host.close();
  const before = await storedFiles(host.dataDir);
  const { code, stderr } = await careersHost(host.dataDir, 'restore', target);
  assert.equal(code, 3);
  assert.match(stderr, /There is data already: .*api-host\.sqlite/);
  assert.deepEqual(await storedFiles(host.dataDir), before);
});

test('a restore into a DATA_DIR on which a host runs is refused', async (t) => {
  const { target, dataDir } = await backedUp(t);
  const child = spawn(process.execPath, ['cli/main.ts', 'host'], {
    cwd: root,
    env: { ...cleanEnv(), DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill();
    await exited;
  });
  await once(child.stdout, 'data');
  const { code, stderr } = await careersHost(dataDir, 'restore', target);
  assert.equal(code, 3);
  assert.match(stderr, new RegExp(`is in use by process ${child.pid}`));
});
