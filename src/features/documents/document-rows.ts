import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';

/** `file` is defined only if this page sent it; `details` only if the page knew the document as received. */
interface Arrived {
  readonly file?: File;
  readonly details?: string;
}

/** Sizes are bytes; `sent` counts the bytes of the request. */
export type Row =
  /** The application does not need the document, and the page does not show it. */
  | { readonly state: 'not-needed' }
  | (Arrived & { readonly state: 'received' })
  | (OpenRow & {
      /** The document has arrived, and may be replaced. */
      readonly arrived?: Arrived;
    });

type OpenRow =
  /**
   * `isLost`: its file was chosen, and not sent before the page was loaded again. `isRefused`: the type or size of its file
   * was wrong. Nothing is sent until another is chosen, or the visitor leaves the document out (contract, decision 12).
   */
  | {
      readonly state: 'missing';
      readonly message?: string;
      readonly isLost?: true;
      readonly isRefused?: true;
    }
  | { readonly state: 'chosen'; readonly file: File; readonly message?: string }
  /** Pictures of the document are being read; a `file` that was chosen before stays until they replace it. */
  | { readonly state: 'preparing'; readonly file?: File; readonly message?: string }
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
    };

export type Rows = Readonly<Record<DocumentType, Row>>;

export const withFile = (
  { state }: { readonly state: 'missing' | 'preparing' },
  file: File | undefined,
): Row => (file ? { state: state === 'missing' ? 'chosen' : state, file } : { state });

/** No event changes the row. */
export const isSettled = (row: Row): row is Extract<Row, { state: 'received' | 'not-needed' }> =>
  row.state === 'received' || row.state === 'not-needed';

/** By default the application needs all documents. */
export const onlyNeeded = (rows: Rows, needed: readonly DocumentType[] = documentOrder): Rows =>
  Object.fromEntries(
    documentOrder.map((type): [DocumentType, Row] => {
      const row = rows[type];
      if (!needed.includes(type)) return [type, { state: 'not-needed' }];
      return [type, row.state === 'not-needed' ? { state: 'missing' } : row];
    }),
  ) as Rows;

export function withMessage(row: Row, message: string | undefined): Row {
  if (row.state === 'failed') return message ? { state: 'chosen', file: row.file, message } : row;
  if (row.state === 'sending' || isSettled(row)) return row;
  const { message: _, ...rest } = row;
  return message ? { ...rest, message } : rest;
}

export const rowMessage = (row: Row): string | undefined =>
  'message' in row ? row.message : undefined;

export const isRefused = (row: Row): boolean => 'isRefused' in row;

export const fileOf = (row: Row): File | undefined => ('file' in row ? row.file : undefined);

/** Returns how much of a document that is being sent has left the browser, from 0 to 1. */
export const sentShare = (row: Row): number =>
  row.state === 'sending' && row.total > 0 ? Math.min(row.sent / row.total, 1) : 0;

/** Returns what the page knows of the document at the API host. */
export const arrivedIn = (row: Row): Arrived | undefined =>
  row.state === 'received' ? row : 'arrived' in row ? row.arrived : undefined;

/** Whether the page has not sent the document for the first time. */
export function hadArrived(row: Row): boolean {
  const arrived = arrivedIn(row);
  return arrived !== undefined && (!arrived.file || arrived.details !== undefined);
}

export const arrivedDocuments = (rows: Rows): DocumentType[] =>
  documentOrder.filter((documentType) => arrivedIn(rows[documentType]));

/** Returns the documents in `state`, in the order of section 5. */
export const documentsIn = (rows: Rows, state: Row['state']): DocumentType[] =>
  documentOrder.filter((documentType) => rows[documentType].state === state);

export const lostDocuments = (rows: Rows): DocumentType[] =>
  documentOrder.filter((documentType) => 'isLost' in rows[documentType]);

/** Returns the documents that have not arrived, and the files that are to replace others, in the order of section 5. */
export const unsentDocuments = (rows: Rows): DocumentType[] =>
  documentOrder.filter((documentType) => {
    const row = rows[documentType];
    return !isSettled(row) && (row.state !== 'missing' || !row.arrived || isRefused(row));
  });

/** Returns the documents with a message. */
export const documentsWithMessage = (rows: Rows): DocumentType[] =>
  documentOrder.filter((documentType) => rowMessage(rows[documentType]));

export const shownDocuments = (rows: Rows): DocumentType[] =>
  documentOrder.filter((documentType) => rows[documentType].state !== 'not-needed');

/** Returns another document for which the same file is chosen: one of the two was probably chosen by mistake. */
export function sameFile(rows: Rows, documentType: DocumentType): DocumentType | undefined {
  const file = fileOf(rows[documentType]);
  if (!file) return undefined;
  const { name, size, lastModified } = file;
  return documentOrder.find((other) => {
    const found = fileOf(rows[other]);
    const isSame = found?.name === name && found.size === size;
    return other !== documentType && isSame && found.lastModified === lastModified;
  });
}
