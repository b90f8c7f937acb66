import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

import { type HostData, openHostData } from '#src/api-host/data.ts';
import { documentCleanup } from '#src/api-host/documents/document-cleanup.ts';
import { type HostOptions, type RunningHost, startHost } from '#src/api-host/host.ts';
import { hostLog } from '#src/api-host/log.ts';
import { newMail, type OutboxRow } from '#src/api-host/mail/mail-queue.ts';
import type { companyMail } from '#src/api-host/mail-kinds.ts';
import { companiesByKey } from '#src/config/companies.ts';
import type { HostSettings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { nameKey } from '#src/domain/rules/text/text.ts';
import type { EventLog } from '#src/telemetry/logger.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { processes, servers } from '#test/support/deployment.ts';
import { s3Environment } from '#test/support/swift.ts';
import { importOpenings, parseOpenings, testOpenings } from './openings.ts';

export interface Reply {
  readonly httpStatus: number;
  readonly headers: Headers;
  readonly body: {
    readonly status?: unknown;
    readonly message?: string;
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response.
    readonly data?: any;
    readonly mail_until?: string;
    readonly expires_at?: string;
    readonly errors?: readonly { field: string; message: string }[];
  };
}

export interface LogLine {
  readonly level: string;
  readonly event?: string;
  readonly [name: string]: unknown;
}

/** Returns a log that collects its lines. */
export function collectingLog(): { log: EventLog; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (text: string) => {
    const { name: _name, pid: _pid, time: _time, request: _request, ...line } = JSON.parse(text);
    lines.push(line);
  };
  return { log: hostLog('debug', { write }), lines };
}

const memory = '/dev/shm';
/** SQLite syncs each commit: on a disk the contract takes a sixth more processor time than in memory. */
const parent = existsSync(memory) && hasSpace(memory, 2 ** 30) ? memory : tmpdir();

function hasSpace(directory: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize > bytes;
}

/** The database of each directory. */
const databases = new Map<string, string>();
/** Of tests that have ended. Creating a database takes a quarter of a second. */
const unused: string[] = [];

/** Returns a directory, in memory if possible, that is removed after the test; in a run on PostgreSQL it has an empty database. */
export async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(parent, 'api-host-'));
  if (servers) databases.set(directory, await emptyDatabase(servers.postgres));
  t.after(async () => {
    await rm(directory, { recursive: true, force: true });
    const database = databases.get(directory);
    if (database !== undefined) unused.push(database);
  });
  return directory;
}

/** `truncate` and the migrations take longer than most tests. */
const emptyTables = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like '%migration%' loop
    execute 'delete from ' || quote_ident(name);
  end loop;
end $$`;

async function emptyDatabase(server: string): Promise<string> {
  const known = unused.shift();
  const name = known ?? `test_${process.pid}_${databases.size}`;
  const client = new pg.Client(`${server}/${known ?? 'postgres'}`);
  await client.connect();
  if (known === undefined) await client.query(`create database ${name}`);
  else await client.query(emptyTables);
  await client.end();
  return name;
}

/** Where the data of a directory, or of one below it, is instead, if the tests run on servers. */
function storageOf(dataDir: string) {
  const [name = ''] = relative(parent, dataDir).split('/');
  const database = databases.get(join(parent, name));
  if (!servers || database === undefined) return undefined;
  return {
    databaseUrl: `${servers.postgres}/${database}`,
    s3: servers.s3?.bucket('tests', { prefix: `${name}/` }),
  };
}

/** Returns the settings of a process for a directory of `temporaryDirectory`. */
export function environmentIn(dataDir: string): Readonly<Record<string, string>> {
  const { databaseUrl, s3 } = storageOf(dataDir) ?? {};
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(s3 && s3Environment(s3)),
  };
}

export function settingsIn(dataDir: string, changed: Partial<HostSettings> = {}): HostSettings {
  const { databaseUrl, s3 } = storageOf(dataDir) ?? {};
  return {
    port: 0,
    host: '127.0.0.1',
    dataDir,
    sampleData: true,
    documentsUrl: pathToFileURL(join(dataDir, 'documents')),
    uploadMaxBytes: 1_099_511_627_776,
    logLevel: 'silent',
    ...(databaseUrl !== undefined && { databaseUrl }),
    // A test with a folder of its own keeps it.
    ...(changed.documentsUrl === undefined && s3 && { s3 }),
    ...changed,
  };
}

/** Opens the data of a host until the test has ended. */
export async function dataIn(
  t: Pick<TestContext, 'after'>,
  dataDir: string,
  changed: Partial<HostSettings> = {},
): Promise<HostData> {
  const data = await openHostData(settingsIn(dataDir, changed));
  t.after(() => data.close());
  return data;
}

/** Stores mails as of an instant, which wait to be sent. */
export const addMails = (
  { db }: HostData['database'],
  applicant_id: string,
  kinds: readonly OutboxRow['kind'][],
  at: Date,
) =>
  db
    .insertInto('mail_outbox')
    .values(kinds.map((kind) => ({ ...newMail(at), applicant_id, kind })))
    .execute();

/** Returns the cleanup of a host's documents, whose log nobody reads. */
export const cleanupOf = (
  { database, store }: Pick<HostData, 'database' | 'store'>,
  clock: () => Date = () => new Date(),
) => documentCleanup(database, store, { clock, log: collectingLog().log });

export interface TestHost extends RunningHost {
  readonly dataDir: string;
  readonly lines: LogLine[];
  /** The lines of errors. */
  errors(): LogLine[];
  call(path: string, init?: RequestInit): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
}

type CompanyMail = NonNullable<ReturnType<typeof companyMail>>;

/** Adds companies with these mails to the site config, until the test ends. */
export function addCompanyMails(
  t: TestContext,
  mails: Readonly<Record<string, CompanyMail>>,
): void {
  for (const [name, mail] of Object.entries(mails)) {
    const [company] = siteConfig.companies.items;
    if (company) companiesByKey.set(nameKey(name), { ...company, name, mail });
    t.after(() => companiesByKey.delete(nameKey(name)));
  }
}

export interface TestHostOptions extends HostOptions {
  readonly companyMails?: Parameters<typeof addCompanyMails>[1];
  /** The directory of an earlier host of the test; default: a new one. */
  readonly dataDir?: string;
  readonly settings?: Partial<HostSettings>;
  /** Imported before the first start; 'samples': none, so that the host adds its sample data. */
  readonly openings?: readonly object[] | 'samples';
}

/**
 * Returns the API host on a free port with a temporary data directory. In a run with several processes it is several
 * hosts on the same data, and each use of `origin` takes the next one.
 */
export async function testHost(
  t: TestContext,
  {
    dataDir,
    settings = {},
    openings = testOpenings,
    companyMails = {},
    ...options
  }: TestHostOptions = {},
): Promise<TestHost> {
  addCompanyMails(t, companyMails);
  const directory = dataDir ?? (await temporaryDirectory(t));
  if (dataDir === undefined && openings !== 'samples') await provide(directory, openings);
  const { log, lines } = collectingLog();
  const hosts = await Promise.all(
    Array.from({ length: processes }, () =>
      startHost(settingsIn(directory, settings), { log, ...options }),
    ),
  );
  let closed: Promise<void> | undefined;
  const close = async (graceMs = 1000) => {
    closed ??= Promise.all(hosts.map((host) => host.close(graceMs))).then(() => {});
    await closed;
  };
  t.after(() => close());
  let used = 0;
  const next = () => hosts[used++ % hosts.length]?.origin ?? '';
  const call = (path: string, init?: RequestInit) => ask(next(), path, init);
  return {
    get origin() {
      return next();
    },
    schema: hosts[0]?.schema ?? '',
    dataDir: directory,
    lines,
    errors: () => lines.filter(({ level }) => level === 'error'),
    close,
    call,
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** Imports openings into a data directory, as `careers host openings import` does. */
export async function provide(dataDir: string, openings: readonly object[]): Promise<void> {
  const data = await openHostData(settingsIn(dataDir));
  try {
    await importOpenings(data.database, parseOpenings(openings), new Date('2026-01-05T00:00:00Z'));
  } finally {
    await data.close();
  }
}

export async function ask(origin: string, path: string, init?: RequestInit): Promise<Reply> {
  const response = await fetch(`${origin}/api/${path}`, init);
  return {
    httpStatus: response.status,
    headers: response.headers,
    body: (await response.json()) as Reply['body'],
  };
}

/** Applies and returns the applicant id. */
export async function apply(
  host: TestHost,
  changed: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await host.post('applyjobposting', buildApplication(changed));
  if (body.status !== 1) throw new Error(body.message);
  return body.data.id;
}
