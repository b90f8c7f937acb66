import { texts } from '#language';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { fill } from '#src/language/format.ts';
import type { FileError } from './check-document.ts';
import {
  arrivedIn,
  documentsIn,
  documentsWithMessage,
  fileOf,
  isSettled,
  onlyNeeded,
  type Row,
  type Rows,
  rowMessage,
  unsentDocuments,
  withFile,
  withMessage,
} from './document-rows.ts';
import { documentLabel, labeledMessage, sizeNotice } from './document-texts.ts';

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
export interface ArrivedDocument {
  readonly type: DocumentType;
  /** The file's name and the day, on a page that may show them. */
  readonly details?: string;
  /** Whether the scan has found malware in the document, so that it must be sent again. */
  readonly isInfected?: boolean;
}

/** The visitor was redirected to a page that shows this result of an upload without script. */
export interface UploadOutcome {
  /** Each message is shown at its field. */
  readonly errors: readonly { readonly field?: DocumentType; readonly message: string }[];
}

export function initialState(
  received: readonly ArrivedDocument[] = [],
  { errors }: UploadOutcome = { errors: [] },
  until?: string,
  needed?: readonly DocumentType[],
  mayReplace = false,
): UploadState {
  const rowOf = (documentType: DocumentType): Row => {
    const document = received.find(({ type }) => type === documentType);
    const error = errors.find(({ field }) => field === documentType);
    const { details, isInfected = false } = document ?? {};
    const row: Row =
      document && !isInfected
        ? arrivedRow(mayReplace, details === undefined ? {} : { details })
        : { state: 'missing' };
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

const arrivedRow = (
  mayReplace: boolean,
  arrived: NonNullable<ReturnType<typeof arrivedIn>>,
): Row => (mayReplace ? { state: 'missing', arrived } : { state: 'received', ...arrived });

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
  | ({ type: 'failed'; message: string; resend?: boolean } & DocumentsEvent)
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
      return changed(state, [documentType], () => withFile({ state: row }, file));
    }
    case 'checked': {
      const { documentType, message, isEncrypted = false, refused } = event;
      if (fileOf(rows[documentType]) !== event.file) return state;
      const file = event.renamed ?? event.file;
      const next = {
        ...changed(state, [documentType], (row) =>
          refused
            ? {
                state: 'missing',
                message: refused.message,
                ...(refused.stopsUpload && { isRefused: true }),
              }
            : withMessage('file' in row && file ? { ...row, file } : row, message),
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
        withMessage(withFile({ state: 'preparing' }, fileOf(row)), rowMessage(row)),
      );
    case 'prepared':
      return changed(state, [event.documentType], (row) =>
        row.state === 'preparing'
          ? withMessage(withFile({ state: 'missing' }, row.file), row.message)
          : row,
      );
    case 'submitted': {
      const { documents } = event;
      const isRunning = run.state === 'sending' || run.state === 'waiting';
      return isRunning || documents.length === 0
        ? state
        : { ...state, run: { state: 'waiting', documents } };
    }
    case 'started':
      return { ...state, run: { state: 'sending' } };
    case 'progress': {
      const { documentType, sent, total } = event;
      const row = rows[documentType];
      const file = fileOf(row);
      if (!file || row.state === 'received') return state;
      return {
        ...changed(state, [documentType], () => ({ state: 'sending', file, sent, total })),
        announcement: fill(texts().documents.sending, { label: documentLabel(documentType) }),
      };
    }
    case 'failed': {
      const { documents, message, resend } = event;
      const failed = changed(state, documents, (row) => {
        const file = fileOf(row);
        return file ? { state: 'failed', file, message, ...(resend && { resend }) } : row;
      });
      return announced(failed, sendingOf(rows, documents), message);
    }
    case 'received': {
      const { documents, sent } = event;
      const received = changed(state, documents, (row, documentType) => {
        const file = fileOf(row);
        const arrived = arrivedIn(row);
        if (arrived && documentType !== sent) return row;
        const details = arrived && { details: arrived.details ?? '' };
        return arrivedRow(state.mayReplace, { ...details, ...(file && { file }) });
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
      if (documentsWithMessage(rows).length > 0)
        return { ...state, run: { state: 'failed', reasons: [] } };
      return {
        ...state,
        run: { state: unsentDocuments(rows).length === 0 ? 'completed' : 'idle' },
      };
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
    if (isSettled(row)) return [];
    const next = change(row, documentType);
    return [[documentType, row.arrived ? ({ arrived: row.arrived, ...next } as Row) : next]];
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
  documentsIn(rows, 'sending').find((documentType) => documents.includes(documentType));
