/**
 * `npm run bench -- crash [kills [people]]` stops sites and API hosts with kill -9 at random moments while people apply
 * and send documents, on PostgreSQL and S3 behind nginx (test/support/topology.ts). A person repeats a request that was
 * not acknowledged.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { S3mini } from 's3mini';
import { openHostData } from '../src/api-host/data.ts';
import { documentCleanup } from '../src/api-host/documents/document-cleanup.ts';
import { hostLog } from '../src/api-host/log.ts';
import { readHostSettings } from '../src/config/settings.ts';
import { messages } from '../src/domain/model/messages.ts';
import { newApplicant } from '../test/support/applicant.ts';
import {
  formValues,
  NoScriptBrowser,
  type NoScriptPage,
} from '../test/support/no-script-browser.ts';
import { careers } from '../test/support/run-careers.ts';
import { startTopology, type Topology } from '../test/support/topology.ts';
import { check, printTable } from './site.ts';

const [kills = 50, people = 1000] = process.argv.slice(2).map(Number);
/** This many people apply at the same time. */
const concurrency = 12;
const openingId = '104';
const types = ['cv', 'passport'] as const;
const retryMs = 200;
/** A document without a row is removed after this time. */
const cleanupAfterMs = 16 * 60 * 1000;

interface Acknowledged {
  readonly id: string;
  readonly emailaddress: string;
  /** The SHA-256 digests by document type. */
  readonly documents: ReadonlyMap<string, string>;
}

const counts = { applied: 0, killed: 0, repeated: 0, wronglyRefused: 0 };
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Repeats an attempt until it resolves with a result. An attempt without a result was not acknowledged. */
async function acknowledged<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const result = await attempt().catch((error: unknown) => {
      // fetch throws a TypeError if the connection breaks.
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (result !== undefined) return result;
    counts.repeated += 1;
    await delay(retryMs);
  }
}

const readOk = async (reading: Promise<NoScriptPage>) => {
  const page = await reading;
  return page.status === 200 ? page : undefined;
};

async function apply({ origin }: Topology): Promise<Acknowledged> {
  const applicant = newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });
  const visitor = new NoScriptBrowser(origin);
  const page = await acknowledged(() => readOk(visitor.get(`/application/${openingId}`)));
  // Each attempt sends the same form with its key.
  const form = page.form('emailaddress');
  const id = await acknowledged(async () => {
    const { text } = await visitor.submit(page, form, formValues(applicant));
    if (text.includes(messages.alreadyApplied)) counts.wronglyRefused += 1;
    return /Your reference: (\S+)/.exec(text)?.[1];
  });
  const documents = new Map<string, string>();
  for (const type of types) {
    // One of twenty documents is sent in several parts.
    const length = randomInt(20) === 0 ? 6 * 1024 * 1024 : randomInt(1000, 300_000);
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(length)]);
    await acknowledged(async () => {
      const body = new FormData();
      body.set(type, new File([bytes], `${type}.pdf`));
      const { status } = await visitor.raw(
        `/api/uploadapplicantdocument?joblistingid=${openingId}`,
        { method: 'POST', body, headers: { accept: 'application/json' } },
      );
      if (status !== 200 && status < 500) throw new Error(`A document was refused: ${status}.`);
      return status === 200 ? status : undefined;
    });
    documents.set(type, digest(bytes));
  }
  return { id, emailaddress: applicant.fields.emailaddress ?? '', documents };
}

/** The moments are random and spread over the applications. Each program is started again at once. */
async function killPrograms({ programs }: Topology): Promise<Map<string, number>> {
  const killed = new Map(programs.map(({ name }) => [name, 0]));
  for (; counts.killed < kills; counts.killed += 1) {
    while (counts.applied < (counts.killed * people) / kills) await delay(10);
    await delay(randomInt(500));
    const program = programs[randomInt(programs.length)];
    if (!program) break;
    await program.stop('SIGKILL');
    killed.set(program.name, (killed.get(program.name) ?? 0) + 1);
    await program.start();
  }
  return killed;
}

interface ExportedApplication {
  readonly applicant_id: string;
  readonly emailaddress: string;
  readonly documents: readonly { readonly type: string }[];
}

/** Reads everything that is stored, as `careers host applications --export` writes it. */
async function readStored({ hostSettings }: Topology) {
  const directory = await mkdtemp(join(tmpdir(), 'careers-crash-'));
  try {
    const { code, stderr } = await careers(
      ['host', 'applications', '--export', join(directory, 'all')],
      hostSettings,
    );
    if (code !== 0) throw new Error(stderr);
    const list = await readFile(join(directory, 'all/applications.ndjson'), 'utf8');
    const applications: ExportedApplication[] = list
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const documents = new Map<string, string>();
    for (const { applicant_id, documents: received } of applications)
      for (const { type } of received) {
        const path = join(directory, 'all/documents', applicant_id, `${type}.pdf`);
        documents.set(`${applicant_id} ${type}`, digest(await readFile(path)));
      }
    return { applications, documents };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Lists the objects and unfinished uploads that no document names, before and after a host removes what crashes left. */
async function objectsLeft({ hostSettings }: Topology) {
  const settings = readHostSettings(hostSettings);
  if (!settings.s3) throw new Error('The documents are not on S3.');
  const { endpoint, bucket, prefix } = settings.s3;
  const s3 = new S3mini({ ...settings.s3, endpoint: `${endpoint}/${bucket}` });
  const data = await openHostData(settings, { migrate: 'never' });
  const left = async () => {
    const rows = await data.database.db.selectFrom('documents').select('stored_as').execute();
    const named = new Set(rows.map(({ stored_as }) => `${prefix}${stored_as}`));
    const objects = (await s3.listObjects('/', prefix)) ?? [];
    const { ListMultipartUploadsResult: list } = (await s3.listMultipartUploads()) as unknown as {
      ListMultipartUploadsResult: { Upload?: { readonly Key: string } };
    };
    const found: string[] = [list.Upload ?? []].flat().map(({ Key }) => `${Key}, not complete`);
    // A list of Swift may still contain an object that was removed.
    for (const { Key } of objects)
      if (!named.has(Key) && (await s3.objectExists(Key))) found.push(Key);
    return found;
  };
  try {
    const before = await left();
    const clock = () => new Date(Date.now() + cleanupAfterMs);
    await documentCleanup(data.database, data.store, { clock, log: hostLog('warn') }).run();
    return { before, after: await left() };
  } finally {
    await data.close();
  }
}

// The people have separate addresses in X-Forwarded-For, because limits are for each address.
const topology = await startTopology({ TRUST_PROXY: '2', LOG_LEVEL: 'silent' });
try {
  const started = performance.now();
  const limit = pLimit(concurrency);
  const [told, killed] = await Promise.all([
    Promise.all(
      Array.from({ length: people }, () =>
        limit(async () => {
          // No program is killed after the last application.
          while (counts.applied > ((counts.killed + 1) * people) / kills) await delay(10);
          const one = await apply(topology);
          counts.applied += 1;
          return one;
        }),
      ),
    ),
    killPrograms(topology),
  ]);
  const seconds = (performance.now() - started) / 1000;
  const { applications, documents } = await readStored(topology);
  const ids = new Set(applications.map(({ applicant_id }) => applicant_id));
  const addresses = new Set(applications.map(({ emailaddress }) => emailaddress));
  const lostDocuments = told.flatMap(({ id, documents: sent }) =>
    [...sent].filter(([type, hash]) => documents.get(`${id} ${type}`) !== hash),
  );
  const left = await objectsLeft(topology);
  printTable([
    {
      'kill -9': [...killed].map(([name, times]) => `${name} ${times}`).join(', '),
      seconds: seconds.toFixed(0),
      'applications acknowledged': told.length,
      'documents acknowledged': told.length * types.length,
      'requests repeated': counts.repeated,
      'objects without a row, before and after the cleanup': `${left.before.length}, ${left.after.length}`,
    },
  ]);
  check('acknowledged applications lost', told.filter(({ id }) => !ids.has(id)).length, {
    atMost: 0,
  });
  check('applications stored twice', applications.length - addresses.size, { atMost: 0 });
  check('applications stored that nobody was told of', applications.length - told.length, {
    atMost: 0,
  });
  check('people refused because of their own application', counts.wronglyRefused, { atMost: 0 });
  check('acknowledged documents lost or with other bytes', lostDocuments.length, { atMost: 0 });
  check('objects left after the cleanup', left.after.length, { atMost: 0 });
  for (const key of left.after) process.stdout.write(`${key}\n`);
} finally {
  await topology.remove();
}
