import type { Kysely } from 'kysely';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { isComplete, neededIn } from '#src/domain/rules/documents/documents.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { enqueueMail, type MailKind } from '../mail/mail-queue.ts';
import { newScan } from '../scan/scan-queue.ts';

export interface ReceivedDocument {
  readonly type: DocumentType;
  readonly filename: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly stored_as: string;
  readonly is_encrypted: number;
}

export type RecordResult =
  | { readonly kind: 'recorded'; readonly received: DocumentType[]; readonly replaced?: string }
  | { readonly kind: 'no-applicant' }
  | { readonly kind: 'complete' | 'withdrawn' };

export type DocumentRecords = ReturnType<typeof documentRecords>;

export const documentsLock = (applicantId: string): string => `documents ${applicantId}`;

interface RecordOptions {
  readonly isScanned?: boolean;
  /** The mails when all documents have arrived, by the company's name. */
  readonly mailKinds?: ((companyName: string) => readonly MailKind[]) | undefined;
}

export function documentRecords(
  { db, transaction }: HostDatabase,
  { isScanned = false, mailKinds }: RecordOptions = {},
) {
  /** Returns whether the applicant exists and this document may be sent, for the first time or again. */
  const mayReceive = async (from: Kysely<Tables>, applicantId: string, type: DocumentType) => {
    const application = await from
      .selectFrom('applications')
      .select(['final_type', 'withdrawn_at'])
      .where('id', '=', applicantId)
      .executeTakeFirst();
    if (!application) return 'no-applicant';
    if (application.withdrawn_at !== null) return 'withdrawn';
    if (application.final_type === null) return 'yes';
    // After the final document, that one may be sent again, because its response may have been lost, and documents that
    // never arrived or are infected. All others cannot be replaced.
    if (application.final_type === type) return 'yes';
    const recorded = await from
      .selectFrom('documents')
      .select('type')
      .where('applicant_id', '=', applicantId)
      .where('type', '=', type)
      .where('scan_state', '!=', 'infected')
      .executeTakeFirst();
    return recorded ? 'complete' : 'yes';
  };

  return {
    mayReceive: (applicantId: string, type: DocumentType) => mayReceive(db, applicantId, type),

    /** After a document with `final`, recorded documents cannot be replaced. The caller removes the file `replaced`. */
    record: (applicantId: string, document: ReceivedDocument, final: boolean, now: Date) =>
      transaction([documentsLock(applicantId)], async (trx): Promise<RecordResult> => {
        const may = await mayReceive(trx, applicantId, document.type);
        if (may !== 'yes') return { kind: may };
        const application = await trx
          .selectFrom('applications')
          .leftJoin('companies', 'companies.id', 'applications.company_id')
          .select(['company_name', 'documents_needed'])
          .where('applications.id', '=', applicantId)
          .executeTakeFirstOrThrow();
        const former = await trx
          .selectFrom('documents')
          .select(['type', 'stored_as'])
          .where('applicant_id', '=', applicantId)
          .execute();
        const { type, ...values } = {
          ...document,
          received_at: now.toISOString(),
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
        const replaced = former.find((row) => row.type === type)?.stored_as;
        if (replaced !== undefined)
          await trx
            .insertInto('orphaned_files')
            .values({ stored_as: replaced, since: now.toISOString() })
            .execute();
        // No document is removed, so the set is completed once.
        if (mailKinds && isLast && !isComplete(earlier, needed)) {
          const kinds = mailKinds(application.company_name ?? '');
          await enqueueMail(trx, applicantId, kinds, now);
        }
        return {
          kind: 'recorded',
          received,
          ...(replaced !== undefined && { replaced }),
        };
      }),
  };
}
