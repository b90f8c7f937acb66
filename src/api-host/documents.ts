import type { DocumentType } from '#src/domain/model/options.ts';
import type { Engine, HostDatabase } from './database/engine.ts';

export interface ReceivedDocument {
  readonly type: DocumentType;
  readonly filename: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly stored_as: string;
}

export type DocumentOutcome =
  | { readonly kind: 'kept'; readonly received: DocumentType[]; readonly replaced?: string }
  | { readonly kind: 'no-applicant' }
  | { readonly kind: 'complete' };

/** Which documents each applicant has sent. */
export interface DocumentRecords {
  /** Whether the applicant exists and this document may (still) be sent. */
  mayReceive(applicantId: string, type: DocumentType): Promise<'yes' | 'no-applicant' | 'complete'>;
  /**
   * Records a document whose bytes are already safe, in place of one of the same type; with `final`, the
   * set is closed. `replaced` is where the former bytes are, for the caller to remove.
   */
  record(
    applicantId: string,
    document: ReceivedDocument,
    final: boolean,
    now: Date,
  ): Promise<DocumentOutcome>;
}

export function documentRecords(db: HostDatabase, engine: Engine): DocumentRecords {
  const mayReceive = async (from: HostDatabase, applicantId: string, type: DocumentType) => {
    const application = await from
      .selectFrom('applications')
      .select('final_type')
      .where('id', '=', applicantId)
      .executeTakeFirst();
    if (!application) return 'no-applicant';
    if (application.final_type === null) return 'yes';
    // The answer to the final document may have been lost: it alone may be sent again. A document that
    // never arrived may still come; those that did are settled.
    if (application.final_type === type) return 'yes';
    const former = await from
      .selectFrom('documents')
      .select('type')
      .where('applicant_id', '=', applicantId)
      .where('type', '=', type)
      .executeTakeFirst();
    return former ? 'complete' : 'yes';
  };

  return {
    mayReceive: (applicantId, type) => mayReceive(db, applicantId, type),

    record: (applicantId, document, final, now) =>
      db.transaction().execute(async (trx) => {
        await engine.takeTurns(trx, [`documents ${applicantId}`]);
        const may = await mayReceive(trx, applicantId, document.type);
        if (may !== 'yes') return { kind: may };
        const kept = await trx
          .selectFrom('documents')
          .select(['type', 'stored_as'])
          .where('applicant_id', '=', applicantId)
          .execute();
        const { type, ...values } = { ...document, received_at: now.toISOString() };
        await trx
          .insertInto('documents')
          .values({ applicant_id: applicantId, type, ...values })
          .onConflict((conflict) => conflict.columns(['applicant_id', 'type']).doUpdateSet(values))
          .execute();
        if (final)
          await trx
            .updateTable('applications')
            .set({ final_type: type, final_at: now.toISOString() })
            .where('id', '=', applicantId)
            .where('final_type', 'is', null)
            .execute();
        await trx.deleteFrom('loose_files').where('stored_as', '=', document.stored_as).execute();
        const replaced = kept.find((row) => row.type === type)?.stored_as;
        if (replaced !== undefined)
          await trx
            .insertInto('loose_files')
            .values({ stored_as: replaced, since: now.toISOString() })
            .execute();
        return {
          kind: 'kept',
          received: [...new Set([...kept.map((row) => row.type as DocumentType), type])],
          ...(replaced !== undefined && { replaced }),
        };
      }),
  };
}
