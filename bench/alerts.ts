/**
 * What a snapshot of new openings costs the API host, without the sending of mail: 20,000 openings of which 50 are new, and
 * 10,000 alerts that are due, with 4,000 different searches. Processor time, peak memory, and how long other requests wait.
 *
 *     npm run bench -- alerts [alerts [openings [new openings]]]
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { alertSteps } from '../src/api-host/alerts/alert-steps.ts';
import { numberOpenings } from '../src/api-host/alerts/seen-openings.ts';
import { openHostData } from '../src/api-host/data.ts';
import { hostLog } from '../src/api-host/log.ts';
import { saveCompanies, saveOpenings, toStored } from '../src/api-host/openings.ts';
import { readSampleData } from '../src/api-host/sample-data.ts';
import { readHostSettings } from '../src/config/settings.ts';
import { chunks } from '../src/database/chunks.ts';
import { dayMs } from '../src/domain/model/limits.ts';
import { type Opening, openingSchema } from '../src/domain/model/opening.ts';
import { openingsWithWords, queries } from './openings-with-words.ts';
import { check } from './site.ts';

const [count = 10_000, openings = 20_000, fresh = 50] = process.argv.slice(2).map(Number);
const companies = 100;
const different = 2000;
const timeZone = 'Africa/Lagos';
const yesterday = new Date('2026-03-01T10:00:00Z');
const now = new Date(yesterday.getTime() + dayMs);

const dataDir = await mkdtemp(join(tmpdir(), 'bench-alerts-'));
const data = await openHostData(readHostSettings({ DATA_DIR: dataDir }));
const { database } = data;

const save = (list: readonly Opening[]) =>
  database.transaction([], (trx) => saveOpenings(trx, database.dialect, list.map(toStored)));

async function addOpenings(): Promise<number> {
  const sample = openingSchema.array().parse((await readSampleData()).openings);
  const all = openingsWithWords(sample, openings, companies).map(
    ({ closing_date: _closing, ...opening }) => ({ ...opening, date_posted: '2026-01-01' }),
  );
  await database.transaction([], (trx) =>
    saveCompanies(
      trx,
      Array.from({ length: companies }, (_, id) => ({
        id: `${id}`,
        company_name: `Company ${id}`,
      })),
    ),
  );
  await save(all.slice(fresh));
  const { upTo } = await numberOpenings(database, timeZone, yesterday);
  await save(all.slice(0, fresh));
  return upTo;
}

/** A third of the alerts is for one company. */
function alertOf(at: number, seen: number) {
  const texts = Object.values(queries).flat();
  const text = texts[at % texts.length] ?? '';
  const q = at % different < texts.length ? text : `${text} ${at % different}`;
  const company_id = at % 3 === 0 ? `${at % companies}` : '';
  return {
    id: randomUUID(),
    emailaddress: `a${at}@x.example`,
    address_key: `a${at}`,
    mailbox_key: `a${at}`,
    language: 'en',
    search: JSON.stringify({ company_id, q }),
    state: 'active' as const,
    created_at: yesterday.toISOString(),
    confirmed_at: yesterday.toISOString(),
    ends_at: new Date(now.getTime() + 100 * dayMs).toISOString(),
    next_at: now.toISOString(),
    last_sent_at: null,
    seen,
    refused: 0,
  };
}

const seen = await addOpenings();
const alerts = Array.from({ length: count }, (_, at) => alertOf(at, seen));
for (const batch of chunks(alerts, 500))
  await database.db.insertInto('alerts').values(batch).execute();

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let peak = 0;
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss / 2 ** 20);
}, 50);
const before = process.cpuUsage();
const takeSteps = alertSteps(database, {
  timeZone,
  clock: () => now,
  log: hostLog('error'),
});
while (await takeSteps());
const { user, system } = process.cpuUsage(before);
clearInterval(timer);
delay.disable();
const { mails } = await database.db
  .selectFrom('alert_mails')
  .select(({ fn }) => fn.countAll<number>().as('mails'))
  .executeTakeFirstOrThrow();
await data.close();
await rm(dataDir, { recursive: true });

process.stdout.write(
  `${count} alerts, ${openings} openings, ${fresh} of them new: ${mails} mails\n`,
);
check('a snapshot, 10,000 alerts: processor time', (user + system) / 1e6, { atMost: 60 }, ' s');
check('a snapshot, 10,000 alerts: others wait at most', delay.max / 1e6, { atMost: 500 }, ' ms');
check('a snapshot, 20,000 openings: peak memory', peak, { atMost: 600 }, ' MiB');
