import type { Kysely } from 'kysely';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { isComplete, neededIn } from '#src/domain/rules/documents/documents.ts';
import { lastStage } from '../database/expressions.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import type { CompanyMails } from '../mail-kinds.ts';
import { neverRemove, orphanFiles } from './document-cleanup.ts';
import { afterUpload, decideUpload } from './document-states.ts';

type FileColumn = 'filename' | 'content_type' | 'bytes' | 'stored_as' | 'is_encrypted';
export type ReceivedDocument = Readonly<Pick<Tables['documents'], FileColumn>> & {
  readonly type: DocumentType;
};

export type Refused =
  | 'no-applicant'
  | Exclude<ReturnType<typeof decideUpload>, 'taken' | 'replaces'>;

export type DocumentRecords = ReturnType<typeof documentRecords>;

export const documentsLock = (applicantId: string): string => `documents ${applicantId}`;

interface Sent {
  readonly type: DocumentType;
  readonly replaces: boolean;
}

interface RecordOptions {
  readonly isScanned?: boolean;
  readonly companyMails?: CompanyMails | undefined;
}

export function documentRecords(
  { db, transaction }: HostDatabase,
  { isScanned = false, companyMails }: RecordOptions = {},
) {
  async function readFor(from: Kysely<Tables>, applicantId: string, sent: Sent) {
    const application = await from
      .selectFrom('applications')
      .select(['final_type', 'withdrawn_at', 'replacements', 'documents_needed'])
      .select((eb) => lastStage(eb).as('stage'))
      .where('id', '=', applicantId)
      .executeTakeFirst();
    if (!application) return { decision: 'no-applicant' as const };
    const documents = await from
      .selectFrom('documents')
      .selectAll()
      .where('applicant_id', '=', applicantId)
      .execute();
    const row = documents.find(({ type }) => type === sent.type);
    return { application, documents, row, decision: decideUpload(application, row, sent) };
  }

  return {
    async refusalOf(applicantId: string, sent: Sent): Promise<Refused | undefined> {
      const { decision } = await readFor(db, applicantId, sent);
      return decision === 'taken' || decision === 'replaces' ? undefined : decision;
    },

    /**
     * After a document with `final`, recorded documents are replaced only with `replaces`. While a file is scanned, the one
     * that it replaces is kept. The caller removes the files `replaced`.
     */
    record: (
      applicantId: string,
      document: ReceivedDocument,
      { final, replaces }: { readonly final: boolean; readonly replaces: boolean },
      now: Date,
    ) =>
      transaction([documentsLock(applicantId)], async (trx) => {
        const { type, ...file } = document;
        const found = await readFor(trx, applicantId, { type, replaces });
        const { decision, application, documents, row } = found;
        if (decision !== 'taken' && decision !== 'replaces') return decision;
        const { columns, kept, replaced } = afterUpload(row, isScanned, now);
        const values = { ...file, ...columns, received_at: now.toISOString() };
        await trx
          .insertInto('documents')
          .values({ applicant_id: applicantId, type, ...values })
          .onConflict((conflict) => conflict.columns(['applicant_id', 'type']).doUpdateSet(values))
          .execute();
        const earlier = documents.map((one) => one.type as DocumentType);
        const received = [...new Set([...earlier, type])];
        const needed = neededIn(application.documents_needed);
        const isLast = isComplete(received, needed);
        // A site that knows another config does not mark the last of fewer documents.
        const isFinal = application.final_type === null && (final || (needed && isLast));
        const isReplacement = decision === 'replaces';
        if (isFinal || isReplacement)
          await trx
            .updateTable('applications')
            .set({
              ...(isFinal && { final_type: type, final_at: now.toISOString() }),
              ...(isReplacement && { replacements: application.replacements + 1 }),
            })
            .where('id', '=', applicantId)
            .execute();
        await trx.deleteFrom('orphaned_files').where('stored_as', '=', file.stored_as).execute();
        if (kept !== undefined) await orphanFiles(trx, [kept], neverRemove);
        await orphanFiles(trx, replaced, now.toISOString());
        // No document is removed, so the set is completed once.
        const isFirst = !isComplete(earlier, needed);
        const event = isFirst ? 'documents' : 'replacement';
        if (isLast && (isFirst || isReplacement))
          await enqueueMail(trx, companyMails, event, applicantId, now);
        return { received, replaced };
      }),
  };
}
