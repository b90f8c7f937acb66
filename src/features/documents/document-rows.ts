import { type DocumentType, documentTypes } from '#src/domain/model/options.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';

/** Where one document stands. Sizes are bytes; `sent` counts what went over the wire. */
export type Row =
  | { readonly state: 'missing'; readonly message?: string }
  | { readonly state: 'chosen'; readonly file: File; readonly message?: string }
  | {
      readonly state: 'sending';
      readonly file: File;
      readonly sent: number;
      readonly total: number;
    }
  | { readonly state: 'failed'; readonly file: File; readonly message: string }
  /** `file` only where it was sent from this page. */
  | { readonly state: 'done'; readonly file?: File };

export type Rows = Readonly<Record<DocumentType, Row>>;

export const emptyRows: Rows = Object.fromEntries(
  documentOrder.map((type) => [type, { state: 'missing' }]),
) as Record<DocumentType, Row>;

export type RowEvent =
  | { readonly is: 'chosen'; readonly type: DocumentType; readonly file: File | undefined }
  | { readonly is: 'wrong'; readonly issues: ReadonlyMap<DocumentType, string> }
  | {
      readonly is: 'progress';
      readonly type: DocumentType;
      readonly sent: number;
      readonly total: number;
    }
  | { readonly is: 'failed'; readonly type: DocumentType; readonly message: string }
  | { readonly is: 'received'; readonly types: readonly DocumentType[] };

/** What an event makes of the rows. A document that arrived stays arrived, whatever comes after. */
export function nextRows(rows: Rows, event: RowEvent): Rows {
  const change = (type: DocumentType, to: (row: Row) => Row): Rows =>
    rows[type].state === 'done' ? rows : { ...rows, [type]: to(rows[type]) };
  switch (event.is) {
    case 'chosen': {
      const { file } = event;
      return change(event.type, () => (file ? { state: 'chosen', file } : { state: 'missing' }));
    }
    case 'wrong':
      return Object.fromEntries(
        documentOrder.map((type) => [type, withMessage(rows[type], event.issues.get(type))]),
      ) as Record<DocumentType, Row>;
    case 'progress':
      return change(event.type, (row) =>
        'file' in row && row.file
          ? { state: 'sending', file: row.file, sent: event.sent, total: event.total }
          : row,
      );
    case 'failed':
      return change(event.type, (row) =>
        'file' in row && row.file
          ? { state: 'failed', file: row.file, message: event.message }
          : row,
      );
    case 'received':
      return Object.fromEntries(
        documentOrder.map((type) => [
          type,
          event.types.includes(type) ? arrived(rows[type]) : rows[type],
        ]),
      ) as Record<DocumentType, Row>;
  }
}

const arrived = (row: Row): Row =>
  'file' in row && row.file ? { state: 'done', file: row.file } : { state: 'done' };

function withMessage(row: Row, message: string | undefined): Row {
  if (row.state === 'missing')
    return message ? { state: 'missing', message } : { state: 'missing' };
  if (row.state === 'failed' && message) return { ...row, message };
  if (row.state !== 'chosen') return row;
  return message ? { ...row, message } : { state: 'chosen', file: row.file };
}

/** What still has to be sent, in the order of section 5. */
export const toSend = (rows: Rows): DocumentType[] =>
  documentOrder.filter((type) => rows[type].state !== 'done');

export const isComplete = (rows: Rows): boolean => toSend(rows).length === 0;

export const labelOf = (type: DocumentType): string =>
  documentTypes.find((entry) => entry.type === type)?.label ?? type;

/** '840 bytes', '12 KB', '3.4 MB', '1.2 GB': sizes as file managers show them, in powers of 1000. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[power - 1]}`;
}
