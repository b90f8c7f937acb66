import type { Kysely, Selectable } from 'kysely';
import { batchesOf } from '#src/database/batches.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { firstStage, type Stage } from '#src/domain/model/stages.ts';
import { neededIn } from '#src/domain/rules/documents/documents.ts';
import { personKey } from '#src/domain/rules/forms/person.ts';
import { stripBidiControls } from '#src/domain/rules/text/text.ts';
import { lastStage } from '../database/expressions.ts';
import type { ScanState, Tables } from '../database/schema.ts';
import { countsAsSent, isHeld, versionsOf } from '../documents/document-states.ts';

type Row = Selectable<Tables['applications']>;
type DocumentRow = Selectable<Tables['documents']>;

/** An application with the API's field names and the fields that the host added. */
export type StoredApplication = ReturnType<typeof toApplication>;

export const applicationStatuses = ['complete', 'incomplete', 'withdrawn'] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

export interface ApplicationFilter {
  readonly companyId?: string | undefined;
  readonly openingId?: string | undefined;
  readonly since?: Date | undefined;
  readonly applicant?: string | undefined;
  readonly emailaddress?: string | undefined;
  readonly status?: ApplicationStatus | undefined;
  /** A withdrawn application is in no stage, unless `status` asks for withdrawn ones. */
  readonly stage?: Stage | undefined;
}

export async function* readApplications(
  db: Kysely<Tables>,
  filter: ApplicationFilter = {},
): AsyncGenerator<StoredApplication> {
  const rows = filtered(db, filter)
    .leftJoin('companies', 'companies.id', 'applications.company_id')
    .selectAll('applications')
    .select('companies.company_name');
  for await (const page of batchesOf(rows, ['applied_at', 'applications.id'])) {
    const ids = page.map(({ id }) => id);
    const documents = await db
      .selectFrom('documents')
      .selectAll()
      .where('applicant_id', 'in', ids)
      .orderBy('received_at')
      .execute();
    const stages = await db
      .selectFrom('application_stages')
      .selectAll()
      .where('applicant_id', 'in', ids)
      .orderBy('position')
      .execute();
    const documentsOf = Map.groupBy(documents, ({ applicant_id }) => applicant_id);
    const stagesOf = Map.groupBy(stages, ({ applicant_id }) => applicant_id);
    for (const row of page) yield toApplication(row, documentsOf.get(row.id), stagesOf.get(row.id));
  }
}

export async function findApplication(
  db: Kysely<Tables>,
  applicant: string,
): Promise<StoredApplication | undefined> {
  for await (const application of readApplications(db, { applicant })) return application;
  return undefined;
}

export function filtered(
  db: Kysely<Tables>,
  { companyId, openingId, since, applicant, emailaddress, status, stage }: ApplicationFilter,
) {
  let query = db.selectFrom('applications');
  if (companyId !== undefined) query = query.where('applications.company_id', '=', companyId);
  if (openingId !== undefined) query = query.where('joblistingid', '=', openingId);
  if (since !== undefined) query = query.where('applied_at', '>=', since.toISOString());
  if (applicant !== undefined) query = query.where('applications.id', '=', applicant);
  if (emailaddress !== undefined) query = query.where('address_key', '=', personKey(emailaddress));
  if (status === 'withdrawn') query = query.where('withdrawn_at', 'is not', null);
  else if (status !== undefined)
    query = query
      .where('withdrawn_at', 'is', null)
      .where('final_at', status === 'complete' ? 'is not' : 'is', null);
  if (stage !== undefined) {
    if (status === undefined) query = query.where('withdrawn_at', 'is', null);
    query = query.where((eb) => eb(eb.fn.coalesce(lastStage(eb), eb.val(firstStage)), '=', stage));
  }
  return query;
}

function toDocument(row: DocumentRow) {
  const { document, replacement } = versionsOf(row);
  return {
    type: row.type,
    ...document,
    filename: stripBidiControls(document.filename),
    is_encrypted: document.is_encrypted === 1,
    /** The file that was sent to replace this document, while its scan has not found it clean. */
    ...(replacement && {
      replacement: { ...replacement, filename: stripBidiControls(replacement.filename) },
    }),
  };
}

/** Returns the text of a list about the scan of a document, and of a file that was sent to replace it. */
export const scanMarks = ({ scan_state, replacement }: StoredApplication['documents'][0]): string =>
  [
    isHeld(scan_state) ? ` (${scan_state})` : '',
    replacement ? ` (replacement ${replacement.scan_state})` : '',
  ].join('');

function toApplication(
  row: Row & { readonly company_name: string | null },
  documents: readonly DocumentRow[] = [],
  stages: readonly Selectable<Tables['application_stages']>[] = [],
) {
  const {
    id,
    address_key: _addressKey,
    idempotency_key: _key,
    request_digest: _digest,
    final_type: _finalType,
    final_at,
    answers,
    company_name,
    documents_needed,
    ...fields
  } = row;
  const current = stages.at(-1);
  return {
    applicant_id: id,
    ...fields,
    // Names in data of the oldest supported version may contain characters that change the text direction.
    firstname: stripBidiControls(fields.firstname),
    lastname: stripBidiControls(fields.lastname),
    /** The name is empty if the company no longer exists. */
    company_name: company_name ?? '',
    answers: JSON.parse(answers) as { id: string; question: string; answer: string }[],
    documents: documents.map(toDocument),
    documents_needed: neededIn(documents_needed),
    documents_complete_at: final_at,
    stage: current?.stage ?? firstStage,
    stage_set_at: current?.set_at ?? fields.applied_at,
    stage_note: current?.note ?? null,
    /** The history of stages, the oldest first; `stage` is the last one. */
    stages: stages.map(({ stage, set_at, note }) => ({ stage, set_at, note })),
  };
}

/** The names under which the document store has the files, and the number of replacements, are for this host only. */
export function withoutFileNames({
  documents,
  replacements: _,
  ...application
}: StoredApplication) {
  return {
    ...application,
    documents: documents.map(({ stored_as: _internal, replacement, ...document }) => {
      const { stored_as: _name, ...replacing } = replacement ?? {};
      return { ...document, ...(replacement && { replacement: replacing }) };
    }),
  };
}

/** Returns the end of the time for which the application's documents are taken. */
export const documentsUntil = ({ applied_at }: Pick<StoredApplication, 'applied_at'>): Date =>
  new Date(Date.parse(applied_at) + limits.documentsDays * dayMs);

export function missingDocuments({
  documents,
  documents_needed,
}: {
  readonly documents: readonly { readonly type: string; readonly scan_state: ScanState }[];
  readonly documents_needed: readonly DocumentType[];
}): DocumentType[] {
  const received = documents.filter(countsAsSent).map(({ type }) => type);
  return documents_needed.filter((type) => !received.includes(type));
}
