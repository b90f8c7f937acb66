import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';

/** `file` is defined only if this page sent it; `details` only if the page knew the document as received. */
interface Arrived {
  readonly file?: File;
  readonly details?: string;
}

/** A document of the form: the file that is to be sent, and what has arrived. */
export interface Row {
  /**
   * `not-needed`: the page does not show it. `missing`: no file is to be sent. `preparing`: pictures of it are being read; a
   * `file` that was chosen before stays until they replace it.
   */
  readonly state: 'not-needed' | 'missing' | 'chosen' | 'preparing' | 'sending' | 'failed';
  readonly arrived?: Arrived;
  readonly file?: File;
  readonly message?: string;
  /** The bytes of the request while it is being sent. */
  readonly bytes?: { readonly sent: number; readonly total: number };
  /** The file was chosen, and not sent before the page was loaded again. */
  readonly isLost?: true;
  /**
   * The type or size of the file was wrong. Nothing is sent until another is chosen, or the visitor leaves the document out
   * (contract, decision 12).
   */
  readonly isRefused?: boolean;
  /** The connection failed: the document is sent when the device is online again. */
  readonly resend?: true;
}

export type Rows = Readonly<Record<DocumentType, Row>>;

export const withFile = (state: 'missing' | 'preparing', file: File | undefined): Row =>
  file ? { state: state === 'missing' ? 'chosen' : state, file } : { state };

/** No event changes the row: the page does not show it, or it has arrived and cannot be replaced. */
export const isFinal = ({ state, arrived }: Row, mayReplace: boolean): boolean =>
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

export function withMessage(row: Row, message: string | undefined): Row {
  if (row.state === 'sending') return row;
  if (row.state === 'failed') return message ? { ...withFile('missing', row.file), message } : row;
  const { message: _, ...rest } = row;
  return message ? { ...rest, message } : rest;
}

/** Returns how much of a document that is being sent has left the browser, from 0 to 1. */
export const sentShare = ({ bytes: { sent, total } = { sent: 0, total: 0 } }: Row): number =>
  total > 0 ? Math.min(sent / total, 1) : 0;

/** Whether the document had arrived before the page sent it. */
export const hadArrived = ({ arrived }: Row): boolean =>
  arrived !== undefined && (!arrived.file || arrived.details !== undefined);

export const hasArrived = ({ arrived }: Row): boolean => arrived !== undefined;
export const isShown = ({ state }: Row): boolean => state !== 'not-needed';
/** Whether the document has not arrived, or a file is to replace it. */
export const isUnsent = ({ state, arrived, isRefused = false }: Row): boolean =>
  state !== 'not-needed' && (state !== 'missing' || !arrived || isRefused);

/** Returns the documents whose row meets a condition, in the order of section 5. */
export const documentsWhere = (rows: Rows, condition: (row: Row) => unknown): DocumentType[] =>
  documentOrder.filter((type) => condition(rows[type]));

/** Returns another document for which the same file is chosen: one of the two was probably chosen by mistake. */
export function sameFile(rows: Rows, documentType: DocumentType): DocumentType | undefined {
  const { file } = rows[documentType];
  return documentOrder.find((other) => {
    const found = rows[other].file ?? rows[other].arrived?.file;
    const isSame = found?.name === file?.name && found?.size === file?.size;
    return file && other !== documentType && isSame && found?.lastModified === file.lastModified;
  });
}
