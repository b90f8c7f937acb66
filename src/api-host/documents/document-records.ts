import type { Kysely } from 'kysely';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { limits } from '#src/domain/model/limits.ts';
import { firstStage, type Stage } from '#src/domain/model/stages.ts';
import { isComplete, neededIn } from '#src/domain/rules/documents/documents.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { lastStage } from '../database/stored-applications.ts';
import { enqueueMail, isMailWaiting, type MailKind } from '../mail/mail-queue.ts';
import { newScan } from '../scan/scan-queue.ts';
import { filesOf, keptSince, orphanFiles, versionsOf } from './document-versions.ts';

export interface ReceivedDocument {
  readonly type: DocumentType;
  readonly filename: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly stored_as: string;
  readonly is_encrypted: number;
}

type Refused = 'no-applicant' | 'complete' | 'withdrawn' | 'final';
export type RecordResult =
  /** The caller removes the files `replaced`. */
  | {
      readonly kind: 'recorded';
      readonly received: DocumentType[];
      readonly replaced: readonly string[];
    }
  | { readonly kind: Refused };

export type DocumentRecords = ReturnType<typeof documentRecords>;

export const documentsLock = (applicantId: string): string => `documents ${applicantId}`;

/** Returns how often documents of the application may be replaced: until the company has set a stage. */
export const replacementsLeft = (application: {
  readonly replacements: number;
  readonly stage: Stage | null;
  readonly withdrawn_at: string | null;
}): number =>
  (application.stage ?? firstStage) === firstStage && application.withdrawn_at === null
    ? Math.max(0, limits.documentReplacements - application.replacements)
    : 0;

interface RecordOptions {
  readonly isScanned?: boolean;
  /** The mails when all documents have arrived, by the company's name. */
  readonly mailKinds?: ((companyName: string) => readonly MailKind[]) | undefined;
}

export function documentRecords(
  { db, transaction }: HostDatabase,
  { isScanned = false, mailKinds }: RecordOptions = {},
) {
  /**
   * Returns whether this document may be sent, for the first time, again because its response may have been lost, or
   * because the applicant replaces it.
   */
  const mayReceive = async (
    from: Kysely<Tables>,
    applicantId: string,
    type: DocumentType,
    replaces: boolean,
  ): Promise<'yes' | 'replaces' | Refused> => {
    const application = await from
      .selectFrom('applications')
      .select((eb) => ['final_type', 'withdrawn_at', 'replacements', lastStage(eb).as('stage')])
      .where('id', '=', applicantId)
      .executeTakeFirst();
    if (!application) return 'no-applicant';
    if (application.withdrawn_at !== null) return 'withdrawn';
    // After the final document, that one may be sent again, and documents that never arrived or are infected.
    if (!replaces && (application.final_type ?? type) === type) return 'yes';
    const recorded = await from
      .selectFrom('documents')
      .selectAll()
      .where('applicant_id', '=', applicantId)
      .where('type', '=', type)
      .executeTakeFirst();
    if (!recorded || versionsOf(recorded).current.scan_state === 'infected') return 'yes';
    if (!replaces) return 'complete';
    return replacementsLeft(application) > 0 ? 'replaces' : 'final';
  };

  return {
    /** Returns why a document is refused. */
    async refusalOf(applicantId: string, type: DocumentType, replaces: boolean) {
      const may = await mayReceive(db, applicantId, type, replaces);
      return may === 'yes' || may === 'replaces' ? undefined : may;
    },

    /**
     * After a document with `final`, recorded documents are replaced only with `replaces`. While a file is scanned, the one
     * that it replaces is kept.
     */
    record: (
      applicantId: string,
      document: ReceivedDocument,
      { final, replaces }: { readonly final: boolean; readonly replaces: boolean },
      now: Date,
    ) =>
      transaction([documentsLock(applicantId)], async (trx): Promise<RecordResult> => {
        const may = await mayReceive(trx, applicantId, document.type, replaces);
        if (may !== 'yes' && may !== 'replaces') return { kind: may };
        const application = await trx
          .selectFrom('applications')
          .leftJoin('companies', 'companies.id', 'applications.company_id')
          .select(['company_name', 'documents_needed', 'replacements'])
          .where('applications.id', '=', applicantId)
          .executeTakeFirstOrThrow();
        const former = await trx
          .selectFrom('documents')
          .selectAll()
          .where('applicant_id', '=', applicantId)
          .execute();
        const earlierRow = former.find((row) => row.type === document.type);
        const current = earlierRow && versionsOf(earlierRow).current;
        const kept = isScanned && current?.scan_state !== 'infected' ? current : undefined;
        const { type, ...values } = {
          ...document,
          received_at: now.toISOString(),
          former: kept ? JSON.stringify(kept) : null,
          ...newScan(isScanned ? 'pending' : 'unscanned', now),
        };
        await trx
          .insertInto('documents')
          .values({ applicant_id: applicantId, type, ...values })
          .onConflict((conflict) => conflict.columns(['applicant_id', 'type']).doUpdateSet(values))
          .execute();
        const earlier = former.map((row) => row.type as DocumentType);
        const received = [...new Set([...earlier, type])];
        const needed = neededIn(application.documents_needed);
        const isLast = isComplete(received, needed);
        // A site that knows another config does not mark the last of fewer documents.
        if (final || (needed && isLast))
          await trx
            .updateTable('applications')
            .set({ final_type: type, final_at: now.toISOString() })
            .where('id', '=', applicantId)
            .where('final_type', 'is', null)
            .execute();
        await trx
          .deleteFrom('orphaned_files')
          .where('stored_as', '=', document.stored_as)
          .execute();
        const replaced = (earlierRow ? filesOf(earlierRow) : []).filter(
          (name) => name !== kept?.stored_as,
        );
        if (kept) await orphanFiles(trx, [kept.stored_as], keptSince);
        await orphanFiles(trx, replaced, now.toISOString());
        if (may === 'replaces')
          await trx
            .updateTable('applications')
            .set({ replacements: application.replacements + 1 })
            .where('id', '=', applicantId)
            .execute();
        // No document is removed, so the set is completed once. The company is told again of a replaced document.
        const kinds = isLast ? (mailKinds?.(application.company_name ?? '') ?? []) : [];
        if (!isComplete(earlier, needed)) await enqueueMail(trx, applicantId, kinds, now);
        else if (may === 'replaces' && !(await isMailWaiting(trx, applicantId, 'complete')))
          await enqueueMail(
            trx,
            applicantId,
            kinds.filter((kind) => kind === 'complete'),
            now,
          );
        return { kind: 'recorded', received, replaced };
      }),
  };
}
