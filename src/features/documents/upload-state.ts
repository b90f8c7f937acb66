import { texts } from '#language';
import { fieldId } from '#src/components/form/field-id.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { fill } from '#src/language/format.ts';
import type { FileError } from './check-document.ts';
import {
  documentsWhere,
  hadArrived,
  hasArrived,
  isFinal,
  isShown,
  isUnsent,
  onlyNeeded,
  type Row,
  type Rows,
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

/** An event about one document, with the file that was chosen for it. */
interface FileEvent {
  readonly documentType: DocumentType;
  readonly file: File | undefined;
}
/** The visitor or the connection asks for a run with `submitted`. The site says which have arrived with `refreshed`. */
interface DocumentsEvent {
  readonly documents: readonly DocumentType[];
}
/** The check of `file` has ended; without a message the file is valid. `renamed` takes its place. */
interface CheckedEvent extends FileEvent {
  readonly renamed?: File | undefined;
  readonly message: string | undefined;
  readonly isEncrypted?: boolean;
  /** The file leaves its row. */
  readonly refused?: FileError | undefined;
}
export type UploadEvent =
  | ({ type: 'chosen' } & FileEvent)
  | ({ type: 'checked' } & CheckedEvent)
  | ({ type: 'lost' | 'submitted' } & DocumentsEvent)
  /** The file of the document `sent` has arrived. */
  | ({ type: 'received'; sent?: DocumentType } & DocumentsEvent)
  | { type: 'preparing' | 'prepared'; documentType: DocumentType }
  | { type: 'started' | 'ended' }
  | { type: 'progress'; documentType: DocumentType; sent: number; total: number }
  /** `isOver`: no document of the application is replaced any more. */
  | ({ type: 'failed'; message: string; resend?: true; isOver?: true } & DocumentsEvent)
  | ({
      type: 'refreshed';
      until: string | undefined;
      needed?: readonly DocumentType[] | undefined;
    } & DocumentsEvent);

export function uploadReducer(state: UploadState, event: UploadEvent): UploadState {
  const { rows, run } = state;
  switch (event.type) {
    case 'chosen': {
      const { documentType, file } = event;
      const row = rows[documentType].state === 'preparing' ? 'preparing' : 'missing';
      return changed(state, [documentType], () => withFile(row, file));
    }
    case 'checked': {
      const { documentType, message, isEncrypted = false, refused } = event;
      if (rows[documentType].file !== event.file) return state;
      const file = event.renamed ?? event.file;
      const next = {
        ...changed(state, [documentType], (row) =>
          refused
            ? { state: 'missing', message: refused.message, isRefused: refused.stopsUpload }
            : withMessage(row.file && file ? { ...row, file } : row, message),
        ),
        ...(file && isEncrypted && { encrypted: [...state.encrypted, file] }),
      };
      // The messages of a run are in the error summary.
      if (run.state === 'sending') return next;
      const notices = [isEncrypted && texts().documents.encrypted, file && sizeNotice(file.size)];
      return announced(next, documentType, message ?? notices.filter(Boolean).join(' '));
    }
    case 'lost':
      return changed(state, event.documents, (row) =>
        row.state === 'missing' ? { ...row, isLost: true } : row,
      );
    case 'preparing':
      return changed(state, [event.documentType], (row) =>
        withMessage(withFile('preparing', row.file), row.message),
      );
    case 'prepared':
      return changed(state, [event.documentType], (row) =>
        row.state === 'preparing' ? withMessage(withFile('missing', row.file), row.message) : row,
      );
    case 'submitted': {
      const { documents } = event;
      const isRunning = run.state === 'sending' || run.state === 'waiting';
      return isRunning || documents.length === 0
        ? state
        : { ...state, run: { state: 'waiting', documents } };
    }
    case 'started': {
      // Why a document was not replaced was in the summary of the run before.
      const final = documentsWhere(rows, (row) => isFinal(row, state.mayReplace));
      const entries = final.map((type) => [type, withMessage(rows[type], undefined)]);
      return {
        ...state,
        rows: { ...rows, ...Object.fromEntries(entries) },
        run: { state: 'sending' },
      };
    }
    case 'progress': {
      const { documentType, sent, total } = event;
      const { file } = rows[documentType];
      if (!file) return state;
      return {
        ...changed(state, [documentType], () => ({
          state: 'sending',
          file,
          bytes: { sent, total },
        })),
        announcement: fill(texts().documents.sending, { label: documentLabel(documentType) }),
      };
    }
    case 'failed': {
      const { documents, message, resend, isOver } = event;
      const failed = changed(state, documentOrder, (row, documentType) => {
        const isOwn = documents.includes(documentType);
        if (isOver && row.arrived) return { state: 'missing', ...(isOwn && { message }) };
        return isOwn && row.file
          ? { state: 'failed', file: row.file, message, ...(resend && { resend }) }
          : row;
      });
      const next = { ...failed, mayReplace: state.mayReplace && !isOver };
      return announced(next, sendingOf(rows, documents), message);
    }
    case 'received': {
      const { documents, sent } = event;
      const received = changed(state, documents, (row, documentType) => {
        const { file, arrived } = row;
        if (arrived && documentType !== sent) return row;
        const details = arrived && { details: arrived.details ?? '' };
        return { state: 'missing', arrived: { ...details, ...(file && { file }) } };
      });
      return announced(
        received,
        sendingOf(rows, documents),
        texts().documents.messages.documentUploaded,
      );
    }
    case 'refreshed': {
      const { until, needed } = event;
      const known = { ...state, rows: onlyNeeded(rows, needed), until };
      return uploadReducer(known, { ...event, type: 'received' });
    }
    case 'ended': {
      if (documentsWhere(rows, ({ message }) => message).length > 0)
        return { ...state, run: { state: 'failed', reasons: [] } };
      const isCompleted = documentsWhere(rows, isUnsent).length === 0;
      return { ...state, run: { state: isCompleted ? 'completed' : 'idle' } };
    }
  }
}

/** A document that has arrived stays arrived, whatever the next events are. */
function changed(
  state: UploadState,
  documents: readonly DocumentType[],
  change: (row: Row, documentType: DocumentType) => Row,
): UploadState {
  const rows = documents.flatMap((documentType): [DocumentType, Row][] => {
    const row = state.rows[documentType];
    if (isFinal(row, state.mayReplace)) return [];
    const next = change(row, documentType);
    return [[documentType, row.arrived ? { arrived: row.arrived, ...next } : next]];
  });
  return { ...state, rows: { ...state.rows, ...Object.fromEntries(rows) } };
}

const announced = (
  state: UploadState,
  documentType: DocumentType | undefined,
  text: string | undefined,
): UploadState =>
  documentType && text ? { ...state, announcement: labeledMessage(documentType, text) } : state;

const sendingOf = (rows: Rows, documents: readonly DocumentType[]): DocumentType | undefined =>
  documents.find((documentType) => rows[documentType].state === 'sending');

export function viewOf({ rows, run, mayReplace }: UploadState) {
  const received = documentsWhere(rows, hasArrived);
  // What had arrived when the page was opened follows what is missing.
  const shown = [false, true].flatMap((isLast) =>
    documentsWhere(rows, (row) => isShown(row) && hadArrived(row) === isLast),
  );
  const withMessages = documentsWhere(rows, ({ message }) => message);
  const reasons = run.state === 'failed' ? run.reasons : [];
  const errors = [
    ...reasons.map((message) => ({ message })),
    ...withMessages.map((type) => ({
      id: fieldId(type),
      message: labeledMessage(type, rows[type].message ?? ''),
    })),
  ];
  const isComplete = received.length === shown.length;
  return {
    received,
    shown,
    errors,
    lost: documentsWhere(rows, ({ isLost }) => isLost),
    free: documentsWhere(rows, (row) => row.state === 'missing' && isUnsent(row)),
    sending: documentsWhere(rows, ({ state }) => state === 'sending')[0],
    isComplete,
    isDone: isComplete && errors.length === 0 && documentsWhere(rows, isUnsent).length === 0,
    isFinal: shown.every((type) => isFinal(rows[type], mayReplace)),
    /** The chosen documents have arrived; the others may follow (contract, decision 25). */
    isInPart:
      run.state === 'failed' &&
      reasons.length === 0 &&
      withMessages.every((type) => rows[type].message === texts().form.messages.required),
  };
}
