import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Retention } from '#src/config/retention.ts';
import { settings } from '#src/config/settings.ts';
import { hasRow } from '#src/database/database.ts';
import { requireShared, SettingDiffersError } from '#src/database/shared-settings.ts';
import type { ApplicantInfo, Application } from '#src/domain/model/application.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { hourMs } from '#src/domain/model/limits.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import { documentTypesIn } from '#src/domain/rules/documents/documents.ts';
import { log } from '#src/telemetry/logger.ts';
import { retentionReport } from '#src/telemetry/retention-report.ts';
import { submissionKeys } from './encryption.ts';
import {
  deleteRows,
  type ErasedSubmissions,
  erasureLock,
  findErasure,
  isErased,
  isOfPerson,
  recordErasure,
  submissionsAwaitingOperator,
} from './erased-submissions.ts';
import { fingerprint } from './fingerprint.ts';
import { createLeases } from './lease.ts';
import type { SubmissionRow, SubmissionTables } from './schema.ts';
import { sessionSecret } from './session-secret.ts';
import {
  findAccepted,
  findById,
  newRow,
  type SentForm,
  type StartedOpening,
  startSubmission,
  unexpired,
} from './start-submission.ts';
import { type Submission, settledColumns, toResult, toSubmission } from './submission.ts';
import {
  type SubmissionDatabase,
  type SubmissionDatabaseOptions,
  submissionDatabase,
  submissionsFile,
} from './submission-database.ts';
import { readTicket, signTicket, ticketLifetimeMs } from './upload-ticket.ts';

interface StoredAtHost
  extends StartedOpening,
    Required<Pick<Submission, 'received' | 'acceptedAt'>> {}

export interface SubmissionRepositoryOptions extends SubmissionDatabaseOptions {
  readonly secret: string;
  readonly retention?: Retention;
  readonly now?: () => number;
  readonly leaseMs?: number;
  readonly pollMs?: number;
  readonly onError?: (error: unknown) => void;
}

export type SubmissionRepository = ReturnType<typeof openSubmissionRepository>;

/**
 * Double clicks, several tabs, reloads, retries and a restart lead to one application (decision 006). The browser has
 * only a signed ticket.
 */
export function openSubmissionRepository(options: SubmissionRepositoryOptions) {
  const { now = Date.now, leaseMs = 5000, pollMs = 100, onError = warnNotMaintained } = options;
  const { retention } = options;
  const reportHeld = retentionReport('site-retention', (line) => log().warn(line));
  const keys = submissionKeys(options.secret);
  const { encryption: encryptionKey, fingerprint: fingerprintKey } = keys;
  const { open, opened, use } = submissionDatabase(options, onError);
  const leases = createLeases({ open, now, leaseMs, pollMs, onError });

  async function purge(database: SubmissionDatabase): Promise<number> {
    const { db } = database;
    const held = await submissionsAwaitingOperator(db, retention, now());
    reportHeld(held);
    if (held > 0) return 0;
    const expired = await deleteExpired(db);
    for (const table of ['erasure', 'ended_ticket'] as const)
      await db.deleteFrom(table).where('ends_at', '<=', now()).execute();
    const old = retention ? await deleteErased(db, { retention }) : 0;
    if (old > 0) log().info({ event: 'retention-erased', submissions: old });
    // Rows that other processes have deleted must be overwritten too.
    await overwriteDeleted(database);
    return expired + old;
  }
  const deleteExpired = (db: Kysely<SubmissionTables>) =>
    deleteRows(db, (row) => row('expires_at', '<=', now()));
  const overwriteDeleted = ({ db, dialect }: SubmissionDatabase): Promise<void> =>
    dialect.purgeDeleted(db).catch(onError);

  const purging = setInterval(() => {
    opened()?.then(purge).catch(onError);
  }, hourMs).unref();

  const conditionOf = (db: Kysely<SubmissionTables>, erased: ErasedSubmissions) =>
    isErased(db, erased, { fingerprintKey, now: now() });
  const deleteErased = async (db: Kysely<SubmissionTables>, erased: ErasedSubmissions) =>
    deleteRows(db, await conditionOf(db, erased));

  /** @param store see `requireShared` */
  const compareSecret = (store: 'absent' | 'all') =>
    use(({ db }) => requireShared(db, 'site_facts', { SESSION_SECRET: options.secret }, { store }));

  async function update(id: string, changes: Partial<SubmissionRow>): Promise<void> {
    const { db } = await open();
    const { numUpdatedRows } = await db
      .updateTable('submission')
      .set({ ...changes, updated_at: now() })
      .where('id', '=', id)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error('There is no such submission.');
  }

  return {
    /** While another caller sends the application, it waits for the result. After `send` the caller must settle. */
    async start(formKey: string | undefined, application: Application, of: StartedOpening = {}) {
      const { kind, row } = await use((database) =>
        startSubmission({ database, fingerprintKey, leases, now }, formKey, application, of),
      );
      return kind === 'send'
        ? { kind, id: row.id, afterLost: row.was_lost === 1 }
        : { kind, id: row.id, result: toResult(row) };
    },
    /** The caller runs this just before it sends the application. A crash after that has the result `lost`. */
    markSending: (id: string): Promise<void> => update(id, { sent: 1 }),
    async settle(id: string, result: SubmissionResult, application: Application): Promise<void> {
      try {
        const at = now();
        await update(id, settledColumns(id, result, application, { encryptionKey, now: at }));
      } finally {
        // If the write failed, waiting callers read the row until its lease expires.
        leases.endOldest(id);
      }
    },
    async find(id: string): Promise<Submission | undefined> {
      const row = await findById((await open()).db, id, now());
      return row && toSubmission(row, encryptionKey);
    },
    /**
     * Two people may have applied to one opening from one browser; an applicant id or the submission's id selects one.
     */
    async findByTicket(
      ticket: string | undefined,
      selected: { [Name in 'joblistingid' | 'applicantId' | 'id']?: string | undefined } = {},
    ): Promise<Submission | undefined> {
      for (const { id, expires } of ticket ? readTicket(ticket, keys.ticket, now()) : []) {
        const { db } = await open();
        const row = await findById(db, id, now());
        const ended = db.selectFrom('ended_ticket').select('id');
        if (
          row?.state === 'accepted' &&
          (selected.joblistingid ?? row.joblistingid) === row.joblistingid &&
          (selected.applicantId ?? row.applicant_id) === row.applicant_id &&
          (selected.id ?? id) === id &&
          !(await hasRow(ended.where('id', '=', id).where('ends_at', '=', expires)))
        )
          return toSubmission(row, encryptionKey);
      }
      return undefined;
    },
    async findAccepted(form: SentForm): Promise<Submission | undefined> {
      const row = await findAccepted((await open()).db, fingerprintKey, form, now());
      return row && toSubmission(row, encryptionKey);
    },
    async withUploadLease<Result>(
      id: string,
      signal: AbortSignal,
      task: () => Promise<Result>,
    ): Promise<Result> {
      // If there is no accepted submission, the task decides what to do.
      const findRow = async () => {
        const row = await findById((await open()).db, id, now());
        return row?.state === 'accepted' ? row : undefined;
      };
      const token = await leases.acquire(findRow, signal);
      try {
        return await task();
      } finally {
        if (token !== undefined) await leases.release(token);
      }
    },
    /**
     * A submission that this site no longer has is stored again, so that documents can be added. The result is undefined
     * during an erasure: the API host may have erased the application after the caller read it.
     */
    async storeAccepted(
      { applicant_id, ...application }: ApplicantInfo,
      { received, acceptedAt, ...of }: StoredAtHost,
    ): Promise<Submission | undefined> {
      const { transaction } = await open();
      const at = now();
      return transaction([erasureLock], async (trx) => {
        if (await findErasure(trx, applicant_id, at)) return undefined;
        const known = await unexpired(trx, at)
          .where('applicant_id', '=', applicant_id)
          .where('state', '=', 'accepted')
          .executeTakeFirst();
        const changes = { received: received.join(','), updated_at: at };
        if (known) {
          await trx.updateTable('submission').set(changes).where('id', '=', known.id).execute();
          return toSubmission({ ...known, ...changes }, encryptionKey);
        }
        const hashes = fingerprint(undefined, application, fingerprintKey);
        const unsent = newRow(hashes, of, at);
        const result = { status: 'accepted', applicantId: applicant_id } as const;
        const settled = settledColumns(unsent.id, result, application, { encryptionKey, now: at });
        const row = { ...unsent, ...settled, sent: 1, applied_at: acceptedAt, ...changes };
        await trx.insertInto('submission').values(row).execute();
        return toSubmission(row, encryptionKey);
      });
    },
    /** The token has 256 bits and is computed, so it need not be stored. */
    linkToken: (id: string): string =>
      createHmac('sha256', keys.link).update(id).digest('base64url'),
    /**
     * Stores that the host has confirmed a document. A repetition changes nothing. The result is undefined if the
     * submission was erased meanwhile.
     */
    async markReceived(id: string, type: DocumentType): Promise<Submission | undefined> {
      const { transaction } = await open();
      return transaction([`submission ${id}`], async (trx) => {
        const row = await findById(trx, id, now());
        if (!row) return undefined;
        const types = documentTypesIn(row.received);
        const received = (types.includes(type) ? types : [...types, type]).join(',');
        const changes = { received, updated_at: now() };
        await trx.updateTable('submission').set(changes).where('id', '=', id).execute();
        return toSubmission({ ...row, ...changes }, encryptionKey);
      });
    },
    /** Signs a ticket for `id` and for the submissions that the browser's `current` ticket already names. */
    ticket(id: string, current = ''): string {
      const at = now();
      const otherEntries = readTicket(current, keys.ticket, at).filter((entry) => entry.id !== id);
      return signTicket([{ id, expires: at + ticketLifetimeMs }, ...otherEntries], keys.ticket);
    },
    /** The ticket gives no more access. Those of other browsers do, and the submissions stay. */
    async endTicket(ticket: string): Promise<void> {
      const { db } = await open();
      for (const { id, expires } of readTicket(ticket, keys.ticket, now()))
        await db
          .insertInto('ended_ticket')
          .values({ id, ends_at: expires })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
    async remove(id: string): Promise<void> {
      await (await open()).db.deleteFrom('submission').where('id', '=', id).execute();
    },
    async erase(erased: ErasedSubmissions): Promise<number> {
      const database = await open();
      const count = await database.transaction([erasureLock], async (trx) => {
        await recordErasure(trx, erased, now());
        const expired = 'retention' in erased ? await deleteExpired(trx) : 0;
        return expired + (await deleteErased(trx, erased));
      });
      await overwriteDeleted(database);
      return count;
    },
    async countErased(erased: ErasedSubmissions): Promise<number> {
      const { db } = await open();
      const erasedRows = db.selectFrom('submission').where(await conditionOf(db, erased));
      const count = erasedRows.select(({ fn }) => fn.countAll<number>().as('rows'));
      return (await count.executeTakeFirstOrThrow()).rows;
    },
    async findByAddress(address: string): Promise<Submission[]> {
      const { db } = await open();
      const condition = await isOfPerson(db, address, fingerprintKey);
      const rows = await db.selectFrom('submission').selectAll().where(condition).execute();
      return rows.map((row) => toSubmission(row, encryptionKey));
    },
    /** @throws SettingDiffersError, or the error of the database */
    checkDatabase: (): Promise<string> =>
      use(async ({ transaction, schemaVersion }) => {
        await transaction([], (trx) => trx.deleteFrom('submission').where('id', '=', '').execute());
        await compareSecret('absent');
        return schemaVersion;
      }),
    compareSecret,
    purge: async (): Promise<number> =>
      purge(await open()).catch((error) => {
        onError(error);
        return 0;
      }),
    async close(): Promise<void> {
      leases.close();
      clearInterval(purging);
      await (await opened())?.close();
    },
  };
}

const warnNotMaintained = (err: unknown): void =>
  log().warn({ event: 'submissions-not-maintained', err });

/** @throws the error of the database; a secret that differs is only logged */
export const checkSubmissions = () =>
  submissionRepository()
    .checkDatabase()
    .catch((err: unknown) => {
      if (!(err instanceof SettingDiffersError)) throw err;
      log().error({ event: 'setting-differs', problem: err.message });
    });

let siteRepository: SubmissionRepository | undefined;

export function submissionRepository(): SubmissionRepository {
  siteRepository ??= openSubmissionRepository({
    ...settings(),
    file: join(settings().dataDir, submissionsFile),
    secret: sessionSecret(settings()),
    retention: { days: settings().retentionDays },
  });
  return siteRepository;
}
