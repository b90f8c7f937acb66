'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { texts } from '#language';
import { receiptHref, submissionHref } from '#src/addresses.ts';
import { useRestoredPage } from '#src/browser/page-events.ts';
import { type SubmissionStatus, submissionStatus } from '#src/browser/submission-status.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import { dateText, fill } from '#src/language/format.ts';
import { documentsLabel } from './messages.ts';

/** Leads from a closed opening to the application that this browser sent before: the site still takes its documents. */
export function SentBefore({ openingId }: { openingId: string }) {
  const [status, setStatus] = useState<SubmissionStatus>();
  const read = () => submissionStatus(submissionHref(openingId)).then(setStatus, () => undefined);
  const onOpen = useEffectEvent(read);
  useEffect(() => void onOpen(), []);
  useRestoredPage(() => void read());
  if (!status) return null;
  const { appliedOn, submissionId, isWithdrawn } = status;
  const { application } = texts();
  return (
    <Alert tone="info" title={fill(application.appliedOn, { date: dateText(appliedOn) })}>
      <ButtonLink variant="secondary" href={receiptHref(openingId, submissionId)}>
        {isWithdrawn ? application.seeReceipt : documentsLabel(status)}
      </ButtonLink>
    </Alert>
  );
}
