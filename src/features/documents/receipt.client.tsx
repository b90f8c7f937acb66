'use client';

import { useEffect, useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button, ButtonLink } from '#src/components/button/button.tsx';
import { onForgotten } from '#src/components/forgotten.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { type SubmissionStatus, submissionStatus } from './document-requests.ts';
import { labelOf } from './document-rows.ts';
import styles from './receipt.module.css';

/**
 * The state of this visitor's application to one opening, by default the newest, on the thank-you page. The page
 * is the same for all visitors and does not depend on it: without JavaScript, and without a valid ticket, nothing is
 * shown.
 */
export function Receipt({
  joblistingid,
  roleName,
}: {
  joblistingid?: string | undefined;
  roleName?: string | undefined;
}) {
  const [status, setStatus] = useState<SubmissionStatus>();
  useEffect(() => {
    const load = () => submissionStatus(joblistingid).then(setStatus, () => undefined);
    void load();
    // The browser may restore this page from its back/forward cache.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && void load();
    window.addEventListener('pageshow', onPageShow);
    const stopListening = onForgotten(() => setStatus(undefined));
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      stopListening();
    };
  }, [joblistingid]);
  if (!status?.applicantId) return null;
  const openingHref = `/application/${encodeURIComponent(status.joblistingid)}`;
  const missing = documentOrder.filter((type) => !status.received.includes(type));
  return (
    <section className={styles.receipt} aria-label="Your receipt">
      <p>
        {status.appliedOn ? `You applied on ${status.appliedOn} for ` : 'You applied for '}
        <a href={openingHref}>{roleName ?? 'this job'}</a>.
      </p>
      <dl className={styles.summary}>
        <div>
          <dt>Your reference</dt>
          <dd className={styles.applicantId}>{status.applicantId}</dd>
        </div>
        <div>
          <dt>Documents received</dt>
          <dd>
            {status.received.length} of {documentOrder.length}
          </dd>
        </div>
      </dl>
      {missing.length > 0 ? (
        <Alert tone="info" title="Some documents are still missing">
          <p>{missing.map(labelOf).join(', ')}</p>
          <ButtonLink variant="secondary" href={openingHref}>
            Go on with your documents
          </ButtonLink>
        </Alert>
      ) : null}
      <p className={styles.note}>
        Keep this reference: whoever answers your questions finds your application by it.
      </p>
      <Button variant="secondary" data-print="no" onClick={() => window.print()}>
        Print this page
      </Button>
    </section>
  );
}
