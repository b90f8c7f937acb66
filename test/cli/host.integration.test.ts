import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Context } from '#cli/context.ts';
import { withHostData } from '#cli/host/host-data.ts';
import { lockImport } from '#cli/server/data-dir-lock.ts';
import { databaseFile } from '#src/api-host/data.ts';
import { hostMigrations } from '#src/api-host/database/migrations.ts';
import { openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import {
  apply,
  provide,
  type TestHost,
  temporaryDirectory,
  testHost,
} from '#test/api-host/support/host.ts';
import { opening } from '#test/api-host/support/openings.ts';
import { documentParts, storedFiles, upload } from '#test/api-host/support/upload.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { careers } from './support/in-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `careers host …` on a data directory. */
const careersHost = (dataDir: string, args: readonly string[], stdin = '') =>
  careers(['host', ...args], { env: { DATA_DIR: dataDir }, stdin });

async function withDocuments(
  host: TestHost,
  changed: Record<string, unknown> = {},
): Promise<string> {
  const id = await apply(host, changed);
  await upload(host.origin, documentParts(id, 'cv', `the cv of ${id}`, { filename: 'My cv.DOCX' }));
  await upload(
    host.origin,
    documentParts(id, 'passport', 'a picture', { filename: 'me.jpg', final: true }),
  );
  return id;
}

test('careers host prints its address, is found through DATA_DIR with its secret, and exits with 0 after SIGHUP or Ctrl-C', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const secret = 'a-secret-of-32-characters-or-more';
  const child = spawn(process.execPath, ['cli/careers.js', 'host'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      API_HOST_SECRET: secret,
      DATABASE_URI: 'postgres://user:password@localhost/careers',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  // No setting: named at start, without its value.
  const [line] = await once(child.stderr, 'data');
  const { event, variable, nearest } = JSON.parse(String(line).split('\n', 1)[0] ?? '');
  assert.deepEqual([event, variable, nearest], ['setting-unknown', 'DATABASE_URI', 'DATABASE_URL']);
  assert.doesNotMatch(String(line), /password/);
  const [output] = await once(child.stdout, 'data');
  const origin = /^The API host is ready: (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(output))?.[1];
  assert.ok(origin, String(output));
  const list = () => careers(['list', '--json'], { env: { DATA_DIR: dataDir } });
  const listed = await list();
  assert.equal(listed.code, 0, listed.stderr);
  assert.ok(JSON.parse(listed.stdout).length > 30);
  // npm repeats a signal that the terminal has sent: two within half a second count as one.
  child.kill('SIGHUP');
  child.kill('SIGINT');
  assert.deepEqual(await exited, [0, null]);
  assert.equal((await list()).code, 6);
});

test('careers host says with exit code 3 that its port, its address or its socket cannot be used', async (t) => {
  const port = await listenLocally(t, createServer());
  const secret = 's'.repeat(32);
  for (const [env, message] of [
    [
      { PORT: `${port}` },
      `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1}`,
    ],
    [{ HOST: '192.0.2.1' }, 'HOST=192.0.2.1 is not an address of this machine.'],
    [
      { HOST: 'unix:/proc/none/host.sock' },
      'HOST=unix:/proc/none/host.sock cannot be used: EACCES',
    ],
  ] as const) {
    const dataDir = await temporaryDirectory(t);
    const { code, stdout, stderr } = await careers(['host'], {
      env: { DATA_DIR: dataDir, API_HOST_SECRET: secret, LOG_LEVEL: 'silent', ...env },
    });
    assert.deepEqual([code, stdout, stderr], [3, '', `error: ${message}\n`]);
  }
});

test('import reads standard input, and creates the directory', async (t) => {
  const directory = await temporaryDirectory(t);
  const dataDir = join(directory, 'new', 'data');
  const input = 'role_name;company_name\nBaker;Buka Ireti\n';
  assert.deepEqual(await careersHost(dataDir, ['openings', 'import', '-'], input), {
    code: 0,
    stdout: '1 opening added, 0 changed, 0 unchanged.\n',
    stderr: '',
  });
});

test('an import is refused while another one runs on the same data', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const file = join(dataDir, 'openings.json');
  await writeFile(file, JSON.stringify([opening()]));
  const other = lockImport(dataDir);
  const refused = await careersHost(dataDir, ['openings', 'import', file]);
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /are being imported .* by process \d+/);
  other.release();
  assert.equal((await careersHost(dataDir, ['openings', 'import', file])).code, 0);
});

test('a command on a full disk ends with one sentence and exit code 3', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, [opening()]);
  const context = { env: { DATA_DIR: dataDir } } as unknown as Context;
  const fill = withHostData(context, async ({ database: { db } }) => {
    await sql`pragma max_page_count = 1`.execute(db);
    await db
      .insertInto('companies')
      .values({ id: 'large', company_name: 'x'.repeat(1_000_000) })
      .execute();
  });
  await assert.rejects(fill, {
    name: 'CommandError',
    exit: 'invalid',
    message: `There is no space left in ${dataDir}. Free some, and repeat the command.`,
  });
});

test('applications are listed while the host runs, with everything in the JSON', async (t) => {
  const host = await testHost(t);
  const id = await withDocuments(host);
  const human = await careersHost(host.dataDir, ['applications']);
  assert.equal(human.code, 0);
  const [headings, row] = human.stdout.split('\n');
  assert.match(
    headings ?? '',
    /^APPLIED\tAPPLICANT\tNAME\tADDRESS\tOPENING\tCOMPANY\tDOCUMENTS\tSTAGE$/,
  );
  assert.match(
    row ?? '',
    new RegExp(
      `${id}\tNgozi Eze\tngozi\\.eze@example\\.com\t101 Head Baker\tTest Bakery\t2 of 6\treceived$`,
    ),
  );

  const [application, ...others] = JSON.parse(
    (await careersHost(host.dataDir, ['applications', '--json'])).stdout,
  );
  assert.equal(others.length, 0);
  assert.equal(application.applicant_id, id);
  assert.equal(application.cover_letter, buildApplication().cover_letter);
  assert.deepEqual(application.answers[0], {
    id: '1001',
    question: 'How many loaves?',
    answer: 'Six thousand',
  });
  const document = {
    ...{ content_type: 'application/pdf', received_at: '', is_encrypted: false },
    ...{ scan_state: 'unscanned', scan_detail: null, scanned_at: null },
  };
  const documents = application.documents.map((one: object) => ({ ...one, received_at: '' }));
  assert.deepEqual(documents, [
    { ...document, type: 'cv', filename: 'My cv.DOCX', bytes: 24 },
    { ...document, type: 'passport', filename: 'me.jpg', bytes: 9 },
  ]);
  assert.ok(application.documents_complete_at);
});

test('an export to a directory contains both lists and every document, readable by this user only', async (t) => {
  const host = await testHost(t);
  const id = await withDocuments(host, {
    lastname: '=HYPERLINK("http://example.com","x")',
    cover_letter: 'Two lines,\n"quoted"',
  });
  const target = join(host.dataDir, 'export');
  const { stdout } = await careersHost(host.dataDir, ['applications', '--export', target]);
  assert.equal(stdout, `1 application and 2 documents written to ${target}.\n`);
  assert.equal(await readFile(join(target, 'documents', id, 'cv.docx'), 'utf8'), `the cv of ${id}`);
  assert.deepEqual((await readdir(join(target, 'documents', id))).toSorted(), [
    'cv.docx',
    'passport.jpg',
  ]);

  const csv = await readFile(join(target, 'applications.csv'), 'utf8');
  assert.ok(csv.includes(`"'=HYPERLINK(""http://example.com"",""x"")"`), 'no cell is a formula');
  assert.ok(csv.includes('"Two lines,\n""quoted"""'));
  assert.ok(csv.includes('"How many loaves?\nSix thousand\n\nWhich ovens?\n"'));
  const [line, end] = (await readFile(join(target, 'applications.ndjson'), 'utf8')).split('\n');
  assert.deepEqual([JSON.parse(line ?? '').applicant_id, end], [id, '']);
  assert.equal((await stat(join(target, 'applications.csv'))).mode & 0o777, 0o600);
  assert.equal((await stat(target)).mode & 0o777, 0o700);
});

test('an export reports a document without its file, and contains all others', async (t) => {
  const host = await testHost(t);
  const id = await withDocuments(host, { lastname: '＝1+1' });
  const [file = ''] = (await storedFiles(host.dataDir)).filter((name) => name.endsWith('.docx'));
  await rm(file);
  const target = join(host.dataDir, 'export');
  const { code, stdout, stderr } = await careersHost(host.dataDir, [
    'applications',
    '--export',
    target,
    '--json',
  ]);
  assert.deepEqual(JSON.parse(stdout), {
    exported_to: target,
    applications: 1,
    documents: 1,
    held: [],
    missing: [{ applicant_id: id, type: 'cv' }],
  });
  assert.equal(stderr, `warning: the file of document cv of applicant ${id} is missing\n`);
  assert.equal(code, 7);
  assert.deepEqual(await readdir(join(target, 'documents', id)), ['passport.jpg']);
  const csv = await readFile(join(target, 'applications.csv'), 'utf8');
  assert.ok(csv.includes(`"'＝1+1"`), 'no cell is a formula with full-width signs');
});

test('a file that another user made before an export is neither written to nor exported', async (t) => {
  const host = await testHost(t);
  await apply(host);
  const target = join(host.dataDir, 'list.csv');
  const foreign = `${target}.part`;
  await writeFile(foreign, 'foreign');
  await chmod(foreign, 0o666);
  await careersHost(host.dataDir, ['applications', '--export', target]);
  assert.equal((await stat(target)).mode & 0o777, 0o600);
  assert.equal(await readFile(foreign, 'utf8'), 'foreign');
});

test('one applicant is erased, with every document, while the host runs; they may apply again', async (t) => {
  const host = await testHost(t);
  const gone = await withDocuments(host, {
    emailaddress: 'gone@example.com',
    cover_letter: 'UNIQUELETTER',
  });
  await withDocuments(host, { emailaddress: 'stays@example.com' });
  const { code, stdout } = await careersHost(host.dataDir, [
    'erase',
    '--applicant',
    gone,
    '--json',
  ]);
  assert.deepEqual(
    [code, JSON.parse(stdout)],
    [0, { applications: 1, documents: 2, messages: 0, alerts: 0, submissions: 0 }],
  );

  assert.equal((await storedFiles(host.dataDir)).length, 2);
  for (const file of ['api-host.sqlite', 'api-host.sqlite-wal'])
    assert.ok(!(await readFile(join(host.dataDir, file))).includes('UNIQUELETTER'), file);
  const late = await upload(host.origin, documentParts(gone, 'waec', 'late'));
  assert.equal(late.httpStatus, 404);
  await apply(host, { emailaddress: 'gone@example.com' });
  assert.equal((await careersHost(host.dataDir, ['erase', '--applicant', gone])).code, 5);
});

test('host erase --older-than erases older applications and messages, and nothing newer', async (t) => {
  const day = 86_400_000;
  let now = new Date(Date.now() - 31 * day);
  const host = await testHost(t, { clock: () => now });
  const message = { firstname: 'A', lastname: 'B', email: 'a@example.com', msg: 'Old' };
  // More than one batch.
  for (let n = 0; n < 60; n += 1) await apply(host, { emailaddress: `old${n}@example.com` });
  await host.post('contact', message);
  now = new Date(Date.now() - 29 * day);
  const young = await withDocuments(host, { emailaddress: 'young@example.com' });
  await host.post('contact', { ...message, msg: 'Young' });

  const { stdout } = await careersHost(host.dataDir, ['erase', '--older-than', '30']);
  assert.equal(
    stdout,
    'Erased: 60 applications, 0 documents, 1 contact message, 0 alerts, 0 submissions of the site.\n',
  );
  const left = JSON.parse((await careersHost(host.dataDir, ['applications', '--json'])).stdout);
  const ids = left.map((application: { applicant_id: string }) => application.applicant_id);
  assert.deepEqual(ids, [young]);
  const messages = JSON.parse((await careersHost(host.dataDir, ['messages', '--json'])).stdout);
  const texts = messages.map(({ msg }: { msg: string }) => msg);
  assert.deepEqual(texts, ['Young']);
});

test('host erase without an exact selection, or without data, changes nothing', async (t) => {
  const host = await testHost(t);
  const id = await withDocuments(host);
  for (const args of [
    [],
    ['--older-than', '0'],
    ['--address', 'a@example.com', '--applicant', 'A'],
    ['--address', 'a@example.com', '--older-than', '3'],
    ['--older-than', 'x'],
    ['--older-than', '1', '--applicant', id],
  ])
    assert.equal((await careersHost(host.dataDir, ['erase', ...args])).code, 2, args.join(' '));
  const empty = await temporaryDirectory(t);
  for (const command of [['applications'], ['messages'], ['erase', '--older-than', '1']])
    assert.equal((await careersHost(empty, command)).code, 3);
  assert.deepEqual(await readdir(empty), []);
  assert.equal((await storedFiles(host.dataDir)).length, 2);
});

test('no command of careers host migrates the database of a host of an older version', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const file = join(dataDir, databaseFile);
  const dialect = sqliteDialect(file);
  const older = Object.entries(hostMigrations(dialect)).filter(([name]) => name < '0023');
  await (await openDatabase(dialect, Object.fromEntries(older))).close();
  const openings = join(await temporaryDirectory(t), 'openings.json');
  await writeFile(openings, JSON.stringify([opening()]));
  const target = join(dataDir, 'target');
  for (const command of [
    ['applications'],
    ['applications', '--export', target],
    ['messages'],
    ['mail'],
    ['scan'],
    ['stats'],
    ['person', 'a@example.com', '--export', target],
    ['erase', '--expired', '--dry-run'],
    ['erase', '--address', 'a@example.com'],
    ['clear-samples'],
    ['openings', 'export', '-'],
    ['openings', 'import', openings, '--dry-run'],
    ['openings', 'import', openings],
    ['openings', 'close', '101'],
    ['openings', 'remove', '101'],
    ['backup', target],
  ]) {
    const { code, stdout, stderr } = await careersHost(dataDir, command);
    assert.deepEqual([code, stdout], [3, ''], command.join(' '));
    assert.match(stderr, /^error: The database .* has the schema of an older version: .*\n$/);
    // Opening it with these migrations alone throws if there are others.
    await (await openDatabase(sqliteDialect(file), Object.fromEntries(older))).close();
  }
});

test('no command and no host starts on a schema of a newer version', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const dialect = sqliteDialect(join(dataDir, databaseFile));
  const newer = { ...hostMigrations(dialect), '9999-newer-breaking': { async up() {} } };
  await (await openDatabase(dialect, newer)).close();
  for (const command of [['applications'], ['erase', '--address', 'a@example.com'], []]) {
    const { code, stderr } = await careersHost(dataDir, command);
    assert.equal(code, 3);
    assert.match(stderr, /^error: .* newer version \(9999-newer-breaking\): use that version\.\n$/);
  }
});

test('clear-samples removes the samples that nobody applied to, and keeps what an operator added', async (t) => {
  const host = await testHost(t, { openings: 'samples' });
  const list = async () => (await host.call('openingsall')).body.data as { id: string }[];
  const [first, second] = await list();
  await apply(host, { joblistingid: first?.id, company_id: '', answers: answersTo(first) });
  const own = join(await temporaryDirectory(t), 'own.json');
  // An operator uses the id of a sample for an opening of the company.
  await writeFile(own, JSON.stringify([opening({ id: second?.id, role_name: 'Own role' })]));
  assert.equal((await careersHost(host.dataDir, ['openings', 'import', own])).code, 0);
  const { code, stdout } = await careersHost(host.dataDir, ['clear-samples', '--json']);
  assert.equal(code, 0);
  const { removed, kept } = JSON.parse(stdout);
  assert.ok(removed >= 40);
  assert.equal(kept, 1);
  assert.deepEqual(new Set((await list()).map(({ id }) => id)), new Set([first?.id, second?.id]));
  assert.deepEqual(
    JSON.parse((await careersHost(host.dataDir, ['clear-samples', '--json'])).stdout),
    { removed: 0, kept: 1 },
  );
});

/** Returns an answer to each question of an opening. */
const answersTo = (found: unknown) => {
  const { questions } = found as { questions: { id: string }[] };
  return Object.fromEntries(questions.map(({ id }) => [id, 'Yes']));
};
