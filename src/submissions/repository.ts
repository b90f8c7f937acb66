import { join } from 'node:path';
import type { Retention } from '#src/config/retention.ts';
import { settings } from '#src/config/settings.ts';
import { requireShared, SettingDiffersError } from '#src/database/shared-settings.ts';
import type { Application } from '#src/domain/model/application.ts';
import { hourMs } from '#src/domain/model/limits.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import { once } from '#src/jobs/once.ts';
import { log } from '#src/telemetry/logger.ts';
import { documentCalls } from './document-calls.ts';
import { submissionKeys } from './encryption.ts';
import { erasureCalls } from './erased-submissions.ts';
import { createLeases, type Leases } from './lease.ts';
import type { SubmissionRow } from './schema.ts';
import { sessionSecret } from './session-secret.ts';
import {
  findAccepted,
  findById,
  type OpeningFacts,
  type SentForm,
  startSubmission,
} from './start-submission.ts';
import { type Submission, settledColumns, toResult, toSubmission } from './submission.ts';
import {
  type RepositoryContext,
  type SubmissionDatabaseOptions,
  submissionDatabase,
  submissionsFile,
} from './submission-database.ts';
import { ticketCalls } from './ticket-calls.ts';

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
  const { secret, now = Date.now, leaseMs = 5000, pollMs = 100 } = options;
  const { onError = warnNotMaintained } = options;
  const { withDatabase, close } = submissionDatabase(options, onError);
  const context = { withDatabase, keys: submissionKeys(secret), now, onError };
  const leases = createLeases({ ...context, leaseMs, pollMs });
  const { deleteOld, ...erasures } = erasureCalls(context, options.retention);
  const purge = (): Promise<number> =>
    deleteOld().catch((error) => {
      onError(error);
      return 0;
    });
  const purging = setInterval(purge, hourMs).unref();

  /** @param store see `requireShared` */
  const compareSecret = (store: 'absent' | 'all') =>
    withDatabase(({ db }) =>
      requireShared(db, 'site_facts', { SESSION_SECRET: secret }, { store }),
    );

  return {
    ...sendingCalls(context, leases),
    ...ticketCalls(context),
    ...documentCalls(context, leases),
    ...erasures,
    async remove(id: string): Promise<void> {
      await withDatabase(({ db }) => db.deleteFrom('submission').where('id', '=', id).execute());
    },
    /** @throws SettingDiffersError, or the error of the database */
    checkDatabase: (): Promise<string> =>
      withDatabase(async ({ transaction, schemaVersion }) => {
        await transaction([], (trx) => trx.deleteFrom('submission').where('id', '=', '').execute());
        await compareSecret('absent');
        return schemaVersion;
      }),
    compareSecret,
    purge,
    async close(): Promise<void> {
      leases.close();
      clearInterval(purging);
      await close();
    },
  };
}

/** The calls that record the sending of an application to the API host, and its result. */
function sendingCalls({ withDatabase, keys, now }: RepositoryContext, leases: Leases) {
  const encryptionKey = keys.encryption;

  async function update(id: string, changes: Partial<SubmissionRow>): Promise<void> {
    const { numUpdatedRows } = await withDatabase(({ db }) =>
      db
        .updateTable('submission')
        .set({ ...changes, updated_at: now() })
        .where('id', '=', id)
        .where('expires_at', '>', now())
        .executeTakeFirst(),
    );
    if (numUpdatedRows === 0n) throw new Error('There is no such submission.');
  }

  return {
    /** Waits while another caller sends the application. If the result is `send`, the caller must settle it. */
    async start(formKey: string | undefined, application: Application, opening: OpeningFacts = {}) {
      const fingerprintKey = keys.fingerprint;
      const { row, ...started } = await withDatabase((database) =>
        startSubmission({ database, fingerprintKey, leases, now }, formKey, application, opening),
      );
      return started.kind === 'send'
        ? { ...started, id: row.id, afterLost: row.was_lost === 1 }
        : { ...started, id: row.id, result: toResult(row) };
    },
    /** The caller runs this just before it sends the application. A crash after that has the result `lost`. */
    markSending: (id: string): Promise<void> => update(id, { sent: 1 }),
    async settle(
      { id, lease }: { readonly id: string; readonly lease: string },
      result: SubmissionResult,
      application: Application,
    ): Promise<void> {
      try {
        await update(id, settledColumns(id, result, application, { encryptionKey, now: now() }));
      } finally {
        // If the write fails, waiting callers wait until the lease expires.
        leases.drop(lease);
      }
    },
    async find(id: string): Promise<Submission | undefined> {
      const row = await withDatabase(({ db }) => findById(db, id, now()));
      return row && toSubmission(row, encryptionKey);
    },
    async findAccepted(form: SentForm): Promise<Submission | undefined> {
      const row = await withDatabase(({ db }) => findAccepted(db, keys.fingerprint, form, now()));
      return row && toSubmission(row, encryptionKey);
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

export const submissionRepository = once(() =>
  openSubmissionRepository({
    ...settings(),
    file: join(settings().dataDir, submissionsFile),
    secret: sessionSecret(settings()),
    retention: { days: settings().retentionDays },
  }),
);
