import { useEffect, useEffectEvent, useState } from 'react';
import { texts } from '#language';
import { receiptHref, uploadHref } from '#src/addresses.ts';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { classNames } from '#src/components/class-names.ts';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { SectionOverlay } from '#src/components/overlay/loading-screen.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { dateText, fill, fillElements, formatList } from '#src/language/format.ts';
import { isPictureFor } from './assign-files.ts';
import type { DocumentHelp } from './document-help.ts';
import { DocumentRow } from './document-row.tsx';
import { sentShare } from './document-rows.ts';
import { documentLabel } from './document-texts.ts';
import type { UploadControllerOptions } from './document-upload.ts';
import styles from './documents-upload.module.css';
import { canReadPictures } from './photos/read-picture.ts';
import { SeveralFiles } from './several-files.tsx';
import { viewOf } from './upload-state.ts';
import { useDocuments, useFileDrops } from './use-documents.ts';

/** The page that shows the section. On the page of a link the browser may not have the upload ticket yet. */
export type DocumentsPage =
  | { readonly kind: 'opening' | 'receipt' }
  | { readonly kind: 'link'; readonly path: string; readonly mayUpload: boolean };

export interface DocumentsProps
  extends Pick<UploadControllerOptions, 'application' | 'maxBytes' | 'outcome'> {
  readonly page: DocumentsPage;
  readonly help: DocumentHelp;
  readonly photographs: boolean;
  readonly onReceived?: (received: readonly DocumentType[]) => void;
}

/** Section 4, steps 4 to 6. Without JavaScript it is one multipart form to the same address (section 7). */
export function DocumentsUpload({
  application,
  page,
  help,
  maxBytes,
  photographs,
  outcome,
  onReceived,
}: DocumentsProps) {
  const { documents: text } = texts();
  const { joblistingid, applicantId, submissionId, isClosed = false } = application;
  const receipt = page.kind === 'opening' ? receiptHref(joblistingid, submissionId) : undefined;
  const ticketHref = page.kind === 'link' && !page.mayUpload ? `${page.path}/documents` : undefined;
  const { state, upload } = useDocuments({ application, maxBytes, outcome, ticketHref }, receipt);
  const { rows, run } = state;
  const until = page.kind === 'link' ? application.until : state.until;
  const view = viewOf(state);
  const { received, shown, lost, sending, isComplete, isDone } = view;
  const isSending = run.state === 'sending';
  const withPictures = photographs && canReadPictures();
  const dragging = useFileDrops();
  const hydrated = useHydrated();
  const isDoneHere = run.state === 'completed' || outcome !== undefined;
  const receivedCount = received.length;
  const total = shown.length;
  const arrived = fill(text.arrived, { received: receivedCount, total });
  const send = receivedCount === 0 ? text.sendAll : text.sendOthers;
  const undated = page.kind === 'link' ? send.here : send.withinWeek;
  // The element has a key, because a translator of the browser may have replaced the text that React would change.
  const deadline = (
    <span key={`${until} ${receivedCount > 0}`}>
      {until === undefined
        ? undated
        : fillElements(send.by, { until: <time dateTime={until}>{dateText(until)}</time> })}
    </span>
  );
  const [assigned, setAssigned] = useState<Readonly<Partial<Record<DocumentType, File>>>>({});
  const reportReceived = useEffectEvent(() => onReceived?.(received));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a received document stays received, so their number suffices.
  useEffect(reportReceived, [receivedCount]);

  function onAssign(documentType: DocumentType, file: File) {
    const isPicture = withPictures && isPictureFor(documentType, file);
    if (isPicture) setAssigned((before) => ({ ...before, [documentType]: file }));
    else void upload.choose(documentType, file);
    return isPicture;
  }

  const rowOf = (documentType: DocumentType) => (
    <DocumentRow
      key={documentType}
      documentType={documentType}
      help={help[documentType]}
      assigned={assigned[documentType]}
      onAssign={(file) => onAssign(documentType, file)}
      withPictures={hydrated && withPictures}
      applicant={application.applicant}
      state={state}
      dragging={dragging}
      upload={upload}
    />
  );
  const title = <h2 className={styles.title}>{text.title}</h2>;
  if (isClosed)
    return (
      <div className={styles.form} data-documents="">
        {title}
        {receivedCount === 0 ? <p>{text.noneArrived}</p> : null}
        <ul className={styles.rows}>{received.map(rowOf)}</ul>
      </div>
    );

  const form = (
    <form
      className={classNames(
        styles.form,
        dragging && styles.dragging,
        ticketHref !== undefined && styles.needsTicket,
      )}
      method="post"
      encType="multipart/form-data"
      action={uploadHref(joblistingid)}
      onSubmit={(event) => {
        event.preventDefault();
        upload.sendAll();
      }}
      data-documents={isComplete ? 'complete' : ''}
      data-print={page.kind === 'opening' ? undefined : 'yes'}
      noValidate
    >
      {/* This field precedes the files, because the server reads the request as it arrives. */}
      {page.kind === 'link' ? <input type="hidden" name="link" value={page.path} /> : null}
      <input type="hidden" name="applicant_id" value={applicantId} />
      <div>
        {page.kind === 'opening' ? <p className="note">{text.step}</p> : null}
        {title}
      </div>
      {outcome?.errors.length === 0 && !isComplete ? (
        <ResultAlert tone="success" title={text.messages.documentUploaded}>
          {arrived}
        </ResultAlert>
      ) : null}
      {isComplete ? null : (
        <div className={styles.intro}>
          <p>
            {receivedCount === 0
              ? text.sent
              : fill(text.sentInPart, { received: receivedCount, total })}
          </p>
          <p>
            {deadline} {page.kind === 'link' ? text.comeBack : text.comeBackInBrowser}
          </p>
          {hydrated ? <p className={`note ${styles.dropping}`}>{text.mayDrop}</p> : null}
        </div>
      )}
      {hydrated && !isComplete && total > 1 ? (
        <SeveralFiles
          withPictures={withPictures}
          free={view.free}
          disabled={isSending}
          onAssign={onAssign}
        />
      ) : null}
      {sending ? (
        <SectionOverlay message={fill(text.sendingAll, { arrived })}>
          <progress
            className={styles.progress}
            max={total}
            value={receivedCount + sentShare(rows[sending])}
            aria-label={text.allDocuments}
          />
        </SectionOverlay>
      ) : null}
      {lost.length > 0 ? (
        <Alert tone="info" title={text.chooseAgain}>
          {fill(text.lost, { documents: formatList(lost.map(documentLabel)) })}
        </Alert>
      ) : null}
      <ul className={styles.rows}>{shown.map(rowOf)}</ul>
      {/* In a later visit the rows state it. */}
      {isDone && (isDoneHere || receipt) ? (
        <DoneAlert isNew={isDoneHere} receipt={receipt} />
      ) : null}
      {isDone && application.mayReplace && ticketHref === undefined ? (
        <noscript>
          <Button type="submit">{text.upload}</Button>
        </noscript>
      ) : null}
      {isDone ? null : (
        <div className={styles.end}>
          {run.state === 'failed' ? (
            <ErrorSummary
              {...(view.isInPart
                ? { tone: 'info' as const, title: arrived, intro: deadline }
                : { title: text.messages.uploadErrorTitle })}
              focusOn={run}
              errors={view.errors}
            />
          ) : null}
          <p role="status">{run.state === 'waiting' ? text.waiting : null}</p>
        </div>
      )}
      {isDone || view.isFinal ? null : (
        <div className={classNames(styles.send, isSending && styles.sending)}>
          {/* A disabled button would lose the focus. */}
          <Button type="submit" aria-disabled={isSending || undefined}>
            {text.upload}
          </Button>
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{state.announcement}</span>
      </VisuallyHidden>
    </form>
  );
  if (ticketHref === undefined) return form;
  const ticketForm = (
    <form method="post" action={ticketHref} className={styles.ticket}>
      <Button type="submit">{text.add}</Button>
    </form>
  );
  return (
    <>
      {form}
      {/* The script sends this request before the documents. After an upload without script it may not have loaded. */}
      {outcome ? ticketForm : <noscript>{ticketForm}</noscript>}
    </>
  );
}

function DoneAlert({ isNew, receipt }: { isNew: boolean; receipt: string | undefined }) {
  const { documents: text } = texts();
  // In a later visit the page of the opening stays at its beginning, because the visitor may read it again.
  const Tag = isNew ? ResultAlert : Alert;
  return (
    <Tag tone="success" title={text.messages.documentUploaded}>
      <p>{text.allArrived}</p>
      {receipt ? (
        <p>
          <a href={receipt}>{text.toReceipt}</a>
        </p>
      ) : null}
    </Tag>
  );
}
