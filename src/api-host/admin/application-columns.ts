import { applicationFieldNames } from '#src/domain/model/application-fields.ts';
import { type StoredApplication, scanMarks } from '../applications/stored-applications.ts';

const csvColumns = [
  'applicant_id',
  'applied_at',
  'joblistingid',
  'role_name',
  'company_id',
  'company_name',
  ...applicationFieldNames,
  'document_id',
  'documents_complete_at',
  'withdrawn_at',
  'stage',
  'stage_set_at',
  'stage_note',
  'language',
] as const satisfies readonly (keyof StoredApplication)[];

export const columnNames = () => [...csvColumns, 'answers', 'documents'];

export function toTexts(application: StoredApplication): string[] {
  const answers = application.answers.map(({ question, answer }) => `${question}\n${answer}`);
  const documents = application.documents.map(
    (document) =>
      `${document.type}: ${document.filename}${scanMarks(document)}${document.is_encrypted ? ' (encrypted)' : ''}`,
  );
  return [
    ...csvColumns.map((column) => application[column] ?? ''),
    answers.join('\n\n'),
    documents.join('\n'),
  ];
}

/** Excel allows no more characters in a cell. */
const maxCellCharacters = 32_767;
const cutMark = ' … [cut here: the whole text is in the .csv and .json exports]';

/** Returns a cell of the type text: so a phone number keeps its zero, and no text becomes a formula. */
export function toExcel(text: string) {
  const cut =
    text.length > maxCellCharacters
      ? text.slice(0, maxCellCharacters - cutMark.length) + cutMark
      : text;
  // XML allows no control characters except the tab, the line feed and the carriage return.
  const value = cut
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, ' ')
    // Excel reads _x0041_ as an escaped A.
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
  return { value, type: String };
}
