import { texts } from '#language';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import { fill } from '#src/language/format.ts';
import type { FileCheck } from './check-document.ts';
import type { SendFailure, SendResult } from './document-requests.ts';
import { documentLabel, labeledMessage } from './document-texts.ts';
import {
  isPhotograph,
  isRead,
  type NextPicture,
  nextPicture,
  noPhotos,
  type PhotoAction,
  type Photos,
  photosReducer,
} from './photos/pages.ts';
import { documentOf } from './photos/pdf.ts';
import {
  documentsWhere,
  isFilled,
  isPreparing,
  isReadOnly,
  isUnsent,
  type OneDocument,
  progressOf,
  type Row,
  type UploadProgress,
  type UploadState,
  withNextFile,
  withoutFile,
} from './upload-state.ts';

type SeveralDocuments = { readonly documents: readonly DocumentType[] };

export type UploadEvent = Readonly<
  | ({ type: 'chosen'; file: File | undefined } & OneDocument)
  /** The check of `file` has ended. `renamed` replaces it; a file with an error is removed from its row. */
  | ({ type: 'checked'; file: File | undefined } & OneDocument & FileCheck)
  /** Several files were dropped on a row, which takes none of them. */
  | ({ type: 'several-dropped'; count: number } & OneDocument)
  /** The page had files for these documents before it was loaded again. */
  | ({ type: 'lost' } & SeveralDocuments)
  /** A picture of the document was added, changed or read. */
  | ({ type: 'photos'; action: PhotoAction } & OneDocument)
  /** The visitor asks for a run with one document, or with all that are unsent. */
  | ({ type: 'submitted' } & Partial<OneDocument>)
  /** The connection is back, so the files that were stopped by its loss are sent. */
  | { type: 'online' }
  | ({ type: 'progress' } & UploadProgress)
  /** The request of the document has ended. */
  | ({ type: 'answered' } & OneDocument & SendResult)
  /** The run ends before these documents. */
  | ({ type: 'not-sent'; message: string } & SeveralDocuments)
  | { type: 'ended' }
  /** The site says which documents have arrived. */
  | ({ type: 'refreshed' } & SeveralDocuments & Pick<SubmissionStatus, 'until' | 'needed'>)
>;
type EventOf<Type extends UploadEvent['type']> = Extract<UploadEvent, { type: Type }>;

/** The state after an event, and the effects that `createUpload` then carries out. */
export interface UploadChange {
  readonly state: UploadState;
  /** The file to check. The check ends with the event `checked`. */
  readonly check?: OneDocument & { readonly file: File };
  /** The picture to read or to make smaller. The result is an event `photos`. */
  readonly read?: OneDocument & NextPicture;
  /** The documents of a run that begins now. */
  readonly send?: readonly DocumentType[];
}

export function reduceUpload(before: UploadState, event: UploadEvent): UploadChange {
  const change = changeAfter(before, event);
  const { run, rows } = change.state;
  return run.state === 'waiting' && !run.documents.some((type) => isPreparing(rows[type], type))
    ? { ...change, state: beginRun(change.state), send: run.documents }
    : change;
}

function changeAfter(state: UploadState, event: UploadEvent): UploadChange {
  switch (event.type) {
    case 'chosen':
    case 'photos': {
      const { documentType } = event;
      // A file picker that was open before may choose a file while another file of the document is being sent.
      if (progressOf(state)?.documentType === documentType)
        return { state: announced(state, documentType, texts().documents.stillSending) };
      return event.type === 'photos'
        ? afterPhotoAction(state, event)
        : afterChoice(state, documentType, event.file);
    }
    case 'checked':
      return afterCheck(state, event);
    case 'several-dropped': {
      const { documentType, count } = event;
      const message = fill(texts().documents.severalDropped, { count });
      const next = changeRows(state, [documentType], (row) => ({ ...row, message }));
      return { state: announced(next, documentType, message) };
    }
    case 'lost': {
      const lost = (row: Row): Row =>
        row.state === 'missing' && !isFilled(row) ? { ...row, state: 'lost' } : row;
      return { state: changeRows(state, event.documents, lost) };
    }
    case 'submitted': {
      const { documentType } = event;
      return askForRun(state, documentType ? [documentType] : documentsWhere(state, isUnsent));
    }
    case 'online':
      return askForRun(
        state,
        documentsWhere(state, (row) => row.resend && isFilled(row)),
      );
    case 'progress': {
      const { type, ...progress } = event;
      const { documentType } = event;
      const next = changeRows(state, [documentType], (row) => ({ ...row, message: undefined }));
      const announcement = fill(texts().documents.sending, { label: documentLabel(documentType) });
      return { state: { ...next, run: { state: 'sending', progress }, announcement } };
    }
    case 'answered': {
      const { documentType, received, failure } = event;
      const arrived = withArrived(state, received, failure ? undefined : documentType);
      const next = failure ? withFailure(arrived, [documentType], failure) : arrived;
      const { documentUploaded } = texts().documents.messages;
      const text = failure?.message ?? documentUploaded;
      return { state: announced({ ...next, run: { state: 'sending' } }, documentType, text) };
    }
    case 'not-sent':
      return { state: withFailure(state, event.documents, event) };
    case 'ended': {
      if (documentsWhere(state, ({ message }) => message).length > 0)
        return { state: { ...state, run: { state: 'failed', reasons: [] } } };
      const isCompleted = documentsWhere(state, isUnsent).length === 0;
      return { state: { ...state, run: { state: isCompleted ? 'completed' : 'idle' } } };
    }
    case 'refreshed': {
      const { documents, until, needed } = event;
      return { state: withArrived({ ...state, until, needed }, documents) };
    }
  }
}

function afterChoice(
  state: UploadState,
  documentType: DocumentType,
  file: File | undefined,
  madeOf?: Photos,
): UploadChange {
  const next = changeRows(state, [documentType], (row) =>
    file
      ? { ...withNextFile(row), state: 'chosen', file, ...(madeOf && { photos: madeOf }) }
      : withoutFile(row),
  );
  return { state: next, ...(file && { check: { documentType, file } }) };
}

/** The document is made of the pictures when all are read and small enough. */
function afterPhotoAction(state: UploadState, event: EventOf<'photos'>): UploadChange {
  const { documentType, action } = event;
  const row = state.rows[documentType];
  // Another picture for a photograph begins a new list of pictures, and the file stays until that picture is read.
  const isOther = action.type === 'add' && isPhotograph(documentType);
  const before = (!isOther && row.photos) || noPhotos;
  const page = before.pages.find((each) => 'id' in action && each.id === action.id);
  if (action.type === 'unreadable' && page && !isRead(page) && page.isChosen)
    return afterChoice(state, documentType, page.file);
  const photos = photosReducer(before, action);
  if (photos === before || isReadOnly(row, state.mayReplace)) return { state };
  const reading = nextPicture(before.pages, documentType);
  const next = nextPicture(photos.pages, documentType);
  const made = next ? undefined : documentOf(photos.pages.filter(isRead), documentType);
  if (made) return afterChoice(state, documentType, made, photos);
  const isMade = before.pages.length > 0 && !reading;
  return {
    state: changeRows(state, [documentType], () => ({
      ...(isMade ? withNextFile(row) : row),
      photos,
    })),
    ...(next && next.source !== reading?.source && { read: { documentType, ...next } }),
  };
}

function askForRun(state: UploadState, documents: readonly DocumentType[]): UploadChange {
  const isRunning = state.run.state === 'sending' || state.run.state === 'waiting';
  if (isRunning || documents.length === 0) return { state };
  return { state: { ...state, run: { state: 'waiting', documents } } };
}

/** Removes the messages of documents that cannot be replaced, because they were about the run before. */
function beginRun(state: UploadState): UploadState {
  const readOnly = documentsWhere(state, (row) => isReadOnly(row, state.mayReplace));
  const entries = readOnly.map((type) => [type, { ...state.rows[type], message: undefined }]);
  const rows = { ...state.rows, ...Object.fromEntries(entries) };
  return { ...state, rows, run: { state: 'sending' } };
}

function afterCheck(state: UploadState, event: EventOf<'checked'>): UploadChange {
  const { documentType, error, notice = '' } = event;
  if (state.rows[documentType].file !== event.file) return { state };
  const next = changeRows(state, [documentType], (row): Row => {
    const message = error?.message;
    if (!row.file) return { ...row, message };
    if (error)
      return { ...withoutFile(row), state: error.stopsUpload ? 'refused' : 'missing', message };
    const failure = row.state === 'failed' ? row.message : undefined;
    return { ...row, file: event.renamed ?? row.file, notice, message: failure };
  });
  // The messages of a run are in the error summary.
  if (state.run.state === 'sending') return { state: next };
  return { state: announced(next, documentType, error?.message ?? notice) };
}

/** Notes that documents have arrived. The one that arrived as the file of its row is `sent`. */
function withArrived(
  state: UploadState,
  documents: readonly DocumentType[],
  sent?: DocumentType,
): UploadState {
  return changeRows(state, documents, (row, documentType) => {
    const { arrived, file } = row;
    if (arrived && documentType !== sent) return row;
    const wasSent = row.state === 'failed' || progressOf(state)?.documentType === documentType;
    if (file && wasSent) return { state: 'missing', arrived: { ...arrived, file } };
    const elsewhere = { state: 'missing', arrived: {} } as const;
    if (!isFilled(row)) return elsewhere;
    // The document has arrived from elsewhere, and not as the file of this row.
    return state.mayReplace
      ? { ...row, arrived: {} }
      : { ...elsewhere, message: texts().documents.sentElsewhere };
  });
}

function withFailure(
  state: UploadState,
  documents: readonly DocumentType[],
  { message, reason, isOver }: Pick<SendFailure, 'message'> & Partial<SendFailure>,
): UploadState {
  const next = changeRows(state, documentOrder, (row, documentType) => {
    const isOwn = documents.includes(documentType);
    if (isOver && row.arrived) return { ...withoutFile(row), ...(isOwn && { message }) };
    if (!isOwn || !row.file) return row;
    return { ...row, state: 'failed', file: row.file, message, resend: resendAfter(reason) };
  });
  return { ...next, mayReplace: state.mayReplace && !isOver };
}

const resendAfter = (reason: SendFailure['reason'] | undefined): Row['resend'] => {
  if (reason === 'file') return undefined;
  return reason === 'offline' ? 'any-file' : 'this-file';
};

/** Changes rows, except those of documents that have arrived and cannot be replaced. */
function changeRows(
  state: UploadState,
  documents: readonly DocumentType[],
  change: (row: Row, documentType: DocumentType) => Row,
): UploadState {
  const open = documents.filter((type) => !isReadOnly(state.rows[type], state.mayReplace));
  const entries = open.map((type) => [type, change(state.rows[type], type)]);
  return { ...state, rows: { ...state.rows, ...Object.fromEntries(entries) } };
}

const announced = (state: UploadState, documentType: DocumentType, text: string): UploadState =>
  text ? { ...state, announcement: labeledMessage(documentType, text) } : state;
