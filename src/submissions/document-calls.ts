import type { Transaction } from 'kysely';
import type { ApplicantInfo } from '#src/domain/model/application.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentTypesIn } from '#src/domain/rules/documents/documents.ts';
import { erasureLock, findErasure } from './erased-submissions.ts';
import { fingerprint } from './fingerprint.ts';
import type { Leases } from './lease.ts';
import type { SubmissionRow, SubmissionTables } from './schema.ts';
import { findById, newRow, type OpeningFacts, unexpired } from './start-submission.ts';
import { type Submission, settledColumns, toSubmission } from './submission.ts';
import type { RepositoryContext } from './submission-database.ts';

interface StoredAtHost
  extends OpeningFacts,
    Required<Pick<Submission, 'received' | 'acceptedAt'>> {}

export function documentCalls({ withDatabase, keys, now }: RepositoryContext, leases: Leases) {
  const encryptionKey = keys.encryption;

  async function storeReceived(
    trx: Transaction<SubmissionTables>,
    row: SubmissionRow,
    received: readonly DocumentType[],
  ): Promise<Submission> {
    const changes = { received: received.join(','), updated_at: now() };
    await trx.updateTable('submission').set(changes).where('id', '=', row.id).execute();
    return toSubmission({ ...row, ...changes }, encryptionKey);
  }

  return {
    /** Runs the task while no other process or request forwards a document of the submission. */
    async withUploadLease<Result>(
      id: string,
      signal: AbortSignal,
      task: () => Promise<Result>,
    ): Promise<Result> {
      // If there is no accepted submission, the task runs without a lease.
      const findRow = async () => {
        const row = await withDatabase(({ db }) => findById(db, id, now()));
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
     * Stores that the host has confirmed a document. A repetition changes nothing. The result is undefined if the
     * submission was erased meanwhile.
     */
    async markReceived(id: string, type: DocumentType): Promise<Submission | undefined> {
      return withDatabase(({ transaction }) =>
        transaction([`submission ${id}`], async (trx) => {
          const row = await findById(trx, id, now());
          return (
            row && storeReceived(trx, row, [...new Set([...documentTypesIn(row.received), type])])
          );
        }),
      );
    },
    /**
     * Stores a submission again that this site no longer has, so that documents can be added. The result is undefined
     * during an erasure, because the API host may have erased the application after the caller read it.
     */
    async storeAccepted(
      { applicant_id, ...application }: ApplicantInfo,
      { received, acceptedAt, ...opening }: StoredAtHost,
    ): Promise<Submission | undefined> {
      const at = now();
      return withDatabase(({ transaction }) =>
        transaction([erasureLock], async (trx) => {
          if (await findErasure(trx, applicant_id, at)) return undefined;
          const known = await unexpired(trx, at)
            .where('applicant_id', '=', applicant_id)
            .where('state', '=', 'accepted')
            .executeTakeFirst();
          if (known) return storeReceived(trx, known, received);
          const unsent = newRow(fingerprint(undefined, application, keys.fingerprint), opening, at);
          const result = { status: 'accepted', applicantId: applicant_id } as const;
          const row = {
            ...unsent,
            ...settledColumns(unsent.id, result, application, { encryptionKey, now: at }),
            sent: 1,
            applied_at: acceptedAt,
            received: received.join(','),
          };
          await trx.insertInto('submission').values(row).execute();
          return toSubmission(row, encryptionKey);
        }),
      );
    },
  };
}
