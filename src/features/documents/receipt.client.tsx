'use client';

import { useEffect, useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button, ButtonLink } from '#src/components/button/button.tsx';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { type SubmissionStatus, submissionStatus } from './document-requests.ts';
import { labelOf } from './document-rows.ts';
import styles from './receipt.module.css';

/**
 * The state of this visitor's application on the thank-you page. The page is the same for all visitors and does not
 * depend on it: without JavaScript, and without a valid ticket, nothing is shown.
 */
export function Receipt() {
  const [status, setStatus] = useState<SubmissionStatus>();
  useEffect(() => {
    submissionStatus().then(setStatus, () => undefined);
  }, []);
  if (!status?.applicantId) return null;
  const missing = documentOrder.filter((type) => !status.received.includes(type));
  return (
    <section className={styles.receipt} aria-label="Your receipt">
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
          <ButtonLink
            variant="secondary"
            href={`/application/${encodeURIComponent(status.joblistingid)}`}
          >
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
