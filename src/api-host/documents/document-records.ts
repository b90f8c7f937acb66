import type { Kysely } from 'kysely';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { isComplete, neededIn } from '#src/domain/rules/documents/documents.ts';
import { lastStage } from '../database/expressions.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import { noteFiles } from './document-cleanup.ts';
import { afterUpload, decideUpload, isSent } from './document-states.ts';

type FileColumn = 'filename' | 'content_type' | 'bytes' | 'stored_as' | 'is_encrypted';
export type ReceivedDocument = Readonly<Pick<Tables['documents'], FileColumn>> & {
  readonly type: DocumentType;
};

export type Refused = 'no-applicant' | Extract<ReturnType<typeof decideUpload>, string>;

export type DocumentRecords = ReturnType<typeof documentRecords>;

/** Uploads, stages, links, withdrawals and erasures take this lock. The version before knows it by the same name. */
export const applicationLock = (applicantId: string): string => `documents ${applicantId}`;

interface Sent {
  readonly type: DocumentType;
  readonly replaces: boolean;
}

interface RecordOptions {
  readonly isScanned?: boolean;
  readonly hasMail?: boolean;
}

export function documentRecords(
  { db, transaction }: HostDatabase,
  { isScanned = false, hasMail = false }: RecordOptions = {},
) {
  async function readFor(from: Kysely<Tables>, applicantId: string, sent: Sent) {
    const application = await from
      .selectFrom('applications')
      .select(['final_type', 'withdrawn_at', 'replacements', 'documents_needed'])
      .select((eb) => lastStage(eb).as('stage'))
      .where('id', '=', applicantId)
      .executeTakeFirst();
    if (!application) return 'no-applicant';
    const documents = await from
      .selectFrom('documents')
      .selectAll()
      .where('applicant_id', '=', applicantId)
      .execute();
    const row = documents.find(({ type }) => type === sent.type);
    const decision = decideUpload(application, row, sent);
    return typeof decision === 'string' ? decision : { application, documents, row, ...decision };
  }

  return {
    async refusalOf(applicantId: string, sent: Sent): Promise<Refused | undefined> {
      const found = await readFor(db, applicantId, sent);
      return typeof found === 'string' ? found : undefined;
    },

    /**
     * Returns the types that have arrived, or why the document is refused. The caller removes the files `replaced`.
     * @param sent `final` marks the last document, after which documents can only be replaced
     */
    record: (
      applicantId: string,
      document: ReceivedDocument,
      sent: { readonly final: boolean; readonly replaces: boolean },
      now: Date,
    ) =>
      transaction([applicationLock(applicantId)], async (trx) => {
        const { type } = document;
        const found = await readFor(trx, applicantId, { type, replaces: sent.replaces });
        if (typeof found === 'string') return found;
        const { application, documents, row, isReplacement } = found;
        const at = now.toISOString();
        const values = { ...document, ...afterUpload(row, isScanned, now), received_at: at };
        await trx
          .insertInto('documents')
          .values({ applicant_id: applicantId, ...values })
          .onConflict((conflict) => conflict.columns(['applicant_id', 'type']).doUpdateSet(values))
          .execute();
        const replaced = await noteFiles(trx, row, values);

        const before = documents.map((one) => one.type as DocumentType);
        const received = [...new Set([...before, type])];
        const needed = neededIn(application.documents_needed);
        const hadMalware = row !== undefined && !isSent(row);
        const wasComplete = !hadMalware && isComplete(before, needed);
        const isNowComplete = isComplete(received, needed);
        const update = trx.updateTable('applications').where('id', '=', applicantId);
        // If fewer documents are needed, a site with another site config may not mark the last one.
        const isLast = sent.final || (isNowComplete && needed.length < documentOrder.length);
        if (application.final_type === null && isLast)
          await update.set({ final_type: type, final_at: at }).execute();
        if (isReplacement)
          await update.set({ replacements: application.replacements + 1 }).execute();
        // A set that was complete is completed again by a document that takes the place of one with malware.
        if (hasMail && isNowComplete && (isReplacement || !wasComplete))
          await enqueueMail(trx, wasComplete ? 'replacement' : 'documents', applicantId, now);
        return { received, replaced };
      }),
  };
}
