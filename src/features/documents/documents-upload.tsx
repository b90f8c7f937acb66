import { useEffect, useEffectEvent } from 'react';
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
import type { DocumentHelp } from './document-help.ts';
import { DocumentRow } from './document-row.tsx';
import { documentLabel } from './document-texts.ts';
import type { UploadOptions } from './document-upload.ts';
import styles from './documents-upload.module.css';
import { useFileDrops } from './file-drops.ts';
import { SeveralFiles } from './several-files.tsx';
import { type UploadState, type UploadView, viewOf } from './upload-state.ts';
import { useDocuments } from './use-documents.ts';

/** The page that shows the section. On the page of a link, the browser may still lack the upload ticket. */
type DocumentsPage =
  | { readonly kind: 'opening' | 'receipt' }
  | { readonly kind: 'link'; readonly path: string; readonly mayUpload: boolean };

export interface DocumentsProps
  extends Pick<UploadOptions, 'application' | 'maxBytes' | 'outcome' | 'photographs'> {
  readonly page: DocumentsPage;
  readonly help: DocumentHelp;
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
  const { joblistingid, applicantId, submissionId, applicant, isClosed = false } = application;
  const receipt = page.kind === 'opening' ? receiptHref(joblistingid, submissionId) : undefined;
  const ticketHref = page.kind === 'link' && !page.mayUpload ? `${page.path}/documents` : undefined;
  const options = { application, maxBytes, outcome, ticketHref, photographs };
  const { state, upload } = useDocuments(options, receipt);
  const view = viewOf(state);
  const { arrived, isComplete } = view;
  const dragging = useFileDrops();
  const hydrated = useHydrated();
  const isSending = state.run.state === 'sending';
  const isNew = state.run.state === 'completed' || outcome !== undefined;
  const until = page.kind === 'link' ? application.until : state.until;
  const parts = { view, page, until };
  const reportReceived = useEffectEvent(() => onReceived?.(arrived));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived stays arrived, so the number suffices.
  useEffect(reportReceived, [arrived.length]);

  const rows = (documents: readonly DocumentType[]) => (
    <ul className={styles.rows}>
      {documents.map((documentType) => (
        <DocumentRow
          key={documentType}
          documentType={documentType}
          help={help[documentType]}
          applicant={applicant}
          state={state}
          dragging={dragging}
          upload={upload}
        />
      ))}
    </ul>
  );
  const title = <h2 className={styles.title}>{text.title}</h2>;
  if (isClosed)
    return (
      <div className={styles.form} data-documents="">
        {title}
        {arrived.length === 0 ? <p>{text.noneArrived}</p> : null}
        {rows(arrived)}
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
        upload.dispatch({ type: 'submitted' });
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
          {arrivedText(view)}
        </ResultAlert>
      ) : null}
      {isComplete ? null : <Intro {...parts} />}
      {hydrated && !isComplete && view.shown.length > 1 ? (
        <SeveralFiles free={view.free} disabled={isSending} upload={upload} />
      ) : null}
      <SendingOverlay view={view} />
      {view.lost.length > 0 ? (
        <Alert tone="info" title={text.chooseAgain}>
          {fill(text.lost, { documents: formatList(view.lost.map(documentLabel)) })}
        </Alert>
      ) : null}
      {rows(view.shown)}
      {view.isFinished ? (
        <>
          {/* In a later visit the rows state it. */}
          {isNew || receipt ? <FinishedAlert isNew={isNew} receipt={receipt} /> : null}
          {application.mayReplace && ticketHref === undefined ? (
            <noscript>
              <Button type="submit">{text.upload}</Button>
            </noscript>
          ) : null}
        </>
      ) : (
        <>
          <RunResult {...parts} run={state.run} />
          {view.isReadOnly ? null : (
            <div className={classNames(styles.send, isSending && styles.sending)}>
              {/* A disabled button would lose the focus. */}
              <Button type="submit" aria-disabled={isSending || undefined}>
                {text.upload}
              </Button>
            </div>
          )}
        </>
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

const countsOf = ({ arrived, shown }: UploadView) => ({
  received: arrived.length,
  total: shown.length,
});
const arrivedText = (view: UploadView): string => fill(texts().documents.arrived, countsOf(view));

interface PartProps {
  readonly view: UploadView;
  readonly page: DocumentsPage;
  /** The last day for documents. */
  readonly until: string | undefined;
}

function Intro(props: PartProps) {
  const { page, view } = props;
  const { documents: text } = texts();
  return (
    <div className={styles.intro}>
      <p>{view.arrived.length === 0 ? text.sent : fill(text.sentInPart, countsOf(view))}</p>
      <p>
        <Deadline {...props} /> {page.kind === 'link' ? text.comeBack : text.comeBackInBrowser}
      </p>
      {useHydrated() ? <p className={`note ${styles.dropping}`}>{text.mayDrop}</p> : null}
    </div>
  );
}

function Deadline({ view, page, until }: PartProps) {
  const { sendAll, sendOthers } = texts().documents;
  const isFirst = view.arrived.length === 0;
  const send = isFirst ? sendAll : sendOthers;
  const undated = page.kind === 'link' ? send.here : send.withinWeek;
  // The element has a key, because a translator of the browser may have replaced the text that React would change.
  return (
    <span key={`${until} ${isFirst}`}>
      {until === undefined
        ? undated
        : fillElements(send.by, { until: <time dateTime={until}>{dateText(until)}</time> })}
    </span>
  );
}

/** Covers the form during a run. */
function SendingOverlay({ view }: Pick<PartProps, 'view'>) {
  const { sendingAll, allDocuments } = texts().documents;
  const { arrived, shown, sentShare } = view;
  if (sentShare === undefined) return null;
  return (
    <SectionOverlay message={fill(sendingAll, { arrived: arrivedText(view) })}>
      <progress
        className={styles.progress}
        max={shown.length}
        value={arrived.length + sentShare}
        aria-label={allDocuments}
      />
    </SectionOverlay>
  );
}

function RunResult({ run, ...props }: PartProps & Pick<UploadState, 'run'>) {
  const { view } = props;
  const { messages, waiting } = texts().documents;
  return (
    <div className={styles.end}>
      {run.state === 'failed' ? (
        <ErrorSummary
          {...(view.isInPart
            ? { tone: 'info' as const, title: arrivedText(view), intro: <Deadline {...props} /> }
            : { title: messages.uploadErrorTitle })}
          focusOn={run}
          errors={view.errors}
        />
      ) : null}
      <p role="status">{run.state === 'waiting' ? waiting : null}</p>
    </div>
  );
}

function FinishedAlert({ isNew, receipt }: { isNew: boolean; receipt: string | undefined }) {
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
