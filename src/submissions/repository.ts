import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
} from 'kysely';
import { expiryOf, type Retention } from '#src/config/retention.ts';
import { settings } from '#src/config/settings.ts';
import { type Database, DatabaseGoneError, type Migrate } from '#src/database/database.ts';
import {
  type DatabaseLocation,
  type DatabaseSchema,
  openConfiguredDatabase,
} from '#src/database/open.ts';
import {
  type ApplicantInfo,
  type Application,
  applicantInfoSchema,
} from '#src/domain/model/application.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { type SubmissionResult, submissionResultSchema } from '#src/domain/model/submission.ts';
import { isDocumentType } from '#src/domain/rules/documents.ts';
import { log } from '#src/telemetry/logger.ts';
import { decrypt, encrypt, submissionKeys } from './encryption.ts';
import { fingerprint, personHashes } from './fingerprint.ts';
import {
  acquireLease,
  endLease,
  findAccepted,
  findById,
  isLeased,
  newRow,
  type Sending,
  type SentForm,
  unexpired,
} from './lease.ts';
import {
  type SubmissionRow,
  type SubmissionState,
  type SubmissionTables,
  submissionMigrations,
} from './schema.ts';
import { sessionSecret } from './session-secret.ts';
import { readTicket, signTicket, ticketLifetimeMs } from './upload-ticket.ts';

/** The site's durable record of one application on its way to the API host. */
export interface Submission {
  /** Random; also the Idempotency-Key of the application. */
  readonly id: string;
  readonly joblistingid: string;
  readonly state: SubmissionState;
  /** Only if accepted: sent with every document as `applicant_info`. */
  readonly applicantInfo?: ApplicantInfo;
  /** The documents the host has confirmed, in the order of their arrival. */
  readonly received: readonly DocumentType[];
  /** The host's applicant id, displayed to the applicant as the reference. */
  readonly applicantId?: string;
  /** Only if accepted: when, in milliseconds since the epoch. */
  readonly acceptedAt?: number;
  /** Until when documents can be added, likewise. */
  readonly documentsUntil?: number;
  /** The applicant has withdrawn it: the API host takes no more documents, and is asked where this matters. */
  readonly isWithdrawn?: boolean;
}

/** `send`: the caller has the lease and must settle the submission. `settled`: an earlier attempt ended. */
export type StartResult =
  | { readonly kind: 'send'; readonly id: string; readonly afterLost: boolean }
  | { readonly kind: 'settled'; readonly id: string; readonly result: SubmissionResult };

/** What is erased: one application, all of an email address, or what is older than an instant or than it may be kept. */
export type ErasedSubmissions =
  | { readonly applicant: string }
  | { readonly address: string }
  | { readonly before: Date }
  | { readonly retention: Retention };

export interface SubmissionRepositoryOptions extends DatabaseLocation {
  /** Not 'always' for a command: a site of an older version may run on the database. */
  readonly migrate?: Migrate;
  readonly secret: string;
  /** What is older is erased by `purge`, and every hour. */
  readonly retention?: Retention;
  readonly now?: () => number;
  /** How long others wait for a submission after its process ended while sending it. */
  readonly leaseMs?: number;
  /** The interval at which submissions of other processes on the same file are read. */
  readonly pollMs?: number;
  /** Called with the number of submissions that were older than `retention` allows. */
  readonly onRetention?: (submissions: number) => void;
  /** Called when a lease is not renewed, rows are not deleted or not overwritten, or a lost database is not closed. */
  readonly onError?: (error: unknown) => void;
}

export type SubmissionRepository = ReturnType<typeof openSubmissionRepository>;

const purgeIntervalMs = 60 * 60 * 1000;

/**
 * The durable record of applications in progress. Double clicks, several tabs, reloads, retries and a restart
 * of the site lead to one application (decision 006). The browser has only a signed ticket. The database is
 * opened by the first call.
 */
export function openSubmissionRepository(options: SubmissionRepositoryOptions) {
  const { now = Date.now, leaseMs = 5000, pollMs = 100, onError = () => {} } = options;
  const { retention, onRetention = () => {} } = options;
  const keys = submissionKeys(options.secret);
  const sending: Sending = new Map();
  /** The upload leases of this process. */
  const uploading = new Set<string>();
  let opening: Promise<Database<SubmissionTables>> | undefined;

  function open(): Promise<Database<SubmissionTables>> {
    opening ??= openConfiguredDatabase<SubmissionTables>(
      options,
      submissionsSchema,
      options.migrate,
    ).catch((error: unknown) => {
      // The next call tries again.
      opening = undefined;
      throw error;
    });
    return opening;
  }
  async function withDatabase<Result>(
    work: (database: Database<SubmissionTables>) => Promise<Result>,
  ): Promise<Result> {
    const opened = open();
    const database = await opened;
    return work(database).catch((error: unknown) => {
      if (error instanceof DatabaseGoneError && opening === opened) {
        // The next call opens the file that is there then.
        opening = undefined;
        database.close().catch(onError);
      }
      throw error;
    });
  }
  /** Deletes what has expired or is older than it may be kept, and returns its number. */
  async function purge(database: Database<SubmissionTables>): Promise<number> {
    const { db } = database;
    const expired = await deleted(db.deleteFrom('submission').where('expires_at', '<=', now()));
    const old = retention ? await deleteErased(db, { retention }) : 0;
    if (old > 0) onRetention(old);
    // Also what other processes have erased.
    await overwriteDeleted(database);
    return expired + old;
  }
  /** While another process reads the rows, the next purge tries again. */
  const overwriteDeleted = ({ db, dialect }: Database<SubmissionTables>): Promise<void> =>
    dialect.purgeDeleted(db).catch(onError);

  // A failed renewal or purge is repeated at the next interval.
  const heartbeat = setInterval(() => {
    if (sending.size + uploading.size > 0) renewLeases().catch(onError);
  }, leaseMs / 4);
  const purging = setInterval(() => {
    opening?.then(purge).catch(onError);
  }, purgeIntervalMs);
  heartbeat.unref();
  purging.unref();

  async function renewLeases(): Promise<void> {
    const { db } = await open();
    const rows = db.updateTable('submission').set({ lease_until: now() + leaseMs });
    const submissions = rows.where('id', 'in', [...sending.keys()]).where('state', '=', 'sending');
    // PostgreSQL accepts no empty list.
    if (sending.size > 0) await submissions.execute();
    if (uploading.size > 0) await rows.where('upload_lease', 'in', [...uploading]).execute();
  }

  /** Whether the lease was acquired; also if there is no such submission that was accepted. */
  async function acquireUploadLease(id: string, upload_lease: string): Promise<boolean> {
    const { db } = await open();
    const row = await findById(db, id, now());
    if (row?.state !== 'accepted') return true;
    if (isLeased(row, now(), leaseMs)) return false;
    const { numUpdatedRows } = await db
      .updateTable('submission')
      .set({ upload_lease, lease_until: now() + leaseMs })
      .where('id', '=', id)
      .where('lease_until', '=', row.lease_until)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function deleteErased(
    db: Kysely<SubmissionTables>,
    erased: ErasedSubmissions,
  ): Promise<number> {
    return deleted(db.deleteFrom('submission').where(await conditionOf(db, erased)));
  }

  async function conditionOf(
    db: Kysely<SubmissionTables>,
    erased: ErasedSubmissions,
  ): Promise<(row: ExpressionBuilder<SubmissionTables, 'submission'>) => Expression<SqlBool>> {
    if ('applicant' in erased) return (row) => row('applicant_id', '=', erased.applicant);
    if ('before' in erased) return (row) => row(appliedAt, '<', erased.before.getTime());
    if ('address' in erased) {
      const hashes = await hashesOfPerson(db, erased.address);
      return (row) => row.or(hashes.length === 0 ? [] : [row('person_hash', 'in', hashes)]);
    }
    const companies = await db.selectFrom('submission').select('company_name').distinct().execute();
    const time = now();
    // One condition for each time, not for each company: SQLite allows a depth of 1,000.
    const byExpiry = Map.groupBy(
      companies.map(({ company_name }) => company_name ?? ''),
      (name) => expiryOf(erased.retention, name, time)?.getTime(),
    );
    return (row) =>
      row.or(
        [...byExpiry].flatMap(([before, names]) => {
          const isOfCompany = row(row.fn.coalesce('company_name', row.val('')), 'in', names);
          return before === undefined ? [] : [isOfCompany.and(appliedAt, '<', before)];
        }),
      );
  }

  /** A person is stored as a hash of address and opening, so there are hashes for each opening. */
  async function hashesOfPerson(db: Kysely<SubmissionTables>, address: string): Promise<string[]> {
    const openings = await db.selectFrom('submission').select('joblistingid').distinct().execute();
    return openings.flatMap(({ joblistingid }) =>
      personHashes(keys.fingerprint, address, joblistingid),
    );
  }

  function toSubmission(row: SubmissionRow): Submission {
    const info = row.applicant_info && decrypt(row.applicant_info, keys.encryption, row.id);
    const parsed = applicantInfoSchema.safeParse(info);
    return {
      id: row.id,
      joblistingid: row.joblistingid,
      state: row.state,
      received: row.received.split(',').filter(isDocumentType),
      ...(parsed.success && { applicantInfo: parsed.data }),
      ...(row.applicant_id !== null && { applicantId: row.applicant_id }),
      // Acceptance sets the expiry, and nothing changes it later.
      ...(row.state === 'accepted' && {
        acceptedAt: row.applied_at ?? row.expires_at - ticketLifetimeMs,
        documentsUntil: row.expires_at,
      }),
    };
  }

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

  function changesFor(
    id: string,
    result: SubmissionResult,
    application: Application,
  ): Partial<SubmissionRow> {
    switch (result.status) {
      case 'accepted': {
        const info: ApplicantInfo = { ...application, applicant_id: result.applicantId };
        return {
          was_lost: 0,
          applicant_id: result.applicantId,
          applicant_info: encrypt(info, keys.encryption, id),
          expires_at: now() + ticketLifetimeMs,
        };
      }
      case 'lost':
        return { was_lost: 1 };
      default:
        return { sent: 0 };
    }
  }

  return {
    /**
     * Acquires the lease of an application, recognized by the form's key, else by its content. While another
     * caller sends it, waits for the result. The caller that gets `send` must settle the submission.
     */
    async start(
      formKey: string | undefined,
      application: Application,
      companyName = '',
    ): Promise<StartResult> {
      const { kind, row } = await withDatabase((database) =>
        acquireLease(
          { database, fingerprintKey: keys.fingerprint, sending, now, leaseMs, pollMs },
          formKey,
          application,
          companyName,
        ),
      );
      return kind === 'send'
        ? { kind, id: row.id, afterLost: row.was_lost === 1 }
        : { kind, id: row.id, result: toResult(row) };
    },
    /** To be called just before the application is sent: a crash from then on results in `lost`. */
    markSending: (id: string): Promise<void> => update(id, { sent: 1 }),
    /** Records the result and releases the lease. */
    async settle(id: string, result: SubmissionResult, application: Application): Promise<void> {
      try {
        await update(id, {
          state: result.status,
          lease_until: 0,
          result: JSON.stringify(result),
          ...changesFor(id, result, application),
        });
      } finally {
        // Also after a failed write (a full disk): waiting callers then read the row until its lease ends.
        endLease(sending, id);
      }
    },
    async find(id: string): Promise<Submission | undefined> {
      const row = await findById((await open()).db, id, now());
      return row && toSubmission(row);
    },
    /**
     * The newest accepted submission of an upload ticket, of those to the given opening. Two people may have applied to one
     * opening from one browser: with an applicant id or its own id, only that one.
     */
    async findByTicket(
      ticket: string | undefined,
      of: { [Name in 'joblistingid' | 'applicantId' | 'id']?: string | undefined } = {},
    ): Promise<Submission | undefined> {
      for (const { id } of ticket ? readTicket(ticket, keys.ticket, now()) : []) {
        const row = await findById((await open()).db, id, now());
        if (
          row?.state === 'accepted' &&
          (of.joblistingid ?? row.joblistingid) === row.joblistingid &&
          (of.applicantId ?? row.applicant_id) === row.applicant_id &&
          (of.id ?? id) === id
        )
          return toSubmission(row);
      }
      return undefined;
    },
    /** The accepted submission of a form's key and an email address; both must match. */
    async findAccepted(form: SentForm): Promise<Submission | undefined> {
      const row = await findAccepted((await open()).db, keys.fingerprint, form, now());
      return row && toSubmission(row);
    },
    /**
     * Runs a task while no other one of the submission runs, in any process that shares the database. Waits for its turn;
     * rejects with the reason of the signal if that is aborted first.
     */
    async withUploadLease<Result>(
      id: string,
      signal: AbortSignal,
      task: () => Promise<Result>,
    ): Promise<Result> {
      const lease = randomUUID();
      while (!(await acquireUploadLease(id, lease)))
        await delay(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      uploading.add(lease);
      try {
        return await task();
      } finally {
        uploading.delete(lease);
        const { db } = await open();
        const rows = db.updateTable('submission').set({ lease_until: 0 });
        // Otherwise it ends by itself.
        await rows.where('id', '=', id).where('upload_lease', '=', lease).execute().catch(onError);
      }
    },
    /**
     * The submission of an accepted application that the API host has; stored anew if this site no longer has it, so that
     * documents can be added.
     */
    async adopt(
      info: ApplicantInfo,
      of: Required<Pick<Submission, 'received' | 'acceptedAt'>> & { readonly companyName: string },
    ): Promise<Submission> {
      const { transaction } = await open();
      return transaction([`applicant ${info.applicant_id}`], async (trx) => {
        const known = await unexpired(trx, now())
          .where('applicant_id', '=', info.applicant_id)
          .where('state', '=', 'accepted')
          .executeTakeFirst();
        const changes = { received: of.received.join(','), updated_at: now() };
        if (known) {
          await trx.updateTable('submission').set(changes).where('id', '=', known.id).execute();
          return toSubmission({ ...known, ...changes });
        }
        const { applicant_id, ...application } = info;
        const print = fingerprint(undefined, application, keys.fingerprint);
        const { joblistingid } = info;
        const unsent = newRow(print, { joblistingid, company_name: of.companyName }, now());
        const result: SubmissionResult = { status: 'accepted', applicantId: applicant_id };
        const row: SubmissionRow = {
          ...unsent,
          state: 'accepted',
          sent: 1,
          result: JSON.stringify(result),
          applicant_id,
          applicant_info: encrypt(info, keys.encryption, unsent.id),
          applied_at: of.acceptedAt,
          ...changes,
        };
        await trx.insertInto('submission').values(row).execute();
        return toSubmission(row);
      });
    },
    /** The token of the link to a submission's application: 256 bits, known without being stored. */
    linkToken: (id: string): string =>
      createHmac('sha256', keys.link).update(id).digest('base64url'),
    /** Records a document the host has confirmed; a repetition changes nothing. */
    async markReceived(id: string, type: DocumentType): Promise<Submission> {
      const { transaction } = await open();
      return transaction([`submission ${id}`], async (trx) => {
        const row = await findById(trx, id, now());
        if (!row) throw new Error('There is no such submission.');
        const types = row.received.split(',').filter(isDocumentType);
        const received = (types.includes(type) ? types : [...types, type]).join(',');
        const changes = { received, updated_at: now() };
        await trx.updateTable('submission').set(changes).where('id', '=', id).execute();
        return toSubmission({ ...row, ...changes });
      });
    },
    /** A signed ticket for `id` and for the submissions the browser's `current` ticket already names. */
    ticket(id: string, current = ''): string {
      const at = now();
      const others = readTicket(current, keys.ticket, at).filter((entry) => entry.id !== id);
      return signTicket([{ id, expires: at + ticketLifetimeMs }, ...others], keys.ticket);
    },
    /** Deletes a submission whose application the API host has erased. */
    async remove(id: string): Promise<void> {
      await (await open()).db.deleteFrom('submission').where('id', '=', id).execute();
    },
    /** Deletes the submissions of a person or an application, or older ones, and returns their number. */
    async erase(erased: ErasedSubmissions): Promise<number> {
      const database = await open();
      const count = await deleteErased(database.db, erased);
      await overwriteDeleted(database);
      return count;
    },
    /** The number of submissions that `erase` would delete. */
    async countErased(erased: ErasedSubmissions): Promise<number> {
      const { db } = await open();
      const { submissions } = await db
        .selectFrom('submission')
        .where(await conditionOf(db, erased))
        .select(({ fn }) => fn.countAll<number | string>().as('submissions'))
        .executeTakeFirstOrThrow();
      return Number(submissions);
    },
    async findByAddress(address: string): Promise<Submission[]> {
      const { db } = await open();
      const hashes = await hashesOfPerson(db, address);
      if (hashes.length === 0) return [];
      const rows = db.selectFrom('submission').selectAll().where('person_hash', 'in', hashes);
      return (await rows.execute()).map(toSubmission);
    },
    /** Rejects if the database cannot be written, or is not the file that it was; resolves with the version of its schema. */
    checkDatabase: (): Promise<string> =>
      withDatabase(async ({ transaction, schemaVersion }) => {
        await transaction([], (trx) => trx.deleteFrom('submission').where('id', '=', '').execute());
        return schemaVersion;
      }),
    /** Deletes what has expired. A failure is reported, and the next purge tries again. */
    purge: async (): Promise<number> =>
      purge(await open()).catch((error) => {
        onError(error);
        return 0;
      }),
    async close(): Promise<void> {
      clearInterval(heartbeat);
      clearInterval(purging);
      await (await opening)?.close();
    },
  };
}

/** Rows of earlier releases have `state` in place of `status` in their JSON. */
function toResult({ state, result, applicant_id }: SubmissionRow): SubmissionResult {
  const stored = result === null ? {} : JSON.parse(result);
  return submissionResultSchema.parse({ ...stored, status: state, applicantId: applicant_id });
}

/** As `acceptedAt`; of a submission that was not accepted, when it was started. */
const appliedAt = sql<number>`coalesce(applied_at, expires_at - ${ticketLifetimeMs})`;

async function deleted(
  query: DeleteQueryBuilder<SubmissionTables, 'submission', DeleteResult>,
): Promise<number> {
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** In DATA_DIR. */
export const submissionsFile = 'site.sqlite';

export const submissionsSchema: DatabaseSchema = {
  migrations: submissionMigrations,
  migrationTable: 'site_migrations',
};

export const warnNotMaintained = (err: unknown): void =>
  log().warn({ event: 'submissions-not-maintained', err });

let siteRepository: SubmissionRepository | undefined;

export function submissionRepository(): SubmissionRepository {
  siteRepository ??= openSubmissionRepository({
    ...settings(),
    file: join(settings().dataDir, submissionsFile),
    secret: sessionSecret(settings()),
    retention: { days: settings().retentionDays },
    onRetention: (submissions) => log().info({ event: 'retention-erased', submissions }),
    onError: warnNotMaintained,
  });
  return siteRepository;
}
