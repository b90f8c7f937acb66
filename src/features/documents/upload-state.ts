import { texts } from '#language';
import { fieldId } from '#src/components/form/field-id.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { fill } from '#src/language/format.ts';
import type { FileCheck } from './check-document.ts';
import {
  documentsWhere,
  hadArrived,
  hasArrived,
  isFinal,
  isLost,
  isShown,
  isUnsent,
  onlyNeeded,
  type Row,
  type Rows,
  rowFile,
  rowMessage,
  withFile,
  withMessage,
} from './document-rows.ts';
import { documentLabel, labeledMessage, sizeNotice } from './document-texts.ts';
import type { UploadOutcome } from './upload-outcome.ts';

type Run =
  | { readonly state: 'idle' }
  /** The run sends these documents as soon as none of them is `preparing`. */
  | { readonly state: 'waiting'; readonly documents: readonly DocumentType[] }
  | { readonly state: 'sending' }
  /** The messages are at the rows; `reasons` are about no document, after an upload without script. */
  | { readonly state: 'failed'; readonly reasons: readonly string[] }
  /** At the end of the run all documents had arrived. */
  | { readonly state: 'completed' };

export interface UploadState {
  readonly rows: Rows;
  readonly run: Run;
  readonly encrypted: readonly File[];
  readonly announcement: string;
  readonly until?: string | undefined;
  readonly mayReplace: boolean;
}

/** The API host has this document, as a page of the site knows. */
interface ArrivedDocument {
  readonly type: DocumentType;
  /** The file's name and the day, on a page that may show them. */
  readonly details?: string;
  /** Whether the scan has found malware in the document, so that it must be sent again. */
  readonly isInfected?: boolean;
}

/** The documents belong to this application. Another person may apply to the opening in another tab of this browser. */
export interface DocumentsApplication {
  readonly joblistingid: string;
  readonly applicantId: string;
  /** The random id of the site's record; undefined if the browser has no upload ticket. */
  readonly submissionId?: string | undefined;
  /** On the page of a link: the device notes the application at this company as soon as it has the upload ticket. */
  readonly companyId?: string;
  /** The applicant's name, on a page that may show it. */
  readonly applicant?: string;
  /** The application takes no more documents. */
  readonly isClosed?: boolean;
  readonly received: readonly ArrivedDocument[];
  /** The documents that the application needs; by default all. */
  readonly needed?: readonly DocumentType[] | undefined;
  /** Documents can be sent until this day, YYYY-MM-DD. It is absent if the page does not know it. */
  readonly until?: string | undefined;
  readonly mayReplace?: boolean;
}

export function initialState(
  { received = [], needed, until, mayReplace = false }: Partial<DocumentsApplication>,
  { errors }: UploadOutcome = { errors: [] },
): UploadState {
  const rowOf = (documentType: DocumentType): Row => {
    const document = received.find(({ type }) => type === documentType);
    const error = errors.find(({ field }) => field === documentType);
    const { details, isInfected = false } = document ?? {};
    const arrived = details === undefined ? {} : { details };
    const row: Row = { state: 'missing', ...(document && !isInfected && { arrived }) };
    return withMessage(row, error?.message ?? (isInfected ? texts().documents.malware : undefined));
  };
  const reasons = errors.flatMap(({ field, message }) => (field ? [] : [message]));
  const rows = Object.fromEntries(documentOrder.map((type) => [type, rowOf(type)])) as Rows;
  return {
    rows: onlyNeeded(rows, needed),
    run: errors.length > 0 ? { state: 'failed', reasons } : { state: 'idle' },
    encrypted: [],
    announcement: '',
    until,
    mayReplace,
  };
}

type OneDocument = { documentType: DocumentType };
type SeveralDocuments = { documents: readonly DocumentType[] };

/** What each event tells. */
type UploadEvents = {
  chosen: OneDocument & { file: File | undefined };
  /** The check of `file` has ended; `renamed` takes its place. A file with an error leaves its row. */
  checked: OneDocument & { file: File | undefined; isEncrypted?: boolean } & FileCheck;
  /** Several files were dropped on the row, which keeps its own. */
  'several-dropped': OneDocument & { message: string };
  /** The page had files for these documents before it was loaded again. */
  lost: SeveralDocuments;
  preparing: OneDocument;
  prepared: OneDocument;
  /** The visitor or the connection asks for a run. */
  submitted: SeveralDocuments;
  started: unknown;
  progress: OneDocument & { sent: number; total: number };
  /** These documents have arrived: of `sent` the file that is being sent. */
  received: SeveralDocuments & { sent?: DocumentType };
  /** `isOver`: no document of the application is replaced any more. */
  failed: SeveralDocuments & { message: string; resend?: true; isOver?: true };
  ended: unknown;
  /** The site says which documents have arrived. */
  refreshed: SeveralDocuments & Pick<DocumentsApplication, 'until' | 'needed'>;
};
type EventType = keyof UploadEvents;
export type UploadEvent<Type extends EventType = EventType> = {
  [T in Type]: { readonly type: T } & UploadEvents[T];
}[Type];

export const uploadReducer = <Type extends EventType>(
  state: UploadState,
  event: UploadEvent<Type>,
): UploadState => stateAfter[event.type](state, event);

const stateAfter: {
  readonly [T in EventType]: (state: UploadState, event: UploadEvents[T]) => UploadState;
} = {
  chosen: (state, { documentType, file }) =>
    changed(state, [documentType], ({ state }) =>
      state === 'preparing' ? { state, file } : withFile(file),
    ),
  checked,
  'several-dropped': (state, { documentType, message }) =>
    announced(
      changed(state, [documentType], (row) => withMessage(row, message)),
      documentType,
      message,
    ),
  lost: (state, { documents }) =>
    changed(state, documents, (row) => (row.state === 'missing' ? { ...row, isLost: true } : row)),
  preparing: (state, { documentType }) =>
    changed(state, [documentType], (row) => ({
      state: 'preparing',
      file: rowFile(row),
      message: rowMessage(row),
    })),
  prepared: (state, { documentType }) =>
    changed(state, [documentType], (row) =>
      row.state === 'preparing' ? withMessage(withFile(row.file), row.message) : row,
    ),
  submitted(state, { documents }) {
    const isRunning = state.run.state === 'sending' || state.run.state === 'waiting';
    if (isRunning || documents.length === 0) return state;
    return { ...state, run: { state: 'waiting', documents } };
  },
  started(state) {
    // Why a document was not replaced was in the summary of the run before.
    const final = documentsWhere(state.rows, (row) => isFinal(row, state.mayReplace));
    const entries = final.map((type) => [type, withMessage(state.rows[type], undefined)]);
    const rows = { ...state.rows, ...Object.fromEntries(entries) };
    return { ...state, rows, run: { state: 'sending' } };
  },
  progress(state, { documentType, sent, total }) {
    const file = rowFile(state.rows[documentType]);
    if (!file) return state;
    const announcement = fill(texts().documents.sending, { label: documentLabel(documentType) });
    const next = changed(state, [documentType], () => ({ state: 'sending', file, sent, total }));
    return { ...next, announcement };
  },
  received,
  failed,
  ended(state) {
    if (documentsWhere(state.rows, rowMessage).length > 0)
      return { ...state, run: { state: 'failed', reasons: [] } };
    const isCompleted = documentsWhere(state.rows, isUnsent).length === 0;
    return { ...state, run: { state: isCompleted ? 'completed' : 'idle' } };
  },
  refreshed: (state, { documents, until, needed }) =>
    received({ ...state, rows: onlyNeeded(state.rows, needed), until }, { documents }),
};

function checked(state: UploadState, event: UploadEvents['checked']): UploadState {
  const { documentType, error, isEncrypted = false } = event;
  if (rowFile(state.rows[documentType]) !== event.file) return state;
  const file = event.renamed ?? event.file;
  const next = changed(state, [documentType], (row) =>
    error && file
      ? { state: 'missing', message: error.message, isRefused: error.stopsUpload }
      : withMessage('file' in row && file ? { ...row, file } : row, error?.message),
  );
  const encrypted = file && isEncrypted ? [...state.encrypted, file] : state.encrypted;
  // The messages of a run are in the error summary.
  if (state.run.state === 'sending') return { ...next, encrypted };
  const notices = [isEncrypted && texts().documents.encrypted, file && sizeNotice(file.size)];
  const text = error?.message ?? notices.filter(Boolean).join(' ');
  return announced({ ...next, encrypted }, documentType, text);
}

function received(state: UploadState, { documents, sent }: UploadEvents['received']): UploadState {
  const next = changed(state, documents, (row, documentType) => {
    const { arrived } = row;
    if (arrived && documentType !== sent) return row;
    const file = rowFile(row);
    const details = arrived && { details: arrived.details ?? '' };
    return { state: 'missing', arrived: { ...details, ...(file && { file }) } };
  });
  const { documentUploaded } = texts().documents.messages;
  return announced(next, sendingOf(state.rows, documents), documentUploaded);
}

function failed(
  state: UploadState,
  { documents, message, resend, isOver }: UploadEvents['failed'],
): UploadState {
  const next = changed(state, documentOrder, (row, documentType) => {
    const isOwn = documents.includes(documentType);
    if (isOver && row.arrived) return { state: 'missing', ...(isOwn && { message }) };
    const file = rowFile(row);
    return isOwn && file ? { state: 'failed', file, message, ...(resend && { resend }) } : row;
  });
  const mayReplace = state.mayReplace && !isOver;
  return announced({ ...next, mayReplace }, sendingOf(state.rows, documents), message);
}

/** A document that has arrived stays arrived, whatever the next events are. */
function changed(
  state: UploadState,
  documents: readonly DocumentType[],
  change: (row: Row, documentType: DocumentType) => Row,
): UploadState {
  const open = documents.filter((type) => !isFinal(state.rows[type], state.mayReplace));
  const entries = open.map((type) => {
    const { [type]: row } = state.rows;
    return [type, { ...(row.arrived && { arrived: row.arrived }), ...change(row, type) }];
  });
  return { ...state, rows: { ...state.rows, ...Object.fromEntries(entries) } };
}

const announced = (
  state: UploadState,
  documentType: DocumentType | undefined,
  text: string | undefined,
): UploadState =>
  documentType && text ? { ...state, announcement: labeledMessage(documentType, text) } : state;

const sendingOf = (rows: Rows, documents: readonly DocumentType[]): DocumentType | undefined =>
  documents.find((documentType) => rows[documentType].state === 'sending');

export type UploadView = ReturnType<typeof viewOf>;
export function viewOf({ rows, run, mayReplace }: UploadState) {
  const received = documentsWhere(rows, hasArrived);
  // What had arrived when the page was opened follows what is missing.
  const shown = [false, true].flatMap((isLast) =>
    documentsWhere(rows, (row) => isShown(row) && hadArrived(row) === isLast),
  );
  const withMessages = documentsWhere(rows, rowMessage);
  const reasons = run.state === 'failed' ? run.reasons : [];
  const errors = [
    ...reasons.map((message) => ({ message })),
    ...withMessages.map((type) => ({
      id: fieldId(type),
      message: labeledMessage(type, rowMessage(rows[type]) ?? ''),
    })),
  ];
  const isComplete = received.length === shown.length;
  const sending = Object.values(rows).find((row) => row.state === 'sending');
  return {
    received,
    shown,
    errors,
    lost: documentsWhere(rows, isLost),
    free: documentsWhere(rows, (row) => row.state === 'missing' && isUnsent(row)),
    /** How much of the document that is being sent has left the browser, from 0 to 1. */
    sentShare: sending && Math.min(sending.sent / Math.max(sending.total, 1), 1),
    isComplete,
    isDone: isComplete && errors.length === 0 && documentsWhere(rows, isUnsent).length === 0,
    isFinal: shown.every((type) => isFinal(rows[type], mayReplace)),
    /** The chosen documents have arrived; the others may follow (contract, decision 25). */
    isInPart:
      run.state === 'failed' &&
      reasons.length === 0 &&
      withMessages.every((type) => rowMessage(rows[type]) === texts().form.messages.required),
  };
}
