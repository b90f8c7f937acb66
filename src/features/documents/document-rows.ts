import { type DocumentType, documentTypes } from '#src/domain/model/options.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';

/** The state of one document. Sizes are bytes; `sent` counts the bytes of the request. */
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
  /** `file` only if it was sent from this page. */
  | { readonly state: 'received'; readonly file?: File };

export type Rows = Readonly<Record<DocumentType, Row>>;

export const initialRows: Rows = Object.fromEntries(
  documentOrder.map((document) => [document, { state: 'missing' }]),
) as Record<DocumentType, Row>;

export type RowAction =
  | { readonly type: 'choose'; readonly document: DocumentType; readonly file: File | undefined }
  /** The result of a check of `file`; no message if it is valid. */
  | {
      readonly type: 'checked';
      readonly document: DocumentType;
      readonly file: File | undefined;
      readonly message: string | undefined;
    }
  | {
      readonly type: 'progress';
      readonly document: DocumentType;
      readonly sent: number;
      readonly total: number;
    }
  | { readonly type: 'failed'; readonly document: DocumentType; readonly message: string }
  | { readonly type: 'received'; readonly documents: readonly DocumentType[] };

/** The reducer of the rows. A received document stays received, whatever the next actions are. */
export function rowsReducer(rows: Rows, action: RowAction): Rows {
  const change = (document: DocumentType, to: (row: Row) => Row): Rows =>
    rows[document].state === 'received' ? rows : { ...rows, [document]: to(rows[document]) };
  const changeAll = (to: (document: DocumentType) => Row): Rows =>
    Object.fromEntries(documentOrder.map((document) => [document, to(document)])) as Rows;
  switch (action.type) {
    case 'choose': {
      const { document, file } = action;
      return change(document, () => (file ? { state: 'chosen', file } : { state: 'missing' }));
    }
    case 'checked': {
      const { document, file, message } = action;
      return change(document, (row) => (fileOf(row) === file ? withMessage(row, message) : row));
    }
    case 'progress': {
      const { document, sent, total } = action;
      return change(document, (row) => {
        const file = fileOf(row);
        return file ? { state: 'sending', file, sent, total } : row;
      });
    }
    case 'failed': {
      const { document, message } = action;
      return change(document, (row) => {
        const file = fileOf(row);
        return file ? { state: 'failed', file, message } : row;
      });
    }
    case 'received':
      return changeAll((document) => {
        const row = rows[document];
        if (!action.documents.includes(document)) return row;
        const file = fileOf(row);
        return file ? { state: 'received', file } : { state: 'received' };
      });
  }
}

export const messageOf = (row: Row): string | undefined =>
  'message' in row ? row.message : undefined;

/** How much of a document that is being sent has left the browser, from 0 to 1. */
export const sentShare = (row: Row): number =>
  row.state === 'sending' && row.total > 0 ? Math.min(row.sent / row.total, 1) : 0;

export const fileOf = (row: Row): File | undefined => ('file' in row ? row.file : undefined);

function withMessage(row: Row, message: string | undefined): Row {
  if (row.state === 'missing')
    return message ? { state: 'missing', message } : { state: 'missing' };
  if (row.state === 'chosen' || (row.state === 'failed' && message))
    return { state: 'chosen', file: row.file, ...(message && { message }) };
  return row;
}

/** The documents in `state`, in the order of section 5. */
export const documentsIn = (rows: Rows, state: Row['state']): DocumentType[] =>
  documentOrder.filter((document) => rows[document].state === state);

/** The documents that still have to be sent, in the order of section 5. */
export const unsentDocuments = (rows: Rows): DocumentType[] =>
  documentOrder.filter((document) => rows[document].state !== 'received');

/** Another document for which the same file is chosen: one of the two was probably chosen by mistake. */
export function sameFile(rows: Rows, document: DocumentType): DocumentType | undefined {
  const file = fileOf(rows[document]);
  return documentOrder.find((other) => {
    const otherFile = fileOf(rows[other]);
    return (
      other !== document &&
      file?.name === otherFile?.name &&
      file?.size === otherFile?.size &&
      file !== undefined &&
      file.lastModified === otherFile?.lastModified
    );
  });
}

export const labelOf = (document: DocumentType): string =>
  documentTypes.find(({ type }) => type === document)?.label ?? document;

/** '840 bytes', '12 KB', '3.4 MB', '1.2 GB': in powers of 1000, as file managers show sizes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[power - 1]}`;
}
