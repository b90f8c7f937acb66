import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Application } from '#src/domain/model/application.ts';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { type Fingerprint, fingerprint, keyHash, personHash } from './fingerprint.ts';
import { type Leases, noLease } from './lease.ts';
import type { SubmissionRow, SubmissionTables } from './schema.ts';
import type { SubmissionDatabase } from './submission-database.ts';
import { ticketLifetimeMs } from './upload-ticket.ts';

interface StartOptions {
  readonly database: SubmissionDatabase;
  readonly fingerprintKey: Buffer;
  readonly leases: Leases;
  readonly now: () => number;
}

/** `send`: the caller sends the application, and must settle it. `settled`: an earlier call has settled it. */
type Started =
  | { readonly kind: 'send'; readonly row: SubmissionRow; readonly lease: string }
  | { readonly kind: 'settled'; readonly row: SubmissionRow };

/** Another caller is sending this application (`isSame`), or another application of the same person. */
interface Wait {
  readonly kind: 'wait';
  readonly id: string;
  readonly isSame: boolean;
}

/** The form's key, or else the content, identifies the application. The call waits while another caller sends it. */
export async function startSubmission(
  options: StartOptions,
  formKey: string | undefined,
  application: Application,
  opening: OpeningFacts,
): Promise<Started> {
  const hashes = fingerprint(formKey, application, options.fingerprintKey);
  for (;;) {
    const attempt = await tryStart(options, hashes, opening);
    if (attempt.kind !== 'wait') return attempt;
    const row = await waitUntilSettled(options, attempt.id);
    if (attempt.isSame && row) return { kind: 'settled', row };
    // The person's other application was settled, or this one was never sent, so the loop tries again.
  }
}

/** The facts of the opening that are stored. By default the application needs all documents. */
export interface OpeningFacts {
  readonly companyName?: string;
  readonly needed?: readonly DocumentType[] | undefined;
}

export const newRow = (
  hashes: Fingerprint,
  { companyName = '', needed = documentOrder }: OpeningFacts,
  at: number,
): SubmissionRow => ({
  id: randomBytes(18).toString('base64url'),
  ...hashes,
  company_name: companyName,
  documents_needed: needed.join(),
  state: 'sending',
  sent: 0,
  was_lost: 0,
  ...noLease,
  result: null,
  applicant_id: null,
  applicant_info: null,
  received: '',
  applied_at: null,
  updated_at: at,
  expires_at: at + ticketLifetimeMs,
});

async function tryStart(
  { database, leases, now }: StartOptions,
  hashes: Fingerprint,
  opening: OpeningFacts,
): Promise<Started | Wait> {
  const { key_hash, person_hash } = hashes;
  const locks = [`submissions of ${person_hash}`, ...(key_hash ? [`form ${key_hash}`] : [])];
  const attempt = await database.transaction(locks, async (trx): Promise<Started | Wait> => {
    const at = now();
    const found = await findSubmission(trx, hashes, at);
    if (found?.state === 'accepted') return { kind: 'settled', row: found };
    if (found?.state === 'sending' && leases.isLeased(found))
      return { kind: 'wait', id: found.id, isSame: true };
    // The host's response depends on the result of the person's other application, so the call waits for that.
    const sendingRows = await trx
      .selectFrom('submission')
      .selectAll()
      .where('person_hash', '=', person_hash)
      .where('state', '=', 'sending')
      .execute();
    const other = sendingRows.find(leases.isLeased);
    if (other) return { kind: 'wait', id: other.id, isSame: false };

    // If a response was lost, the host may know the earlier id, so it is used again. Otherwise the id is new.
    const lost = found && (found.was_lost === 1 || endedAfterSending(found)) ? found : undefined;
    if (found) await trx.deleteFrom('submission').where('id', '=', found.id).execute();
    const unsent: SubmissionRow = {
      ...newRow(hashes, opening, at),
      ...(lost && { id: lost.id, key_hash: key_hash ?? lost.key_hash, was_lost: 1 }),
    };
    const lease = randomUUID();
    const row = { ...unsent, ...leases.leaseColumns(lease) };
    await trx.insertInto('submission').values(row).execute();
    return { kind: 'send', row, lease };
  });
  if (attempt.kind === 'send') leases.hold(attempt.lease);
  return attempt;
}

async function findSubmission(
  trx: Kysely<SubmissionTables>,
  { key_hash, content_hash, person_hash }: Fingerprint,
  at: number,
): Promise<SubmissionRow | undefined> {
  const byKey =
    key_hash === null
      ? undefined
      : await unexpired(trx, at)
          .where('key_hash', '=', key_hash)
          // The device keeps the form's key, and another person may use it. `person_hash` includes the opening.
          .where('person_hash', '=', person_hash)
          .orderBy(({ eb }) => eb('state', '=', 'accepted'), 'desc')
          .orderBy('updated_at', 'desc')
          .executeTakeFirst();
  return (
    byKey ??
    (await unexpired(trx, at)
      .where('content_hash', '=', content_hash)
      .orderBy(({ eb }) => eb('state', '=', 'accepted'), 'desc')
      .orderBy(({ eb }) => eb('state', '=', 'sending'), 'desc')
      .orderBy('was_lost', 'desc')
      .orderBy('updated_at', 'desc')
      .executeTakeFirst())
  );
}

/** Resolves with undefined if the submission was never sent, because its process ended before. */
async function waitUntilSettled(
  { database, leases, now }: StartOptions,
  id: string,
): Promise<SubmissionRow | undefined> {
  for (;;) {
    await leases.wait();
    const row = await findById(database.db, id, now());
    if (row?.state !== 'sending') return row;
    if (!leases.isLeased(row))
      return endedAfterSending(row) ? { ...row, state: 'lost' } : undefined;
  }
}

/** Whether the process that had the lease may have sent the application. */
const endedAfterSending = ({ state, sent }: SubmissionRow): boolean =>
  state === 'sending' && sent === 1;

export interface SentForm {
  readonly key: string;
  readonly emailaddress: string;
  readonly joblistingid: string;
}

export async function findAccepted(
  db: Kysely<SubmissionTables>,
  secret: Buffer,
  { key, emailaddress, joblistingid }: SentForm,
  now: number,
): Promise<SubmissionRow | undefined> {
  const hash = keyHash(secret, key);
  if (hash === null) return undefined;
  return unexpired(db, now)
    .where('key_hash', '=', hash)
    .where('person_hash', '=', personHash(secret, emailaddress, joblistingid))
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
