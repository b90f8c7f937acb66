import { createContext, type ReactNode } from 'react';
import { texts } from '#language';
import { ownApplicationHref, receiptHref } from '#src/addresses.ts';
import type { ApplyTarget } from '#src/browser/apply-target.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { fillDate } from '#src/language/format.ts';
import styles from './application-form.module.css';
import {
  type ApplicationView,
  needsNoDocuments,
  type ShownApplication,
} from './application-view.ts';
import type { AcceptedApplication } from './form-values.ts';

export const AcceptedContext = createContext<AcceptedApplication>({ applicantId: '' });

/** Once the application is accepted, links to the form lead to its documents, or to its receipt if all have arrived. */
export function applyTargetOf(view: ApplicationView, openingId: string): ApplyTarget | undefined {
  if (view.kind !== 'accepted') return undefined;
  const { addDocuments, seeReceipt } = texts().application;
  return needsNoDocuments(view.application)
    ? { label: seeReceipt, href: receiptHref(openingId, view.application.submissionId) }
    : { label: addDocuments, href: undefined };
}

/** Section 4, step 4. In a later visit the section takes no focus, because the visitor may read the opening again. */
export function AcceptedSection({
  openingId,
  children,
  ...shown
}: ShownApplication & { openingId: string; children: ReactNode }) {
  const { reason, applicantId, submissionId, appliedOn, isClosed = false, mailNotice } = shown;
  const Message = reason === 'earlier' ? Alert : ResultAlert;
  const needsNone = needsNoDocuments(shown);
  const { application } = texts();
  const day = fillDate(application.appliedOn, appliedOn ?? '');
  // A new key renders a new element, because the browser's translator may have replaced the text node of React.
  const title = <span key={`${needsNone}`}>{needsNone ? day : application.messages.applied}</span>;
  return (
    <>
      <div data-print="yes">
        <Message tone="success" title={title}>
          {reason === 'submitted' || needsNone || !appliedOn ? null : (
            <p>
              {day} {application.resumed}
            </p>
          )}
          {applicantId ? (
            <p>
              {application.reference} <strong className={styles.reference}>{applicantId}</strong>
            </p>
          ) : null}
          {mailNotice ? <p>{mailNotice}</p> : null}
          {reason === 'submitted' ? null : (
            <p>
              <a href={ownApplicationHref(openingId, submissionId)}>{application.seeOrErase}</a>
            </p>
          )}
        </Message>
      </div>
      <AcceptedContext key={`${applicantId} ${isClosed}`} value={shown}>
        {children}
      </AcceptedContext>
    </>
  );
}
