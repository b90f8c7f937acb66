import {
  type ApplicantInfo,
  type Application,
  applicantInfoSchema,
} from '#src/domain/model/application.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { isDocumentType } from '#src/domain/rules/documents.ts';
import { decrypt, encrypt } from './encryption.ts';
import { submissionKeys } from './keys.ts';
import { acquireLease } from './lease.ts';
import { openStore, type Row } from './store.ts';
import type { BeginResult, Outcome, Submission, SubmissionState } from './submission.ts';
import { readTicket, signTicket, ticketLifetimeMs } from './upload-ticket.ts';

export interface SubmissionRepositoryOptions {
  /** The database's file, or ':memory:'. */
  readonly path: string;
  readonly secret: string;
  readonly now?: () => number;
  /** How long a `sending` row of a process that died keeps others waiting. */
  readonly leaseMs?: number;
  /** How often rows of other processes on the same file are looked at. */
  readonly pollMs?: number;
}

export type SubmissionRepository = ReturnType<typeof openSubmissionRepository>;

/**
 * The durable journal of applications in progress: what makes double clicks, tabs, reloads, retries and
 * a restart of the site one application (decision 070). The browser holds no more than a signed ticket.
 */
export function openSubmissionRepository(options: SubmissionRepositoryOptions) {
  const { now = Date.now, leaseMs = 5000, pollMs = 100 } = options;
  const keys = submissionKeys(options.secret);
  const store = openStore(options.path);
  /** Submissions this process is sending; settled through their promise. */
  const mine = new Map<string, PromiseWithResolvers<Outcome>>();

  const heartbeat = setInterval(() => {
    for (const id of mine.keys()) store.renew(id, now() + leaseMs);
  }, leaseMs / 4);
  const purging = setInterval(() => store.purge(now()), 60 * 60 * 1000);
  heartbeat.unref();
  purging.unref();
  store.purge(now());

  function toSubmission(row: Row): Submission {
    const info = row.sealed && decrypt(row.sealed, keys.seal, row.id);
    const parsed = applicantInfoSchema.safeParse(info);
    return {
      id: row.id,
      joblistingid: row.joblistingid,
      state: row.state as SubmissionState,
      received: row.received.split(',').filter(isDocumentType),
      ...(parsed.success ? { applicantInfo: parsed.data } : {}),
      ...(row.reference === null ? {} : { applicantId: row.reference }),
    };
  }

  const outcomeOf = (row: Row): Outcome =>
    row.outcome === null
      ? { state: row.state as Outcome['state'] }
      : (JSON.parse(row.outcome) as Outcome);

  async function begin(
    formKey: string | undefined,
    application: Application,
  ): Promise<BeginResult> {
    const { kind, row } = await acquireLease(
      { store, fingerprintKey: keys.fingerprint, mine, now, leaseMs, pollMs },
      formKey,
      application,
    );
    const submission = toSubmission(row);
    return kind === 'send'
      ? { kind, submission, afterLost: row.was_lost === 1 }
      : { kind, submission, outcome: outcomeOf(row) };
  }

  function change(id: string, changes: (row: Row) => Partial<Row>): Row {
    return store.transaction(() => {
      const row = store.byId(id, now());
      if (!row) throw new Error('The journal holds no such submission.');
      const next: Row = { ...row, ...changes(row), updated_at: now() };
      store.put(next);
      return next;
    });
  }

  function settle(id: string, outcome: Outcome, changes: (row: Row) => Partial<Row>): Submission {
    try {
      return toSubmission(
        change(id, (before) => ({
          state: outcome.state,
          outcome: JSON.stringify(outcome),
          ...changes(before),
        })),
      );
    } finally {
      // Even where the disk is full: those who wait look at the row, and its lease ends by itself.
      mine.get(id)?.resolve(outcome);
      mine.delete(id);
    }
  }

  return {
    /**
     * Takes the lock for an application, known again by the form's key, else by its content. While somebody
     * is sending the same, waits for the end and tells it; the caller told to `send` must settle it.
     */
    begin,
    /** To be called right before the post: from here on a crash means `lost`, not `failed`. */
    posting: (id: string) => void change(id, () => ({ posted: 1 })),
    accepted(id: string, application: Application, applicant_id: string): Submission {
      const info: ApplicantInfo = { ...application, applicant_id };
      return settle(id, { state: 'accepted' }, () => ({
        was_lost: 0,
        reference: applicant_id,
        sealed: encrypt(info, keys.seal, id),
        expires_at: now() + ticketLifetimeMs,
      }));
    },
    refused: (id: string, outcome: Omit<Outcome, 'state'> = {}) =>
      settle(id, { ...outcome, state: 'refused' }, () => ({ posted: 0 })),
    failed: (id: string, outcome: Omit<Outcome, 'state'> = {}) =>
      settle(id, { ...outcome, state: 'failed' }, () => ({ posted: 0 })),
    lost: (id: string, outcome: Omit<Outcome, 'state'> = {}) =>
      settle(id, { ...outcome, state: 'lost' }, () => ({ was_lost: 1 })),
    find(id: string): Submission | undefined {
      const row = store.byId(id, now());
      return row && toSubmission(row);
    },
    /** The accepted submission of an upload ticket: for one opening where named, else the newest. */
    findByTicket(ticket: string | undefined, joblistingid?: string): Submission | undefined {
      for (const { id } of ticket ? readTicket(ticket, keys.ticket, now()) : []) {
        const row = store.byId(id, now());
        if (row?.state === 'accepted' && (joblistingid ?? row.joblistingid) === row.joblistingid)
          return toSubmission(row);
      }
      return undefined;
    },
    /** Notes a document the host has confirmed; noting it twice changes nothing. */
    markReceived(id: string, type: DocumentType): Submission {
      return toSubmission(
        change(id, ({ received }) => {
          const types = received.split(',').filter(isDocumentType);
          return { received: (types.includes(type) ? types : [...types, type]).join(',') };
        }),
      );
    },
    /** A signed ticket for `id` and for the submissions the browser's `current` ticket already names. */
    ticket(id: string, current = ''): string {
      const at = now();
      const others = readTicket(current, keys.ticket, at).filter((one) => one.id !== id);
      return signTicket([{ id, expires: at + ticketLifetimeMs }, ...others], keys.ticket);
    },
    purge: () => store.purge(now()),
    close(): void {
      clearInterval(heartbeat);
      clearInterval(purging);
      store.close();
    },
  };
}
