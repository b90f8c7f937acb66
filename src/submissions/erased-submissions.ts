import { hash } from 'node:crypto';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { groupByExpiry, needsOperator, type Retention } from '#src/config/retention.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { personHash } from './fingerprint.ts';
import type { SubmissionTables } from './schema.ts';
import { ticketLifetimeMs } from './upload-ticket.ts';

export type ErasedSubmissions =
  | { readonly applicant: string }
  | { readonly address: string }
  | { readonly before: Date }
  | { readonly retention: Retention };

type Condition = (row: ExpressionBuilder<SubmissionTables, 'submission'>) => Expression<SqlBool>;

/** Only rows of `storeAccepted` have an `applied_at`. */
const appliedAt = sql<number>`coalesce(applied_at, expires_at - ${ticketLifetimeMs})`;

export async function isErased(
  db: Kysely<SubmissionTables>,
  erased: ErasedSubmissions,
  { fingerprintKey, now }: { readonly fingerprintKey: Buffer; readonly now: number },
): Promise<Condition> {
  if ('applicant' in erased) return (row) => row('applicant_id', '=', erased.applicant);
  if ('before' in erased) return (row) => row(appliedAt, '<', erased.before.getTime());
  if ('address' in erased) return isOfPerson(db, erased.address, fingerprintKey);
  const companies = await db.selectFrom('submission').select('company_name').distinct().execute();
  const byExpiry = groupByExpiry(erased.retention, companies, now);
  return (row) =>
    row.or(
      byExpiry.map(([before, group]) => {
        const names = group.map(({ company_name }) => company_name);
        return row('company_name', 'in', names).and(appliedAt, '<', before.getTime());
      }),
    );
}

/**
 * Returns how many submissions an operator decides about (`careers host erase --expired`). A site that runs leaves none for a
 * day after its expiry.
 */
export async function submissionsAwaitingOperator(
  db: Kysely<SubmissionTables>,
  retention: Retention = {},
  now = Date.now(),
): Promise<number> {
  const isOld = await isErased(db, { retention }, { fingerprintKey: Buffer.of(), now });
  const rows = db.selectFrom('submission').select((row) => row.fn.countAll().as('count'));
  const { count } = await rows.executeTakeFirstOrThrow();
  const { count: expired } = await rows
    .where((row) => row.or([row('expires_at', '<=', now - dayMs), isOld(row)]))
    .executeTakeFirstOrThrow();
  return needsOperator(Number(expired), Number(count)) ? Number(expired) : 0;
}

/** A person is stored as a hash of address and opening, so the condition has hashes for each opening. */
export async function isOfPerson(
  db: Kysely<SubmissionTables>,
  address: string,
  fingerprintKey: Buffer,
): Promise<Condition> {
  const openings = await db.selectFrom('submission').select('joblistingid').distinct().execute();
  const hashes = openings.map(({ joblistingid }) =>
    personHash(fingerprintKey, address, joblistingid),
  );
  // PostgreSQL accepts no empty list.
  return (row) => row.or(hashes.length === 0 ? [] : [row('person_hash', 'in', hashes)]);
}

export const erasureLock = 'erasure';

/** The time is longer than that between a read of the API host and the storing of what it returned. */
const erasureMs = 2 * 60 * 1000;

const ofSeveral = '';
const hashOf = (applicant: string): string => hash('sha256', applicant, 'base64url');

/** Records an erasure, so that a request that has read the application before stores nothing after it. */
export async function recordErasure(
  db: Kysely<SubmissionTables>,
  erased: ErasedSubmissions,
  now: number,
): Promise<void> {
  const applicant_hash = 'applicant' in erased ? hashOf(erased.applicant) : ofSeveral;
  const ends_at = now + erasureMs;
  await db
    .insertInto('erasure')
    .values({ applicant_hash, ends_at })
    .onConflict((conflict) => conflict.column('applicant_hash').doUpdateSet({ ends_at }))
    .execute();
}

/** Returns an erasure that is recorded for the applicant, or for several; undefined if there is none. */
export const findErasure = (db: Kysely<SubmissionTables>, applicant: string, now: number) =>
  db
    .selectFrom('erasure')
    .select('ends_at')
    .where('applicant_hash', 'in', [hashOf(applicant), ofSeveral])
    .where('ends_at', '>', now)
    .executeTakeFirst();

export async function deleteRows(
  db: Kysely<SubmissionTables>,
  condition: Condition,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('submission')
    .where(condition)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
