import { texts } from '#language';
import { fieldId } from '#src/components/form/field-id.ts';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { labeledMessage } from './document-texts.ts';
import { nextPicture, type Photos } from './photos/pages.ts';
import type { UploadOutcome } from './upload-outcome.ts';

interface Arrived {
  /** The file that this page has sent. */
  readonly file?: File;
  /** The document had arrived when the page was opened. */
  readonly isEarlier?: true;
  readonly details?: string | undefined;
}

/**
 * The file that is to be sent. `lost`: a chosen file was not sent before the page was loaded again. `refused`: its type
 * or size was wrong; nothing is sent until another is chosen or the document is left out (contract, decision 12).
 */
type NextFile = Readonly<
  | { state: 'missing' | 'lost' | 'refused'; file?: undefined }
  | { state: 'chosen' | 'failed'; file: File }
>;

/** A document of the form. */
export type Row = NextFile & {
  readonly message?: string | undefined;
  /** A notice for the visitor about a file that is valid. */
  readonly notice?: string;
  /** What is sent once the device is online again: this file, or also a file chosen later, as the message says. */
  readonly resend?: 'this-file' | 'any-file' | undefined;
  /** The pictures of which the file is made. While they are being read, the file is the one chosen before. */
  readonly photos?: Photos;
  readonly arrived?: Arrived;
};

export type OneDocument = { readonly documentType: DocumentType };

type Run =
  | { readonly state: 'idle' }
  /** The run begins as soon as no pictures of these documents are being read. */
  | { readonly state: 'waiting'; readonly documents: readonly DocumentType[] }
  | { readonly state: 'sending'; readonly progress?: UploadProgress }
  /** The messages are at the rows; `reasons` are about no document, after an upload without script. */
  | { readonly state: 'failed'; readonly reasons: readonly string[] }
  /** All documents had arrived at the end of the run. */
  | { readonly state: 'completed' };

/** The document that is being sent. */
export interface UploadProgress extends OneDocument {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface UploadState {
  readonly rows: Readonly<Record<DocumentType, Row>>;
  /** The documents that the page shows. */
  readonly needed: readonly DocumentType[];
  readonly run: Run;
  readonly announcement: string;
  readonly until?: string | undefined;
  readonly mayReplace: boolean;
}

/** A document that the API host had when the page was rendered. */
interface ArrivedDocument {
  readonly type: DocumentType;
  /** The name of the file and the day, if the page may show them. */
  readonly details?: string;
  /** Whether the scan has found malware in the document, so that it must be sent again. */
  readonly isInfected?: boolean;
}

/** The application of the documents. Another person may apply to the opening in another tab of this browser. */
export interface DocumentsApplication {
  readonly joblistingid: string;
  readonly applicantId: string;
  /** The random id of the site's record; undefined if the browser has no upload ticket. */
  readonly submissionId?: string | undefined;
  /** On the page of a link: the company under which the device notes the application once it has the upload ticket. */
  readonly companyId?: string;
  /** The applicant's name, on a page that may show it. */
  readonly applicant?: string;
  /** Whether the application takes no more documents. */
  readonly isClosed?: boolean;
  readonly received: readonly ArrivedDocument[];
  /** The documents that the application needs; by default all. */
  readonly needed?: readonly DocumentType[] | undefined;
  /** Documents can be sent until this day, YYYY-MM-DD. It is absent if the page does not know it. */
  readonly until?: string | undefined;
  readonly mayReplace?: boolean | undefined;
}

export function initialState(
  application: Partial<DocumentsApplication>,
  { errors }: UploadOutcome = { errors: [] },
): UploadState {
  const { received = [], needed = documentOrder, until, mayReplace = false } = application;
  const rowOf = (documentType: DocumentType): Row => {
    const document = received.find(({ type }) => type === documentType);
    const error = errors.find(({ field }) => field === documentType);
    const { details, isInfected = false } = document ?? {};
    return {
      state: 'missing',
      message: error?.message ?? (isInfected ? texts().documents.malware : undefined),
      ...(document && !isInfected && { arrived: { details, isEarlier: true } }),
    };
  };
  const reasons = errors.flatMap(({ field, message }) => (field ? [] : [message]));
  return {
    rows: Object.fromEntries(
      documentOrder.map((type) => [type, rowOf(type)]),
    ) as UploadState['rows'],
    needed,
    run: errors.length > 0 ? { state: 'failed', reasons } : { state: 'idle' },
    announcement: '',
    until,
    mayReplace,
  };
}

/** Returns the needed documents whose row meets a condition, in the order of section 5. */
export const documentsWhere = (
  { rows, needed }: UploadState,
  condition: (row: Row) => unknown,
): DocumentType[] => documentOrder.filter((type) => needed.includes(type) && condition(rows[type]));

export const progressOf = ({ run }: UploadState): UploadProgress | undefined =>
  run.state === 'sending' ? run.progress : undefined;

/** Removes the next file of the row. The document that has arrived stays. */
export const withoutFile = ({ arrived }: Row) => ({
  state: 'missing' as const,
  ...(arrived && { arrived }),
});

/** Prepares the row for another file, which is being chosen or made. */
export const withNextFile = (row: Row) => ({
  ...withoutFile(row),
  ...(row.resend === 'any-file' && { resend: row.resend }),
});

export const isReadOnly = ({ arrived }: Row, mayReplace: boolean): boolean =>
  arrived !== undefined && !mayReplace;

/** Whether there is a file, or there are pictures of which one is being made. */
export const isFilled = ({ file, photos }: Row): boolean =>
  file !== undefined || (photos !== undefined && photos.pages.length > 0);

/** Whether the document has not arrived, or a file is to replace it. */
export const isUnsent = (row: Row): boolean =>
  !row.arrived || isFilled(row) || row.state === 'refused';

/** Whether pictures of the document are being read. */
export const isPreparing = ({ photos }: Row, documentType: DocumentType): boolean =>
  photos !== undefined && nextPicture(photos.pages, documentType) !== undefined;

/** Returns another document for which the same file is chosen: one of the two was probably chosen by mistake. */
export function sameFile(
  { rows }: UploadState,
  documentType: DocumentType,
): DocumentType | undefined {
  const { file } = rows[documentType];
  return documentOrder.find((other) => {
    const otherFile = rows[other].file ?? rows[other].arrived?.file;
    const names = ['name', 'size', 'lastModified'] as const;
    return (
      file && other !== documentType && names.every((name) => otherFile?.[name] === file[name])
    );
  });
}

export type UploadView = ReturnType<typeof viewOf>;
export function viewOf(state: UploadState) {
  const { rows, run, mayReplace } = state;
  const arrived = documentsWhere(state, (row) => row.arrived);
  // Documents that had arrived when the page was opened come last.
  const shown = [false, true].flatMap((isLast) =>
    documentsWhere(state, (row) => Boolean(row.arrived?.isEarlier) === isLast),
  );
  const withMessages = documentsWhere(state, ({ message }) => message);
  const reasons = run.state === 'failed' ? run.reasons : [];
  const errors = [
    ...reasons.map((message) => ({ message })),
    ...withMessages.map((type) => ({
      id: fieldId(type),
      message: labeledMessage(type, rows[type].message ?? ''),
    })),
  ];
  const isComplete = arrived.length === shown.length;
  const progress = progressOf(state);
  return {
    arrived,
    shown,
    errors,
    lost: documentsWhere(state, (row) => row.state === 'lost'),
    free: documentsWhere(state, (row) => isUnsent(row) && !isFilled(row)),
    /** The part of the current document that the browser has sent, from 0 to 1. */
    sentShare: progress && Math.min(progress.sentBytes / Math.max(progress.totalBytes, 1), 1),
    isComplete,
    isFinished: isComplete && errors.length === 0 && documentsWhere(state, isUnsent).length === 0,
    isReadOnly: shown.every((type) => isReadOnly(rows[type], mayReplace)),
    /** The chosen documents have arrived; the others may follow (contract, decision 25). */
    isInPart:
      run.state === 'failed' &&
      reasons.length === 0 &&
      withMessages.every((type) => rows[type].message === texts().form.messages.required),
  };
}
