import type { ApplicantInfo } from '#src/domain/model/application.ts';
import type { SubmissionKeys } from './encryption.ts';
import { erasureLock, findErasure } from './erased-submissions.ts';
import { fingerprint } from './fingerprint.ts';
import type { SubmissionRow } from './schema.ts';
import { newRow, unexpired } from './start-submission.ts';
import { type Submission, settledColumns, toSubmission } from './submission.ts';
import type { SubmissionDatabase } from './submission-database.ts';

export interface StoredAtHost extends Required<Pick<Submission, 'received' | 'acceptedAt'>> {
  readonly companyName: string;
}

/**
 * A submission that this site no longer has is stored again, so that documents can be added. The result is undefined during
 * an erasure: the API host may have erased the application after the caller read it.
 */
export function storeAccepted(
  { transaction }: SubmissionDatabase,
  keys: SubmissionKeys,
  now: number,
  info: ApplicantInfo,
  { received, acceptedAt, companyName }: StoredAtHost,
): Promise<Submission | undefined> {
  const { applicant_id, ...application } = info;
  return transaction([erasureLock], async (trx) => {
    if (await findErasure(trx, applicant_id, now)) return undefined;
    const known = await unexpired(trx, now)
      .where('applicant_id', '=', applicant_id)
      .where('state', '=', 'accepted')
      .executeTakeFirst();
    const changes = { received: received.join(','), updated_at: now };
    if (known) {
      await trx.updateTable('submission').set(changes).where('id', '=', known.id).execute();
      return toSubmission({ ...known, ...changes }, keys.encryption);
    }
    const opening = { joblistingid: info.joblistingid, company_name: companyName };
    const unsent = newRow(fingerprint(undefined, application, keys.fingerprint), opening, now);
    const result = { status: 'accepted', applicantId: applicant_id } as const;
    const row: SubmissionRow = {
      ...unsent,
      ...settledColumns(unsent.id, result, application, { encryptionKey: keys.encryption, now }),
      sent: 1,
      applied_at: acceptedAt,
      ...changes,
    };
    await trx.insertInto('submission').values(row).execute();
    return toSubmission(row, keys.encryption);
  });
}
