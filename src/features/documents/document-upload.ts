import { texts } from '#language';
import { submissionHref } from '#src/addresses.ts';
import { noteApplication } from '#src/browser/application-records.ts';
import { createMachine } from '#src/browser/machine.ts';
import { submissionStatus } from '#src/browser/submission-status.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { isPictureFor } from './assign-files.ts';
import { checkFile } from './check-document.ts';
import { requestUploadTicket, type SendFailure, sendDocument } from './document-requests.ts';
import { addition, type NextPicture, type PhotoAction } from './photos/pages.ts';
import { canMakePictures, readPicture } from './photos/read-picture.ts';
import { reduceUpload } from './upload-events.ts';
import type { UploadOutcome } from './upload-outcome.ts';
import {
  type DocumentsApplication,
  documentsWhere,
  initialState,
  isUnsent,
  type OneDocument,
  type Row,
} from './upload-state.ts';

export interface UploadOptions {
  readonly application: DocumentsApplication;
  readonly maxBytes: number;
  readonly outcome?: UploadOutcome | undefined;
  /** The address of the upload ticket, for a browser that did not get it by applying. */
  readonly ticketHref?: string | undefined;
  /** Documents can be made of pictures, if the browser can read them. */
  readonly photographs: boolean;
  readonly requests?: typeof siteRequests;
}
const siteRequests = { readPicture, sendDocument, submissionStatus, requestUploadTicket };

export type Upload = ReturnType<typeof createUpload>;

/** The events and their effects are in `upload-events.ts`. */
export function createUpload({
  application,
  maxBytes,
  outcome,
  ticketHref,
  photographs,
  requests = siteRequests,
}: UploadOptions) {
  const { joblistingid, applicantId, submissionId, companyId, received } = application;
  const upload = createMachine(
    initialState(application, outcome),
    reduceUpload,
    ({ check: chosen, read: picture, send }) => {
      if (chosen) void check(chosen.documentType, chosen.file);
      if (picture) read(picture);
      if (send) void run(send);
    },
  );
  const { dispatch, getState } = upload;
  const withPictures = photographs && canMakePictures();

  /** If a chosen picture is in no format of the row, the document is made of it. */
  function choose(documentType: DocumentType, file: File | undefined): void {
    if (file && withPictures && isPictureFor(documentType, file))
      dispatch({ type: 'photos', documentType, action: addition([file], true) });
    else dispatch({ type: 'chosen', documentType, file });
  }

  async function check(documentType: DocumentType, file: File | undefined): Promise<void> {
    const checked = await checkFile(documentType, file, maxBytes);
    dispatch({ type: 'checked', documentType, file, ...checked });
  }

  function read({ documentType, id, name, level, ...picture }: OneDocument & NextPicture): void {
    const report = (action: PhotoAction) => dispatch({ type: 'photos', documentType, action });
    requests.readPicture(name, picture).then(
      (jpeg) => report({ type: 'encoded', id, level, jpeg }),
      ({ message }: Error) => report({ type: 'unreadable', id, message }),
    );
  }

  async function run(documents: readonly DocumentType[]): Promise<void> {
    const valid = await checkAgain(documents);
    // Each run requests the ticket again, because the browser may have lost it.
    const refusal =
      ticketHref && valid.length > 0 ? await requests.requestUploadTicket(ticketHref) : undefined;
    if (refusal === undefined) await sendInOrder(valid);
    else dispatch({ type: 'not-sent', documents: valid, message: refusal });
    dispatch({ type: 'ended' });
    // With the ticket, the browser can now read which documents have arrived.
    if (ticketHref !== undefined) void refresh();
  }

  /**
   * Returns the documents that can be sent: none while any chosen file of the form has a wrong type or size (contract,
   * decision 12).
   */
  async function checkAgain(documents: readonly DocumentType[]): Promise<readonly DocumentType[]> {
    const isOpen = (row: Row) => isUnsent(row) && row.state !== 'refused';
    for (const documentType of documentsWhere(getState(), isOpen)) {
      const { file } = getState().rows[documentType];
      if (file || documents.includes(documentType)) await check(documentType, file);
    }
    const isStopped = documentsWhere(getState(), ({ state }) => state === 'refused').length > 0;
    return isStopped ? [] : documents.filter((type) => getState().rows[type].file);
  }

  /** The loop ends after two failed requests in a row, or after a failure with which all others would fail too. */
  async function sendInOrder(documents: readonly DocumentType[]): Promise<void> {
    let failedRequests = 0;
    for (const [index, documentType] of documents.entries()) {
      const { file } = getState().rows[documentType];
      // Another tab may have sent the document.
      if (!file) continue;
      const failure = await sendOne(documentType, file);
      failedRequests = failure?.reason === 'request' ? failedRequests + 1 : 0;
      const isSecond = failedRequests === 2;
      if (!failure || !(isSecond || ['offline', 'ticket'].includes(failure.reason))) continue;
      const message = isSecond ? texts().documents.notSent : failure.message;
      return dispatch({ type: 'not-sent', documents: documents.slice(index + 1), message });
    }
  }

  async function sendOne(documentType: DocumentType, file: File): Promise<SendFailure | undefined> {
    const onProgress = (sentBytes: number, totalBytes: number) =>
      dispatch({ type: 'progress', documentType, sentBytes, totalBytes });
    onProgress(0, file.size);
    const part = { type: documentType, file, joblistingid, applicantId };
    const { received, failure } = await requests.sendDocument(part, onProgress);
    const explained = failure && (await explain(failure, documentType, file));
    dispatch({ type: 'answered', documentType, received, failure: explained });
    return explained;
  }

  async function explain(
    failure: SendFailure,
    documentType: DocumentType,
    file: File,
  ): Promise<SendFailure> {
    // If the file was changed on the disk while it was sent, the request fails as if the connection were lost.
    const { error } = await checkFile(documentType, file, maxBytes);
    if (error) return { ...failure, reason: 'file', message: error.message };
    if (failure.reason !== 'ticket' || ticketHref === undefined) return failure;
    // The site refuses a ticket after an erasure or a withdrawal. Otherwise the browser has refused the cookie.
    const refusal = await requests.requestUploadTicket(ticketHref);
    return { ...failure, message: refusal ?? texts().documents.ticketRefused };
  }

  /** Asks the site which documents have arrived. Without an answer the rows stay as they are. */
  async function refresh(): Promise<void> {
    const status = await requests
      .submissionStatus(submissionHref(joblistingid, submissionId))
      .catch(() => undefined);
    if (status?.applicantId !== applicantId) return;
    if (companyId !== undefined) noteApplication(companyId, status);
    // The site lists infected documents as received. Only the page of the link knows them.
    const infected = received.flatMap(({ type, isInfected }) => (isInfected ? [type] : []));
    const documents = status.received.filter((type) => !infected.includes(type));
    dispatch({ type: 'refreshed', documents, until: status.until, needed: status.needed });
  }

  return { ...upload, withPictures, choose, refresh };
}
