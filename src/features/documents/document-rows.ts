import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import type { Photos } from './photos/pages.ts';

/** `file` is defined only if this page sent it; `details` only if the page knew the document as received. */
interface Arrived {
  readonly file?: File;
  readonly details?: string;
}

/** The file that is to be sent. */
type NextFile = Readonly<
  /** The page does not show the document. */
  | { state: 'not-needed' }
  /**
   * No file is to be sent. `isLost`: a file was chosen, and not sent before the page was loaded again. `isRefused`: its type or
   * size was wrong; nothing is sent until another is chosen, or the visitor leaves the document out (contract, decision 12).
   */
  | { state: 'missing'; message?: string | undefined; isLost?: true; isRefused?: boolean }
  | { state: 'chosen'; file: File; message?: string | undefined }
  /** Pictures of the document are being read; a file that was chosen before stays until they replace it. */
  | { state: 'preparing'; file: File | undefined; message?: string | undefined }
  | { state: 'sending'; file: File; sentBytes: number; totalBytes: number }
  /** `resend`: the connection failed, and the document is sent when the device is online again. */
  | { state: 'failed'; file: File; message: string; resend?: true }
>;

/** A document of the form: the file that is to be sent, the pictures of which it is made, and what has arrived. */
export type Row = NextFile & { readonly photos?: Photos; readonly arrived?: Arrived };

export type Rows = Readonly<Record<DocumentType, Row>>;

export const rowFile = (row: Row) => ('file' in row ? row.file : undefined);
export const rowMessage = (row: Row) => ('message' in row ? row.message : undefined);

export const withFile = (file: File | undefined): Row =>
  file ? { state: 'chosen', file } : { state: 'missing' };

/** A document that failed keeps its message until there is another one. */
export function withMessage(row: Row, message: string | undefined): Row {
  if (row.state === 'not-needed' || row.state === 'sending') return row;
  if (row.state !== 'failed') return { ...row, message };
  return message ? { state: 'chosen', file: row.file, message } : row;
}

/** No event changes the row: the page does not show it, or it has arrived and cannot be replaced. */
export const isReadOnly = ({ state, arrived }: Row, mayReplace: boolean): boolean =>
  state === 'not-needed' || (arrived !== undefined && !mayReplace);

/** By default the application needs all documents. */
export const onlyNeeded = (rows: Rows, needed: readonly DocumentType[] = documentOrder): Rows =>
  Object.fromEntries(
    documentOrder.map((type): [DocumentType, Row] => {
      const row = rows[type];
      if (!needed.includes(type)) return [type, { state: 'not-needed' }];
      return [type, row.state === 'not-needed' ? { state: 'missing' } : row];
    }),
  ) as Rows;

export const hadArrived = ({ arrived }: Row): boolean =>
  arrived !== undefined && (!arrived.file || arrived.details !== undefined);

export const hasArrived = ({ arrived }: Row): boolean => arrived !== undefined;
export const isShown = ({ state }: Row): boolean => state !== 'not-needed';
export const isLost = (row: Row): boolean => row.state === 'missing' && row.isLost === true;
export const isRefused = (row: Row): boolean => row.state === 'missing' && row.isRefused === true;
export const isResent = (row: Row): boolean => row.state === 'failed' && row.resend === true;
/** Whether the document has not arrived, or a file is to replace it. */
export const isUnsent = (row: Row): boolean =>
  row.state === 'missing' ? !row.arrived || isRefused(row) : isShown(row);

/** Returns the documents whose row meets a condition, in the order of section 5. */
export const documentsWhere = (rows: Rows, condition: (row: Row) => unknown): DocumentType[] =>
  documentOrder.filter((type) => condition(rows[type]));

/** Returns another document for which the same file is chosen: one of the two was probably chosen by mistake. */
export function sameFile(rows: Rows, documentType: DocumentType): DocumentType | undefined {
  const file = rowFile(rows[documentType]);
  return documentOrder.find((other) => {
    const otherFile = rowFile(rows[other]) ?? rows[other].arrived?.file;
    const names = ['name', 'size', 'lastModified'] as const;
    return (
      file && other !== documentType && names.every((name) => otherFile?.[name] === file[name])
    );
  });
}
