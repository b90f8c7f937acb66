import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '#src/database/database.ts';
import type { Application } from '#src/domain/model/application.ts';
import { type Fingerprint, fingerprint, keyHash, personHashes } from './fingerprint.ts';
import type { SubmissionRow, SubmissionTables } from './schema.ts';
import { ticketLifetimeMs } from './upload-ticket.ts';

/**
 * The submissions this process is sending. Each promise resolves when one of the leases of its submission is settled: there
 * are two if the first ended before its attempt, and another attempt began.
 */
export type Sending = Map<string, PromiseWithResolvers<void> & { readonly leases: number }>;

export interface LeaseOptions {
  readonly database: Database<SubmissionTables>;
  readonly fingerprintKey: Buffer;
  readonly sending: Sending;
  readonly now: () => number;
  readonly leaseMs: number;
  readonly pollMs: number;
}

/** `send`: this caller has the lease and must settle the row. `settled`: an earlier attempt ended. */
interface LeaseResult {
  readonly kind: 'send' | 'settled';
  readonly row: SubmissionRow;
}

/** `same`: another caller is sending it. `other`: the person has another application in progress. */
interface Waiting {
  readonly kind: 'same' | 'other';
  readonly row: SubmissionRow;
}

/**
 * Acquires the lease of an application, recognized by the form's key, else by its content. While another
 * caller sends the same application, waits for its end: in this process by a promise, else by polling.
 */
export async function acquireLease(
  options: LeaseOptions,
  formKey: string | undefined,
  application: Application,
  companyName: string,
): Promise<LeaseResult> {
  const print = fingerprint(formKey, application, options.fingerprintKey);
  const opening = { joblistingid: application.joblistingid, company_name: companyName };
  for (;;) {
    const attempt = await tryAcquire(options, print, opening);
    if (attempt.kind === 'send' || attempt.kind === 'settled') return attempt;
    const row = await waitUntilSettled(options, attempt.row.id);
    if (attempt.kind === 'same' && row && !wasNeverSent(row)) return { kind: 'settled', row };
    // The person's other application was settled, or this one was never sent: try again.
  }
}

type Opening = Pick<SubmissionRow, 'joblistingid' | 'company_name'>;

/** The row of an application that nobody has sent. */
export const newRow = (print: Fingerprint, opening: Opening, at: number): SubmissionRow => ({
  id: randomBytes(18).toString('base64url'),
  key_hash: print.key,
  content_hash: print.contents[0],
  person_hash: print.persons[0],
  ...opening,
  state: 'sending',
  sent: 0,
  was_lost: 0,
  lease_until: 0,
  result: null,
  applicant_id: null,
  applicant_info: null,
  received: '',
  upload_lease: null,
  applied_at: null,
  updated_at: at,
  expires_at: at + ticketLifetimeMs,
});

/** Reads and writes the submission in one transaction. */
async function tryAcquire(
  { database, sending, now, leaseMs }: LeaseOptions,
  print: Fingerprint,
  opening: Opening,
): Promise<LeaseResult | Waiting> {
  let acquired: string | undefined;
  try {
    const locks = [
      `submissions of ${print.persons[0]}`,
      ...(print.key ? [`form ${print.key}`] : []),
    ];
    return await database.transaction(locks, async (trx): Promise<LeaseResult | Waiting> => {
      const at = now();
      let found = await findSubmission(trx, print, at);
      if (found?.state === 'accepted') return { kind: 'settled', row: found };
      if (found?.state === 'sending') {
        if (isLeased(found, at, leaseMs)) return { kind: 'same', row: found };
        found = afterLease(found);
      }
      // The result of the person's other application decides how the host responds to this one.
      const others = await trx
        .selectFrom('submission')
        .selectAll()
        .where('person_hash', 'in', print.persons)
        .where('state', '=', 'sending')
        .execute();
      const other = others.find((row) => isLeased(row, at, leaseMs));
      if (other) return { kind: 'other', row: other };

      // The host can know this id only if a response was lost. Otherwise the attempt gets a new id.
      const lost = found?.was_lost === 1 ? found : undefined;
      if (found) await trx.deleteFrom('submission').where('id', '=', found.id).execute();
      const row: SubmissionRow = {
        ...newRow(print, opening, at),
        ...(lost && { id: lost.id, key_hash: print.key ?? lost.key_hash, was_lost: 1 }),
        lease_until: at + leaseMs,
      };
      await trx.insertInto('submission').values(row).execute();
      // Before the commit, so that a later caller in this process finds the promise and need not poll.
      acquired = row.id;
      const known = sending.get(row.id) ?? { ...Promise.withResolvers<void>(), leases: 0 };
      sending.set(row.id, { ...known, leases: known.leases + 1 });
      return { kind: 'send', row };
    });
  } catch (error) {
    if (acquired !== undefined) endLease(sending, acquired);
    throw error;
  }
}

/** Between the clocks of two machines. */
const maxClockDifferenceMs = 60_000;

/** Whether a lease has not ended. An end that is too late to be of another machine is of a clock that was set back. */
export const isLeased = ({ lease_until }: SubmissionRow, at: number, leaseMs: number): boolean =>
  lease_until > at && lease_until <= at + leaseMs + maxClockDifferenceMs;

/** Those who wait read the row, also if another lease goes on. */
export function endLease(sending: Sending, id: string): void {
  const lease = sending.get(id);
  if (!lease) return;
  lease.resolve();
  if (lease.leases === 1) sending.delete(id);
  else sending.set(id, { ...lease, leases: lease.leases - 1 });
}

async function findSubmission(
  trx: Kysely<SubmissionTables>,
  print: Fingerprint,
  at: number,
): Promise<SubmissionRow | undefined> {
  const byKey =
    print.key === null
      ? undefined
      : await unexpired(trx, at)
          .where('key_hash', '=', print.key)
          // The hash includes the opening. Another person may use the device, which keeps the form's key.
          .where('person_hash', 'in', print.persons)
          .orderBy(({ eb }) => eb('state', '=', 'accepted'), 'desc')
          .orderBy('updated_at', 'desc')
          .limit(1)
          .executeTakeFirst();
  return (
    byKey ??
    (await unexpired(trx, at)
      .where('content_hash', 'in', print.contents)
      .orderBy(({ eb }) => eb('state', '=', 'accepted'), 'desc')
      .orderBy(({ eb }) => eb('state', '=', 'sending'), 'desc')
      .orderBy('was_lost', 'desc')
      .orderBy('updated_at', 'desc')
      .limit(1)
      .executeTakeFirst())
  );
}

async function waitUntilSettled(
  { database, sending, now, leaseMs, pollMs }: LeaseOptions,
  id: string,
): Promise<SubmissionRow | undefined> {
  await sending.get(id)?.promise;
  for (;;) {
    const row = await findById(database.db, id, now());
    if (row?.state !== 'sending') return row;
    if (!isLeased(row, now(), leaseMs)) return afterLease(row);
    await delay(pollMs);
  }
}

/** What a browser knows of a form that it has sent. */
export interface SentForm {
  readonly key: string;
  readonly emailaddress: string;
  readonly joblistingid: string;
}

/** The accepted submission of a form's key, if it is of this person. */
export async function findAccepted(
  db: Kysely<SubmissionTables>,
  secret: Buffer,
  form: SentForm,
  now: number,
): Promise<SubmissionRow | undefined> {
  const key = keyHash(secret, form.key);
  if (key === null) return undefined;
  return unexpired(db, now)
    .where('key_hash', '=', key)
    .where('person_hash', 'in', personHashes(secret, form.emailaddress, form.joblistingid))
    .where('state', '=', 'accepted')
    .executeTakeFirst();
}

export const unexpired = (db: Kysely<SubmissionTables>, now: number) =>
  db.selectFrom('submission').selectAll().where('expires_at', '>', now);

export const findById = (
  db: Kysely<SubmissionTables>,
  id: string,
  now: number,
): Promise<SubmissionRow | undefined> => unexpired(db, now).where('id', '=', id).executeTakeFirst();

/** Whether the process that had the lease ended before it sent the application. */
const wasNeverSent = ({ state, result }: SubmissionRow): boolean =>
  state === 'failed' && result === null;

/** A row whose process ended while sending: lost if the application may have been sent, else failed. */
const afterLease = (row: SubmissionRow): SubmissionRow =>
  row.sent === 1
    ? { ...row, state: 'lost', was_lost: 1 }
    : { ...row, state: 'failed', result: null };
