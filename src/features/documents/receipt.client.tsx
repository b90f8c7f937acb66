'use client';

import type { ReactNode } from 'react';
import { texts } from '#language';
import { openingHref, ownApplicationHref } from '#src/addresses.ts';
import { useForgotten } from '#src/browser/forgotten.ts';
import { useWindowEvent } from '#src/browser/page-events.ts';
import { useSubmissionStatus } from '#src/browser/submission-status.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { classNames } from '#src/components/class-names.ts';
import { CopyLink } from '#src/components/copy-link/copy-link.client.tsx';
import { Fact, Facts } from '#src/components/facts/facts.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import type { OpeningNames } from '#src/domain/model/opening.ts';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import { isComplete } from '#src/domain/rules/documents/documents.ts';
import { dateText, fill, fillElements } from '#src/language/format.ts';
import { DocumentsForm } from './documents-section.client.tsx';
import type { DocumentsProps } from './documents-upload.tsx';
import styles from './receipt.module.css';

/**
 * The server knows the state if the request has the upload ticket. A link from another site sends no cookie, so the
 * script requests the state. Until then the page shows `thanks` if its address has an opening, otherwise `missing`,
 * which a page without script also shows.
 */
export function Receipt({
  joblistingid,
  submissionId,
  initial,
  role,
  siteOrigin,
  documents,
  thanks,
  withdrawn,
  closed,
  missing,
  children,
}: {
  joblistingid?: string | undefined;
  /** Selects an application if two people applied to the opening in this browser. The default is the newest. */
  submissionId?: string | undefined;
  /** Undefined if the request had no upload ticket. */
  initial: SubmissionStatus | 'unanswered' | undefined;
  role?: OpeningNames | undefined;
  siteOrigin: string;
  documents: Pick<DocumentsProps, 'help' | 'maxBytes' | 'photographs' | 'outcome'>;
  /** The page shows this above the receipt. */
  thanks: ReactNode;
  /** After a withdrawal this replaces `thanks` and `children`. */
  withdrawn: ReactNode;
  /** Replaces the documents if the company has refused the application. */
  closed: ReactNode;
  missing: ReactNode;
  /** The page shows this below the facts, after the documents while some are missing. */
  children: ReactNode;
}) {
  const address = ownApplicationHref(joblistingid, submissionId);
  const { response, status, setResponse, read } = useSubmissionStatus(address, initial);
  useWindowEvent('online', () => void read());
  // The page must show nothing of the application any more, even if the site does not answer.
  useForgotten(() => setResponse('none'));
  const failures = documents.outcome?.errors ?? [];
  const scripted = status ? undefined : 'scripted';
  const isUnanswered = response === 'unanswered';
  // After an upload without script that failed for lack of a ticket, thanks would be wrong.
  const mayThank = status !== undefined || (Boolean(joblistingid) && failures.length === 0);
  if (response === 'none' || !mayThank)
    return (
      <>
        {failures.length > 0 ? (
          <ErrorSummary title={texts().documents.messages.uploadErrorTitle} errors={failures} />
        ) : null}
        {isUnanswered ? <Unanswered /> : missing}
      </>
    );
  const next = status?.isClosed ? null : (
    <div className={classNames(scripted, styles.next)}>{children}</div>
  );
  const hasAll = status !== undefined && isComplete(status.received, status.needed);
  return (
    <>
      {status || isUnanswered ? null : <noscript>{missing}</noscript>}
      <div className={scripted}>
        {status?.isWithdrawn ? withdrawn : status?.isClosed ? closed : thanks}
      </div>
      {status ? (
        <section className={styles.receipt} aria-label={texts().receipt.label}>
          <Summary status={status} role={role} siteOrigin={siteOrigin} />
          {hasAll ? next : null}
          <DocumentsForm
            key={`${status.applicantId} ${status.isClosed}`}
            {...documents}
            application={{
              ...status,
              received: status.received.map((type) => ({ type })),
            }}
            page={{ kind: 'receipt' }}
            onReceived={(received) => setResponse({ ...status, received })}
          />
        </section>
      ) : null}
      {isUnanswered ? <Unanswered /> : null}
      {hasAll ? null : next}
    </>
  );
}

/** The thanks stay, because they follow the last upload. */
const Unanswered = () => (
  <Alert tone="info" className={styles.unanswered} title={texts().receipt.unanswered}>
    <Button variant="secondary" onClick={() => window.location.reload()}>
      {texts().form.tryAgain}
    </Button>
  </Alert>
);

function Summary({
  status,
  role,
  siteOrigin,
}: {
  status: SubmissionStatus;
  role: OpeningNames | undefined;
  siteOrigin: string;
}) {
  const text = texts().receipt;
  const { needed } = status;
  const received = status.received.filter((type) => needed.includes(type)).length;
  return (
    <>
      <Facts>
        <Fact name={text.role}>
          <a href={openingHref(status.joblistingid)}>
            {role?.role_name ?? fill(text.opening, { id: status.joblistingid })}
          </a>
        </Fact>
        <Fact name={text.company}>{role?.company_name}</Fact>
        <Fact name={text.appliedOn}>{dateText(status.appliedOn)}</Fact>
        <Fact name={text.documents}>{fill(text.count, { received, total: needed.length })}</Fact>
        <Fact name={text.reference} reference>
          {status.applicantId}
        </Fact>
      </Facts>
      <p className="note">{text.keepReference}</p>
      {status.link ? (
        <p className="note">
          <a className={styles.link} href={status.link}>
            {status.isWithdrawn ? text.linkWithdrawn : text.link}
          </a>
          <span className={styles.address}>{siteOrigin + status.link}</span>
          {fillElements(text.keepLink, {
            day: <time dateTime={status.linkUntil}>{dateText(status.linkUntil ?? '')}</time>,
          })}{' '}
          <span className="scripted">
            <CopyLink url={siteOrigin + status.link} className={styles.copy} />
          </span>
        </p>
      ) : null}
      <Button
        variant="secondary"
        className="scripted"
        data-print="no"
        onClick={() => window.print()}
      >
        {text.print}
      </Button>
      {status.isWithdrawn ? <Alert tone="info">{text.withdrawn}</Alert> : null}
    </>
  );
}
