import { useEffect, useState } from 'react';
import { submissionStatus } from '#src/domain/api/submission-status.ts';
import { applicationMessages } from './messages.ts';

/** In place of a form that failed with an error: whether its application has arrived. */
export function FailedApplication({ openingId }: { openingId: string }) {
  const [reference, setReference] = useState<string>();
  useEffect(() => {
    submissionStatus(openingId).then(
      (found) => setReference(found?.applicantId),
      () => undefined,
    );
  }, [openingId]);
  if (reference === undefined) return <p>{applicationMessages.kept}</p>;
  return (
    <p>
      <span>Your application has arrived. {applicationMessages.applicantIdLabel}</span>{' '}
      <strong>{reference}</strong>
    </p>
  );
}
