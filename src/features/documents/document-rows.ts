import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';

/** Sizes are bytes; `sent` counts the bytes of the request. */
export type Row =
  | { readonly state: 'missing'; readonly message?: string }
  | { readonly state: 'chosen'; readonly file: File; readonly message?: string }
  | {
      readonly state: 'sending';
      readonly file: File;
      readonly sent: number;
      readonly total: number;
    }
  | {
      readonly state: 'failed';
      readonly file: File;
      readonly message: string;
      /** The connection failed: the document is sent when the device is online again. */
      readonly resend?: true;
    }
  /** `file` is defined only if this page sent it; `details` only if the page knew the document as received. */
  | { readonly state: 'received'; readonly file?: File; readonly details?: string };

export type Rows = Readonly<Record<DocumentType, Row>>;

/** The API host has this document, as a page of the site knows. */
export interface ReceivedDocument {
  readonly type: DocumentType;
  /** The file's name and the day, on a page that may show them. */
  readonly details?: string;
  /** Whether the scan has found malware in the document, so that it must be sent again. */
  readonly isInfected?: boolean;
}

const malwareMessage =
  'Malware was found in the file that you sent, and nobody opens it. Please send another file.';

/** Returns the rows of a page that opens. `messages` are those of an upload without script. */
export function initialRows(
  received: readonly ReceivedDocument[] = [],
  messages: Readonly<Partial<Record<DocumentType, string>>> = {},
): Rows {
  const rowOf = (documentType: DocumentType): Row => {
    const document = received.find(({ type }) => type === documentType);
    if (document && !document.isInfected) {
      const { details } = document;
      return { state: 'received', ...(details !== undefined && { details }) };
    }
    const message = messages[documentType] ?? (document && malwareMessage);
    return { state: 'missing', ...(message !== undefined && { message }) };
  };
  return Object.fromEntries(documentOrder.map((type) => [type, rowOf(type)])) as Rows;
}

export type RowAction =
  | {
      readonly type: 'choose';
      readonly documentType: DocumentType;
      readonly file: File | undefined;
    }
  /** The check of `file` ended; without a message the file is valid. */
  | {
      readonly type: 'checked';
      readonly documentType: DocumentType;
      readonly file: File | undefined;
      readonly message: string | undefined;
    }
  | {
      readonly type: 'progress';
      readonly documentType: DocumentType;
      readonly sent: number;
      readonly total: number;
    }
  | {
      readonly type: 'failed';
      readonly documentType: DocumentType;
      readonly message: string;
      readonly resend?: boolean;
    }
  | { readonly type: 'received'; readonly documents: readonly DocumentType[] };

/** A received document stays received, whatever the next actions are. */
export function rowsReducer(rows: Rows, action: RowAction): Rows {
  const change = (documentType: DocumentType, to: (row: Row) => Row): Rows =>
    rows[documentType].state === 'received'
      ? rows
      : { ...rows, [documentType]: to(rows[documentType]) };
  switch (action.type) {
    case 'choose': {
      const { documentType, file } = action;
      return change(documentType, () => (file ? { state: 'chosen', file } : { state: 'missing' }));
    }
    case 'checked': {
      const { documentType, file, message } = action;
      return change(documentType, (row) =>
        fileOf(row) === file ? withMessage(row, message) : row,
      );
    }
    case 'progress': {
      const { documentType, sent, total } = action;
      return change(documentType, (row) => {
        const file = fileOf(row);
        return file ? { state: 'sending', file, sent, total } : row;
      });
    }
    case 'failed': {
      const { documentType, message, resend } = action;
      return change(documentType, (row) => {
        const file = fileOf(row);
        return file ? { state: 'failed', file, message, ...(resend && { resend }) } : row;
      });
    }
    case 'received':
      return {
        ...rows,
        ...Object.fromEntries(
          action.documents.map((documentType): [DocumentType, Row] => {
            const row = rows[documentType];
            const file = fileOf(row);
            if (row.state === 'received') return [documentType, row];
            return [documentType, { state: 'received', ...(file && { file }) }];
          }),
        ),
      };
  }
}

export const messageOf = (row: Row): string | undefined =>
  'message' in row ? row.message : undefined;

/** Returns how much of a document that is being sent has left the browser, from 0 to 1. */
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

/** Returns the documents in `state`, in the order of section 5. */
export const documentsIn = (rows: Rows, state: Row['state']): DocumentType[] =>
  documentOrder.filter((documentType) => rows[documentType].state === state);

/** Returns the documents that a failed connection stopped. */
export const documentsToResend = (rows: Rows): DocumentType[] =>
  documentOrder.filter((documentType) => {
    const row = rows[documentType];
    return row.state === 'failed' && row.resend;
  });

/** Returns the documents that still have to be sent, in the order of section 5. */
export const unsentDocuments = (rows: Rows): DocumentType[] =>
  documentOrder.filter((documentType) => rows[documentType].state !== 'received');

/** Returns another document for which the same file is chosen: one of the two was probably chosen by mistake. */
export function sameFile(rows: Rows, documentType: DocumentType): DocumentType | undefined {
  const file = fileOf(rows[documentType]);
  return documentOrder.find((other) => {
    const otherFile = fileOf(rows[other]);
    return (
      other !== documentType &&
      file?.name === otherFile?.name &&
      file?.size === otherFile?.size &&
      file !== undefined &&
      file.lastModified === otherFile?.lastModified
    );
  });
}

/** A withdrawn application shows this in place of the missing documents. */
export const withdrawnMessage = 'You have withdrawn this application. It takes no more documents.';

/** The result is '840 bytes', '12 KB', '3.4 MB' or '1.2 GB', in powers of 1000, as file managers show sizes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[power - 1]}`;
}
