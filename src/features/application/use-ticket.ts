import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useRestoredPage } from '#src/browser/page-events.ts';
import { type SubmissionStatus, submissionStatus } from '#src/domain/api/submission-status.ts';

export type Ticket =
  /** The site has not answered yet. */
  | { readonly kind: 'unknown' }
  /** The application was sent from this browser and withdrawn. */
  | { readonly kind: 'none'; readonly withdrawn?: SubmissionStatus | undefined }
  /** The ticket comes from an earlier visit, another tab, or a submission before hydration. */
  | ({ readonly kind: 'kept' } & SubmissionStatus)
  /** The browser did not keep the ticket of an accepted application, because it blocks cookies. */
  | ({ readonly kind: 'blocked' } & ExpectedTicket);

interface ExpectedTicket {
  readonly applicantId: string;
  readonly request: () => Promise<unknown>;
}

/**
 * Requests the application of the upload ticket by script, because the cached page is the same for every visitor. `onNone`
 * is called once, if there is no such application.
 */
export function useTicket(openingId: string, onNone: () => void) {
  const [ticket, setTicket] = useState<Ticket>({ kind: 'unknown' });
  /**
   * Resolves with the ticket's application. `expected` means that the previous response has set the ticket, if cookies are
   * allowed.
   */
  const checkTicket = useCallback(
    async (expected?: ExpectedTicket): Promise<SubmissionStatus | undefined> => {
      const answer = await submissionStatus(openingId).catch(() => 'no-answer' as const);
      if (answer === 'no-answer') return undefined;
      // A withdrawn application takes no documents.
      const status = answer?.isWithdrawn ? undefined : answer;
      setTicket((before) => {
        if (status) return { kind: 'kept', ...status };
        if (expected) return { kind: 'blocked', ...expected };
        return before.kind === 'blocked' ? before : { kind: 'none', withdrawn: answer };
      });
      return status;
    },
    [openingId],
  );
  const afterFirstCheck = useEffectEvent((found: SubmissionStatus | undefined) => {
    if (!found) onNone();
  });

  useEffect(() => {
    void checkTicket().then(afterFirstCheck);
  }, [checkTicket]);
  useRestoredPage(() => void checkTicket());

  return { ticket, checkTicket };
}
