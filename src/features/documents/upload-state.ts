import { texts } from '#language';
import { fieldId } from '#src/components/form/field-id.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { fill } from '#src/language/format.ts';
import type { FileCheck } from './check-document.ts';
import type { SendFailure, SendResult } from './document-requests.ts';
import {
  documentsWhere,
  hadArrived,
  hasArrived,
  isLost,
  isReadOnly,
  isResent,
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
import {
  isPhotograph,
  isRead,
  levelsOf,
  type NextPicture,
  nextPicture,
  noPhotos,
  type PhotoAction,
  type Photos,
  photosReducer,
} from './photos/pages.ts';
import { documentOf } from './photos/pdf.ts';
import type { UploadOutcome } from './upload-outcome.ts';

type Run =
  | { readonly state: 'idle' }
  /** The run begins as soon as none of these documents is `preparing`. */
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

export type OneDocument = { readonly documentType: DocumentType };
type SeveralDocuments = { readonly documents: readonly DocumentType[] };

export type UploadEvent = Readonly<
  | ({ type: 'chosen'; file: File | undefined } & OneDocument)
  /** The check of `file` has ended; `renamed` takes its place. A file with an error leaves its row. */
  | ({ type: 'checked'; file: File | undefined } & OneDocument & FileCheck)
  /** This number of files was dropped on the row, which keeps its own. */
  | ({ type: 'several-dropped'; count: number } & OneDocument)
  /** The page had files for these documents before it was loaded again. */
  | ({ type: 'lost' } & SeveralDocuments)
  /** The pictures of which the document is made are added, changed, or have been read. */
  | ({ type: 'photos'; action: PhotoAction } & OneDocument)
  /** The visitor asks for a run with one document, or with all that are unsent. */
  | ({ type: 'submitted' } & Partial<OneDocument>)
  /** The connection is back: a run sends what it has stopped. */
  | { type: 'online' }
  | ({ type: 'progress'; sentBytes: number; totalBytes: number } & OneDocument)
  /** The request of the document has ended. */
  | ({ type: 'answered' } & OneDocument & SendResult)
  /** The run ends before these documents. */
  | ({ type: 'not-sent'; message: string } & SeveralDocuments)
  | { type: 'ended' }
  /** The site says which documents have arrived. */
  | ({ type: 'refreshed' } & SeveralDocuments & Pick<DocumentsApplication, 'until' | 'needed'>)
>;
type EventOf<Type extends UploadEvent['type']> = Extract<UploadEvent, { type: Type }>;

/** The state after an event, and what `createUpload` does then. */
export interface UploadChange {
  readonly state: UploadState;
  /** The check of this file ends with `checked`. */
  readonly check?: OneDocument & { readonly file: File };
  /** The picture is read, or made smaller, and the result is an action of `photos`. */
  readonly read?: OneDocument & NextPicture;
  /** A run with these documents has begun. */
  readonly send?: readonly DocumentType[];
}

export function reduceUpload(before: UploadState, event: UploadEvent): UploadChange {
  const change = changeAfter(before, event);
  const { run, rows } = change.state;
  const isPreparing = (type: DocumentType) => rows[type].state === 'preparing';
  return run.state === 'waiting' && !run.documents.some(isPreparing)
    ? { ...change, state: beginRun(change.state), send: run.documents }
    : change;
}

function changeAfter(state: UploadState, event: UploadEvent): UploadChange {
  switch (event.type) {
    case 'chosen':
    case 'photos': {
      const { documentType } = event;
      // The answer is about the file that is being sent. A dialog that was open before may choose another one.
      if (state.rows[documentType].state === 'sending')
        return { state: announced(state, documentType, texts().documents.stillSending) };
      return event.type === 'photos'
        ? photographed(state, event)
        : chosen(state, documentType, event.file);
    }
    case 'checked':
      return checked(state, event);
    case 'several-dropped': {
      const { documentType, count } = event;
      const message = fill(texts().documents.severalDropped, { count });
      const next = withNextFiles(state, [documentType], (row) => withMessage(row, message));
      return { state: announced(next, documentType, message) };
    }
    case 'lost': {
      const lost = (row: Row): Row => (row.state === 'missing' ? { ...row, isLost: true } : row);
      return { state: withNextFiles(state, event.documents, lost) };
    }
    case 'submitted': {
      const { documentType } = event;
      return askForRun(state, documentType ? [documentType] : documentsWhere(state.rows, isUnsent));
    }
    case 'online':
      return askForRun(state, documentsWhere(state.rows, isResent));
    case 'progress': {
      const { documentType, sentBytes, totalBytes } = event;
      const file = rowFile(state.rows[documentType]);
      if (!file) return { state };
      const row = { state: 'sending', file, sentBytes, totalBytes } as const;
      const announcement = fill(texts().documents.sending, { label: documentLabel(documentType) });
      return { state: { ...withNextFiles(state, [documentType], () => row), announcement } };
    }
    case 'answered': {
      const { documentType, received, failure } = event;
      if (!failure) return { state: withArrived(state, received, documentType) };
      return { state: withFailure(withArrived(state, received), [documentType], failure) };
    }
    case 'not-sent':
      return { state: withFailure(state, event.documents, event) };
    case 'ended': {
      if (documentsWhere(state.rows, rowMessage).length > 0)
        return { state: { ...state, run: { state: 'failed', reasons: [] } } };
      const isCompleted = documentsWhere(state.rows, isUnsent).length === 0;
      return { state: { ...state, run: { state: isCompleted ? 'completed' : 'idle' } } };
    }
    case 'refreshed': {
      const { documents, until, needed } = event;
      const next = { ...state, rows: onlyNeeded(state.rows, needed), until };
      return { state: withArrived(next, documents) };
    }
  }
}

function chosen(
  state: UploadState,
  documentType: DocumentType,
  file: File | undefined,
  madeOf?: Photos,
): UploadChange {
  const row = { ...withFile(file), ...(madeOf && { photos: madeOf }) };
  const next = withNextFiles(state, [documentType], () => row);
  return { state: next, ...(file && { check: { documentType, file } }) };
}

/** The document is made of the pictures when all are read and small enough. */
function photographed(state: UploadState, event: EventOf<'photos'>): UploadChange {
  const { documentType, action } = event;
  const row = state.rows[documentType];
  const { photos: before = noPhotos } = row;
  const page = before.pages.find((each) => 'id' in action && each.id === action.id);
  if (action.type === 'unreadable' && page && !isRead(page) && page.isChosen)
    return chosen(state, documentType, page.file);
  const replaces = action.type === 'add' && isPhotograph(documentType);
  const photos = photosReducer(replaces ? noPhotos : before, action);
  if (photos === before || isReadOnly(row, state.mayReplace)) return { state };
  const levels = levelsOf(documentType);
  const next = nextPicture(photos.pages, levels);
  const made = next ? undefined : documentOf(photos.pages.filter(isRead), documentType);
  if (made) return chosen(state, documentType, made, photos);
  // A file that was not made of the pictures stays until they replace it.
  const isMade = row.state !== 'preparing' && before.pages.length > 0;
  const other = isMade ? { file: undefined } : { file: rowFile(row), message: rowMessage(row) };
  const changedRow: Row = next
    ? { state: 'preparing', ...other }
    : withMessage(withFile(other.file), other.message);
  const isReading = next?.source === nextPicture(before.pages, levels)?.source;
  return {
    state: withNextFiles(state, [documentType], () => ({ ...changedRow, photos })),
    ...(next && !isReading && { read: { documentType, ...next } }),
  };
}

function askForRun(state: UploadState, documents: readonly DocumentType[]): UploadChange {
  const isRunning = state.run.state === 'sending' || state.run.state === 'waiting';
  if (isRunning || documents.length === 0) return { state };
  return { state: { ...state, run: { state: 'waiting', documents } } };
}

function beginRun(state: UploadState): UploadState {
  // Why a document was not replaced was in the summary of the run before.
  const readOnly = documentsWhere(state.rows, (row) => isReadOnly(row, state.mayReplace));
  const entries = readOnly.map((type) => [type, withMessage(state.rows[type], undefined)]);
  const rows = { ...state.rows, ...Object.fromEntries(entries) };
  return { ...state, rows, run: { state: 'sending' } };
}

function checked(state: UploadState, event: EventOf<'checked'>): UploadChange {
  const { documentType, error, isEncrypted = false } = event;
  if (rowFile(state.rows[documentType]) !== event.file) return { state };
  const file = event.renamed ?? event.file;
  const next = withNextFiles(state, [documentType], (row) =>
    error && file
      ? { state: 'missing', message: error.message, isRefused: error.stopsUpload }
      : withMessage('file' in row && file ? { ...row, file } : row, error?.message),
  );
  const encrypted = file && isEncrypted ? [...state.encrypted, file] : state.encrypted;
  // The messages of a run are in the error summary.
  if (state.run.state === 'sending') return { state: { ...next, encrypted } };
  const notices = [isEncrypted && texts().documents.encrypted, file && sizeNotice(file.size)];
  const text = error?.message ?? notices.filter(Boolean).join(' ');
  return { state: announced({ ...next, encrypted }, documentType, text) };
}

/** These documents have arrived: of `sent` the file of the row. */
function withArrived(
  state: UploadState,
  documents: readonly DocumentType[],
  sent?: DocumentType,
): UploadState {
  const next = withNextFiles(state, documents, (row, documentType) => {
    const { arrived } = row;
    if (documentType !== sent) {
      if (arrived) return row;
      // Another tab or device has sent the document, and the file of this row was not sent.
      if (row.state === 'chosen' || row.state === 'preparing')
        return state.mayReplace
          ? { ...row, arrived: {} }
          : { state: 'missing', arrived: {}, message: texts().documents.sentElsewhere };
    }
    const file = rowFile(row);
    const details = arrived && { details: arrived.details ?? '' };
    return { state: 'missing', arrived: { ...details, ...(file && { file }) } };
  });
  const { documentUploaded } = texts().documents.messages;
  return announced(next, sendingOf(state.rows, documents), documentUploaded);
}

function withFailure(
  state: UploadState,
  documents: readonly DocumentType[],
  { message, reason, isOver }: Pick<SendFailure, 'message'> & Partial<SendFailure>,
): UploadState {
  const next = withNextFiles(state, documentOrder, (row, documentType) => {
    const isOwn = documents.includes(documentType);
    if (isOver && row.arrived) return { state: 'missing', ...(isOwn && { message }) };
    const file = rowFile(row);
    if (!isOwn || !file) return row;
    return { state: 'failed', file, message, ...(reason !== 'file' && { resend: true }) };
  });
  const mayReplace = state.mayReplace && !isOver;
  return announced({ ...next, mayReplace }, sendingOf(state.rows, documents), message);
}

/** Of a row that is not read-only the next file changes: what has arrived stays, and so do the pictures of the same file. */
function withNextFiles(
  state: UploadState,
  documents: readonly DocumentType[],
  change: (row: Row, documentType: DocumentType) => Row,
): UploadState {
  const open = documents.filter((type) => !isReadOnly(state.rows[type], state.mayReplace));
  const entries = open.map((type) => {
    const { [type]: row } = state.rows;
    const next = change(row, type);
    const isSameFile = rowFile(next) === rowFile(row);
    const { arrived, photos } = row;
    return [
      type,
      { ...(arrived && { arrived }), ...(photos && isSameFile && { photos }), ...next },
    ];
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
  const arrived = documentsWhere(rows, hasArrived);
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
  const isComplete = arrived.length === shown.length;
  const sending = Object.values(rows).find((row) => row.state === 'sending');
  return {
    arrived,
    shown,
    errors,
    lost: documentsWhere(rows, isLost),
    free: documentsWhere(rows, (row) => row.state === 'missing' && isUnsent(row)),
    /** How much of the document that is being sent has left the browser, from 0 to 1. */
    sentShare: sending && Math.min(sending.sentBytes / Math.max(sending.totalBytes, 1), 1),
    isComplete,
    isFinished: isComplete && errors.length === 0 && documentsWhere(rows, isUnsent).length === 0,
    isReadOnly: shown.every((type) => isReadOnly(rows[type], mayReplace)),
    /** The chosen documents have arrived; the others may follow (contract, decision 25). */
    isInPart:
      run.state === 'failed' &&
      reasons.length === 0 &&
      withMessages.every((type) => rowMessage(rows[type]) === texts().form.messages.required),
  };
}
