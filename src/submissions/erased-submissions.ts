import { hash } from 'node:crypto';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { groupByExpiry, needsOperator, type Retention } from '#src/config/retention.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { log } from '#src/telemetry/logger.ts';
import { retentionReport } from '#src/telemetry/retention-report.ts';
import { personHash } from './fingerprint.ts';
import type { SubmissionTables } from './schema.ts';
import { type Submission, toSubmission } from './submission.ts';
import type { RepositoryContext, SubmissionDatabase } from './submission-database.ts';
import { ticketLifetimeMs } from './upload-ticket.ts';

type ErasedSubmissions =
  | { readonly applicant: string }
  | { readonly address: string }
  | { readonly before: Date }
  | { readonly retention: Retention };

type Db = Kysely<SubmissionTables>;

type Condition = (row: ExpressionBuilder<SubmissionTables, 'submission'>) => Expression<SqlBool>;

/**
 * The calls that delete submissions, on demand or because their time is over.
 * @param retention how long the running site keeps submissions; a command deletes none by itself
 */
export function erasureCalls(
  { withDatabase, keys, now, onError }: RepositoryContext,
  retention?: Retention,
) {
  const reportHeld = retentionReport('site-retention', (line) => log().warn(line));

  async function conditionOf(db: Db, erased: ErasedSubmissions): Promise<Condition> {
    if ('applicant' in erased) return (row) => row('applicant_id', '=', erased.applicant);
    if ('before' in erased) return (row) => row(appliedAt, '<', erased.before.getTime());
    if ('address' in erased) return isOfPerson(db, erased.address, keys.fingerprint);
    return isOld(db, erased.retention, now());
  }

  const deleteExpired = (db: Db) => deleteRows(db, (row) => row('expires_at', '<=', now()));
  const overwriteDeleted = ({ db, dialect }: SubmissionDatabase): Promise<void> =>
    dialect.purgeDeleted(db).catch(onError);

  return {
    erase: (erased: ErasedSubmissions): Promise<number> =>
      withDatabase(async (database) => {
        const count = await database.transaction([erasureLock], async (trx) => {
          await recordErasure(trx, erased, now());
          const expired = 'retention' in erased ? await deleteExpired(trx) : 0;
          return expired + (await deleteRows(trx, await conditionOf(trx, erased)));
        });
        await overwriteDeleted(database);
        return count;
      }),
    countErased: (erased: ErasedSubmissions): Promise<number> =>
      withDatabase(async ({ db }) => {
        const erasedRows = db.selectFrom('submission').where(await conditionOf(db, erased));
        const count = erasedRows.select(({ fn }) => fn.countAll<number>().as('rows'));
        return (await count.executeTakeFirstOrThrow()).rows;
      }),
    findByAddress: (address: string): Promise<Submission[]> =>
      withDatabase(async ({ db }) => {
        const condition = await isOfPerson(db, address, keys.fingerprint);
        const rows = await db.selectFrom('submission').selectAll().where(condition).execute();
        return rows.map((row) => toSubmission(row, keys.encryption));
      }),
    /** Deletes expired data, unless an operator must decide about it. Returns the number of deleted submissions. */
    deleteOld: (): Promise<number> =>
      withDatabase(async (database) => {
        const { db } = database;
        const held = await submissionsAwaitingOperator(db, retention, now());
        reportHeld(held);
        if (held > 0) return 0;
        const expired = await deleteExpired(db);
        for (const table of ['erasure', 'ended_ticket'] as const)
          await db.deleteFrom(table).where('ends_at', '<=', now()).execute();
        const old = retention ? await deleteRows(db, await isOld(db, retention, now())) : 0;
        if (old > 0) log().info({ event: 'retention-erased', submissions: old });
        // This also overwrites the rows that other processes have deleted.
        await overwriteDeleted(database);
        return expired + old;
      }),
  };
}

/** An accepted submission of the version before has no `applied_at`, nor has one that was not accepted. */
const appliedAt = sql<number>`coalesce(applied_at, expires_at - ${ticketLifetimeMs})`;

/** The condition for submissions that are older than the retention time of their company. */
async function isOld(db: Db, retention: Retention, now: number): Promise<Condition> {
  const companies = await db.selectFrom('submission').select('company_name').distinct().execute();
  const byExpiry = groupByExpiry(retention, companies, now);
  return (row) =>
    row.or(
      byExpiry.map(([before, group]) => {
        const names = group.map(({ company_name }) => company_name);
        return row('company_name', 'in', names).and(appliedAt, '<', before.getTime());
      }),
    );
}

/**
 * Returns how many expired submissions wait for an operator's decision (`careers host erase --expired`). A running site
 * deletes the others within a day after their expiry.
 */
export async function submissionsAwaitingOperator(
  db: Db,
  retention: Retention = {},
  now = Date.now(),
): Promise<number> {
  const old = await isOld(db, retention, now);
  const rows = db.selectFrom('submission').select((row) => row.fn.countAll().as('count'));
  const { count } = await rows.executeTakeFirstOrThrow();
  const { count: expired } = await rows
    .where((row) => row.or([row('expires_at', '<=', now - dayMs), old(row)]))
    .executeTakeFirstOrThrow();
  return needsOperator(Number(expired), Number(count)) ? Number(expired) : 0;
}

/** A person is stored as a hash of address and opening, so the condition has hashes for each opening. */
async function isOfPerson(db: Db, address: string, fingerprintKey: Buffer): Promise<Condition> {
  const openings = await db.selectFrom('submission').select('joblistingid').distinct().execute();
  const hashes = openings.map(({ joblistingid }) =>
    personHash(fingerprintKey, address, joblistingid),
  );
  return (row) => row('person_hash', 'in', hashes);
}

export const erasureLock = 'erasure';

/** The time is longer than any between a read of the API host and the storing of the result. */
const erasureMs = 2 * 60 * 1000;

const ofSeveral = '';
const hashOf = (applicant: string): string => hash('sha256', applicant, 'base64url');

/** Records an erasure, so that a request that has read the application before stores nothing after it. */
async function recordErasure(db: Db, erased: ErasedSubmissions, now: number): Promise<void> {
  const applicant_hash = 'applicant' in erased ? hashOf(erased.applicant) : ofSeveral;
  const ends_at = now + erasureMs;
  await db
    .insertInto('erasure')
    .values({ applicant_hash, ends_at })
    .onConflict((conflict) => conflict.column('applicant_hash').doUpdateSet({ ends_at }))
    .execute();
}

export const findErasure = (db: Db, applicant: string, now: number) =>
  db
    .selectFrom('erasure')
    .select('ends_at')
    .where('applicant_hash', 'in', [hashOf(applicant), ofSeveral])
    .where('ends_at', '>', now)
    .executeTakeFirst();

async function deleteRows(db: Db, condition: Condition): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('submission')
    .where(condition)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
