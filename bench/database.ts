/**
 * `npm run bench -- database [openings [applications]]` measures the API host's reads and its writes of applications on
 * PostgreSQL and on SQLite, each beside plain SQL of the same work through the same driver with as many connections, in
 * turn. Plain SQL does not prepare its statements, because the API host may not behind a transaction pooler; the prepared
 * form is shown too.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { applicationStore } from '../src/api-host/applications/application-store.ts';
import { openHostData } from '../src/api-host/data.ts';
import type { HostDatabase } from '../src/api-host/database/schema.ts';
import {
  openingStore,
  saveCompanies,
  saveOpenings,
  toStored,
} from '../src/api-host/openings/opening-store.ts';
import { readHostSettings } from '../src/config/settings.ts';
import { type Opening, openingSchema } from '../src/domain/model/opening.ts';
import { buildApplication } from '../test/support/build-application.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { inventedWord } from './openings-with-words.ts';
import { postgresWork, sqliteWork, type Work } from './plain-sql.ts';
import { check, median, printTable } from './site.ts';

const [openingCount = 100_000, applicationCount = 1_000_000] = process.argv.slice(2).map(Number);
const companyCount = 100;
const clients = 64;
const rounds = 3;
const readsPerRound = 200;
const applicationsPerRound = 5000;
/** The reads use this time, so that the same openings are open in each run. */
const now = new Date('2026-06-01T12:00:00Z');

/** The numbers are pseudo-random and the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The first of 4,000 words are the most frequent, as in a language. */
const vocabulary = Array.from({ length: 4000 }, (_, at) => inventedWord(at));

/** The openings have some 120 words of description and belong to 100 companies. */
function* openings(): Generator<Opening> {
  const next = random(1);
  const word = () => vocabulary[Math.floor(next() ** 3 * vocabulary.length)] ?? '';
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  for (let id = 0; id < openingCount; id += 1)
    yield openingSchema.parse({
      id: `${id}`,
      role_name: words(3),
      company_id: `${id % companyCount}`,
      company_name: `Company ${id % companyCount}`,
      locations: [{ city: word() }],
      jobdescription: `<p>${words(60)}</p><p>${words(60)}</p>`,
      jobstatus: 'Full time',
      requiredskill: words(4),
      extra_skill: words(4),
      questions: [],
      date_posted: `2026-0${1 + (id % 5)}-1${id % 10}`,
    });
}

async function fill(database: HostDatabase): Promise<void> {
  const { db, transaction, dialect } = database;
  const companies = Array.from({ length: companyCount }, (_, id) => ({
    id: `${id}`,
    company_name: `Company ${id}`,
  }));
  await transaction([], (trx) => saveCompanies(trx, companies));
  let batch: Opening[] = [];
  for (const opening of openings()) {
    batch.push(opening);
    if (batch.length < 1000 && batch.length < openingCount) continue;
    const stored = batch.map(toStored);
    await transaction([], (trx) => saveOpenings(trx, dialect, stored));
    batch = [];
  }
  const {
    answers: _,
    company_id: __,
    joblistingid: ___,
    emailaddress: ____,
    ...fields
  } = buildApplication({
    cover_letter: `<p>${'A letter of some length. '.repeat(12)}</p>`,
  });
  const columns = sql.join(Object.keys(fields).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(fields).map((value) => sql.lit(value)));
  for (let start = 0; start < applicationCount; start += 10_000)
    await transaction([], async (trx) => {
      const numbers = sql`with recursive numbers(n) as (
        select ${sql.lit(start)} union all select n + 1 from numbers where n < ${sql.lit(start + 9999)})`;
      await sql`${numbers} insert into applications
        (id, joblistingid, company_id, role_name, address_key, applied_at, emailaddress, answers, idempotency_key,
         request_digest, ${columns})
        select 'id-' || n, '' || n % ${sql.lit(openingCount)}, '' || n % 100, 'role', 'person' || n || '@example.com',
         '2026-0' || (1 + n % 5) || '-1' || (n % 10) || 'T10:00:00.000Z', 'person' || n || '@example.com',
         '[]', 'key-' || n, 'digest', ${values}
        from numbers`.execute(trx);
      await sql`${numbers} insert into candidates (address_key, company_id, applicant_id, reapply_at)
        select 'person' || n || '@example.com', '' || n % 100, 'id-' || n, '2027-03-01T00:00:00.000Z'
        from numbers`.execute(trx);
    });
  await sql`analyze`.execute(db);
}

async function productWork(database: HostDatabase): Promise<Work> {
  const openings = openingStore(database);
  const applications = applicationStore(database);
  const found = await openings.find('0', now);
  if (!found) throw new Error('There are no openings.');
  return {
    async search(company_id, q) {
      let found = 0;
      for await (const batch of openings.search({ company_id, q }, now)) found += batch.length;
      return found;
    },
    opening: (id) => openings.find(id, now),
    candidate: async (emailaddress, company_id) =>
      (await openings.hasCompany(company_id)) &&
      (await applications.mayApply({ emailaddress, company_id }, now)),
    async apply(emailaddress) {
      const application = buildApplication({ emailaddress });
      const key = { key: randomUUID(), digest: 'digest' };
      const { kind } = await applications.apply(application, found.opening, key, now);
      if (kind !== 'accepted') throw new Error(kind);
    },
  };
}

interface Figures {
  readonly search: number;
  readonly found: number;
  readonly opening: number;
  readonly candidate: number;
  readonly applications: number;
}

/** Returns medians in milliseconds, one read after the other, and the applications per second of 64 clients. */
async function measure(work: Work, round: number): Promise<Figures> {
  // The numbers are the same for each implementation.
  const next = random(round + 2);
  const below = (count: number) => Math.floor(next() * count);
  const reads = Array.from({ length: readsPerRound }, () => ({
    company: `${below(companyCount)}`,
    word: vocabulary[Math.floor(next() ** 2 * vocabulary.length)] ?? '',
    opening: `${below(openingCount)}`,
    address: `person${below(2 * applicationCount)}@example.com`,
  }));
  const time = async <Result>(read: (one: (typeof reads)[number]) => Promise<Result>) => {
    const times: number[] = [];
    const results: Result[] = [];
    for (const one of reads) {
      const started = performance.now();
      results.push(await read(one));
      times.push(performance.now() - started);
    }
    return { ms: median(times), results };
  };
  const search = await time(({ company, word }) => work.search(company, word));
  const opening = await time(({ opening }) => work.opening(opening));
  const candidate = await time(({ address, company }) => work.candidate(address, company));
  const started = performance.now();
  let left = applicationsPerRound;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left-- > 0) await work.apply(`${randomUUID()}@example.com`);
    }),
  );
  return {
    search: search.ms,
    found: median(search.results),
    opening: opening.ms,
    candidate: candidate.ms,
    applications: (applicationsPerRound * 1000) / (performance.now() - started),
  };
}

interface Implementation {
  readonly label: string;
  readonly work: Work;
  /** The plain SQL that the implementation is compared with. If it is absent, the row has no limits. */
  readonly beside?: Work;
}

async function compare(name: string, implementations: readonly Implementation[]) {
  const measured = new Map(implementations.map(({ work }) => [work, [] as Figures[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [work, figures] of measured) figures.push(await measure(work, round));
  const middle = (work: Work, figure: keyof Figures) =>
    median((measured.get(work) ?? []).map((figures) => figures[figure]));
  printTable(
    implementations.map(({ label, work }) => ({
      [name]: label,
      'search p50 (ms)': middle(work, 'search').toFixed(2),
      'openings found': middle(work, 'found'),
      'one opening (ms)': middle(work, 'opening').toFixed(2),
      'candidate check (ms)': middle(work, 'candidate').toFixed(2),
      'applications/s, 64 clients': middle(work, 'applications').toFixed(0),
    })),
  );
  for (const { label, work, beside } of implementations) {
    if (!beside) continue;
    const row = `${name}, ${label}`;
    check(`${row}: search p50`, middle(work, 'search'), { atMost: 30 }, ' ms');
    check(`${row}: one opening`, middle(work, 'opening'), { atMost: 2 }, ' ms');
    check(`${row}: candidate check`, middle(work, 'candidate'), { atMost: 5 }, ' ms');
    const ratio = middle(work, 'applications') / middle(beside, 'applications');
    check(`${row}: durable applications / plain SQL`, ratio, { atLeast: 0.6 });
  }
}

/** The bench runs on the second processor (bench/run.ts), and the server would inherit that. */
async function moveToFirstProcessor(directory: string): Promise<void> {
  const [pid = ''] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n');
  if (availableParallelism() > 1 || process.env.BENCH_CHECKS)
    spawnSync('taskset', ['-cp', '0', pid]);
}

async function timed(what: string, work: Promise<void>): Promise<void> {
  const started = performance.now();
  await work;
  process.stdout.write(`${what}: ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
}

const folder = await mkdtemp(join(tmpdir(), 'careers-database-'));
// The server of the tests does not sync, but this bench needs a durable one.
const server = await startPostgres([
  '-c',
  'fsync=on',
  '-c',
  'shared_buffers=512MB',
  '-c',
  'max_wal_size=8GB',
]);
try {
  const { rows } = await server.admin('show data_directory');
  await moveToFirstProcessor(rows[0]?.data_directory);
  const databaseUrl = server.url('postgres');
  const implementations: Implementation[] = [];
  const closers: (() => Promise<void>)[] = [];
  // The sizes are the default, and a connection for each client.
  for (const poolSize of [10, clients]) {
    const data = await openHostData(
      readHostSettings({
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: `${poolSize}`,
      }),
    );
    if (closers.length === 0) await timed('PostgreSQL filled', fill(data.database));
    const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
    closers.push(data.close, () => pool.end());
    const plain = postgresWork(pool, { prepared: false });
    const connections = `${poolSize} connections`;
    implementations.push(
      {
        label: `the API host, ${connections}`,
        work: await productWork(data.database),
        beside: plain,
      },
      { label: `plain SQL, ${connections}`, work: plain },
      {
        label: `plain SQL, prepared, ${connections}`,
        work: postgresWork(pool, { prepared: true }),
      },
    );
  }
  await compare('PostgreSQL', implementations);
  for (const close of closers) await close();

  const data = await openHostData(readHostSettings({ DATA_DIR: folder }));
  await timed('SQLite filled', fill(data.database));
  const plain = sqliteWork(join(folder, 'api-host.sqlite'));
  await compare('SQLite', [
    { label: 'the API host', work: await productWork(data.database), beside: plain },
    { label: 'plain SQL', work: plain },
  ]);
  await data.close();
} finally {
  await server.remove();
  await rm(folder, { recursive: true });
}
