'use client';

import { useEffect, useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button, ButtonLink } from '#src/components/button/button.tsx';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { labelOf } from './document-rows.ts';
import styles from './receipt.module.css';
import { type SubmissionStatus, submissionStatus } from './submission-status.ts';

/**
 * What the thank-you page knows of this visitor's application. The page is the same for everybody and
 * makes sense without this: without script, and bookmarked when the ticket is long gone.
 */
export function Receipt() {
  const [status, setStatus] = useState<SubmissionStatus>();
  useEffect(() => {
    submissionStatus().then(setStatus, () => undefined);
  }, []);
  if (!status?.reference) return null;
  const missing = documentOrder.filter((type) => !status.received.includes(type));
  return (
    <section className={styles.receipt} aria-label="Your receipt">
      <dl className={styles.facts}>
        <div>
          <dt>Your reference</dt>
          <dd className={styles.reference}>{status.reference}</dd>
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
            variant="quiet"
            href={`/application/${encodeURIComponent(status.joblistingid)}`}
          >
            Go on with your documents
          </ButtonLink>
        </Alert>
      ) : null}
      <p className={styles.keep}>
        Keep this reference: whoever answers your questions finds your application by it.
      </p>
      <Button variant="quiet" data-print="no" onClick={() => window.print()}>
        Print this page
      </Button>
    </section>
  );
}
