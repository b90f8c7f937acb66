'use client';

import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button, ButtonLink } from '#src/components/button/button.tsx';
import { CopyLink } from '#src/components/copy-link/copy-link.client.tsx';
import { lastForgotten, useForgotten } from '#src/components/forgotten.ts';
import { useRestoredPage, useWindowEvent } from '#src/components/page-events.ts';
import { type SubmissionStatus, submissionStatus } from '#src/domain/api/submission-status.ts';
import { documentLabel } from '#src/domain/model/document-types.ts';
import { openingPath } from '#src/domain/rules/addresses.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { withdrawnMessage } from './document-rows.ts';
import styles from './receipt.module.css';

/**
 * The thank-you page: the state of this visitor's application to one opening, by default of the newest; `missing` in a
 * browser that has none. The server's HTML is the same for all visitors: until the script has the state, it shows `thanks`
 * at an address with an opening, which follows the last upload, and `missing` at one without.
 */
export function Receipt({
  joblistingid,
  submissionId,
  role,
  thanks,
  withdrawn,
  missing,
  children,
}: {
  joblistingid?: string | undefined;
  /** Of two people's applications to the opening, the one that is shown; by default the newest. */
  submissionId?: string | undefined;
  /** Of the opening `joblistingid`. */
  role?: { readonly role_name: string; readonly company_name: string } | undefined;
  /** Above the receipt. */
  thanks: ReactNode;
  /** In place of `thanks` and `children` after a withdrawal. */
  withdrawn: ReactNode;
  missing: ReactNode;
  /** Below the receipt. */
  children: ReactNode;
}) {
  /** 'none': this browser has no application; 'unanswered': the site has not said whether. Undefined before that. */
  const [found, setFound] = useState<SubmissionStatus | 'none' | 'unanswered'>();
  const load = () =>
    submissionStatus(joblistingid, { submissionId, hasLink: true }).then(
      (answer) => setFound(answer ?? 'none'),
      () => setFound((before) => before ?? 'unanswered'),
    );
  const onOpen = useEffectEvent(() => void load());
  useEffect(onOpen, []);
  useWindowEvent('online', () => void load());
  const [forgottenBefore] = useState(lastForgotten);
  useRestoredPage(() => {
    // The site may not answer.
    if (lastForgotten() !== forgottenBefore) setFound('none');
    void load();
  });
  useForgotten(() => setFound('none'));
  const status = typeof found === 'object' ? found : undefined;
  if (found === 'none' || (!status && !joblistingid)) return missing;
  return (
    <>
      {status?.isWithdrawn ? withdrawn : thanks}
      {status ? <Summary status={status} role={role} /> : null}
      {found === 'unanswered' ? <Unanswered /> : null}
      {status?.isWithdrawn ? null : children}
    </>
  );
}

/** The thanks stay, because they follow the last upload. */
const Unanswered = () => (
  <Alert
    tone="info"
    className={styles.unanswered}
    title="Your reference cannot be shown just now: the connection broke."
  >
    <Button variant="secondary" onClick={() => window.location.reload()}>
      Try again
    </Button>
  </Alert>
);

function Summary({
  status,
  role,
}: {
  status: SubmissionStatus;
  role: ComponentProps<typeof Receipt>['role'];
}) {
  const openingHref = openingPath(status.joblistingid);
  const missing = documentOrder.filter((type) => !status.received.includes(type));
  return (
    <section className={styles.receipt} aria-label="Your receipt">
      <dl className={styles.summary}>
        <Entry name="Role">
          <a href={openingHref}>{role?.role_name ?? 'This job'}</a>
        </Entry>
        <Entry name="Company">{role?.company_name}</Entry>
        <Entry name="Applied on">{status.appliedOn}</Entry>
        <Entry name="Documents received">
          {`${status.received.length} of ${documentOrder.length}`}
        </Entry>
        <Entry name="Your reference" className={styles.applicantId}>
          {status.applicantId}
        </Entry>
      </dl>
      {status.isWithdrawn ? <Alert tone="info">{withdrawnMessage}</Alert> : null}
      {missing.length > 0 && !status.isWithdrawn ? (
        <Alert tone="info" title="Some documents are still missing">
          <p>{missing.map(documentLabel).join(', ')}</p>
          <ButtonLink variant="secondary" href={openingHref}>
            Go on with your documents
          </ButtonLink>
        </Alert>
      ) : null}
      {status.link ? (
        <p className={styles.note}>
          <a className={styles.link} href={status.link}>
            See, withdraw or erase your application
          </a>
          <span className={styles.address}>{window.location.origin + status.link}</span>
          Keep this link: it works in every browser until <span>{status.linkUntil}</span>.{' '}
          <CopyLink url={window.location.origin + status.link} variant="plain" />
        </p>
      ) : null}
      <p className={styles.note}>Keep this reference. We find your application by it.</p>
      <Button variant="secondary" data-print="no" onClick={() => window.print()}>
        Print this page
      </Button>
    </section>
  );
}

function Entry({
  name,
  className,
  children,
}: {
  name: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  if (!children) return null;
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
