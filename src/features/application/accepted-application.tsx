import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { messages } from '#src/domain/model/messages.ts';
import { applicationMessages } from './messages.ts';

/** Section 4, step 4: the sentence, which takes the focus, and below it the documents. */
export function AcceptedApplication({
  resumed,
  reference,
  children,
}: {
  /** Whether it was sent earlier from this browser. */
  resumed: boolean;
  reference: string | undefined;
  children: ReactNode;
}) {
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => result.current?.focus(), []);
  return (
    <>
      <div ref={result} tabIndex={-1}>
        <Alert tone="success" title={messages.applied}>
          {resumed ? <p>{applicationMessages.resumed}</p> : null}
          {reference ? (
            <p>
              {applicationMessages.reference} <strong>{reference}</strong>
            </p>
          ) : null}
        </Alert>
      </div>
      {children}
    </>
  );
}
