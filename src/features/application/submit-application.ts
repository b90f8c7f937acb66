import { setTimeout as delay } from 'node:timers/promises';
import type { Application } from '#src/domain/model/application.ts';
import { limits } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { CandidateDecision } from '#src/domain/rules/response-status.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import type { Outcome, Submission } from '#src/submissions/submission.ts';

/** The longest words of a host that are repeated to an applicant, in characters. */
const longestMessage = 300;

export interface SubmitOptions {
  readonly client: {
    checkCandidate(
      candidate: Application,
      options: { readonly idempotencyKey?: string },
    ): Promise<CandidateDecision>;
    applyToOpening(
      application: Application,
      options: { readonly idempotencyKey: string },
    ): Promise<{ applicant_id: string }>;
  };
  readonly journal: SubmissionRepository;
  /** Told of what went wrong, for the log. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Section 4, steps 2 to 4, for a tidied and valid application: candidate check, 500 ms, post; once, however
 * often it is asked for (decision 070). Runs to its end even when the visitor has gone, so that the
 * journal knows how it ended. Rejects only where the journal itself cannot be written; nothing was sent then.
 */
export async function submitApplication(
  { client, journal, onError = () => {} }: SubmitOptions,
  formKey: string | undefined,
  application: Application,
): Promise<{ readonly submission: Submission; readonly outcome: Outcome }> {
  const begun = await journal.begin(formKey, application);
  if (begun.kind === 'settled') return begun;
  const { id } = begun.submission;
  const settled = (submission: Submission, outcome: Outcome) => ({ submission, outcome });
  const lost = begun.afterLost ? ({ afterLost: true } as const) : {};

  const key = begun.afterLost ? { idempotencyKey: id } : {};
  const check = await client.checkCandidate(application, key).catch((error: unknown) => {
    onError(error);
    return 'unreachable' as const;
  });
  if (typeof check === 'object')
    return settled(journal.accepted(id, application, check.applicant_id), { state: 'accepted' });
  if (check === 'refused') return settled(journal.refused(id, lost), { state: 'refused', ...lost });
  if (check === 'unreachable') {
    const reason = { reason: 'unreachable', ...lost } as const;
    return settled(journal.failed(id, reason), { state: 'failed', ...reason });
  }

  await delay(limits.applyDelayMs);
  journal.posting(id);
  let applicantId: string;
  try {
    applicantId = (await client.applyToOpening(application, { idempotencyKey: id })).applicant_id;
  } catch (error) {
    onError(error);
    if (!(error instanceof ApiError) || error.mayHaveArrived)
      return settled(journal.lost(id), { state: 'lost' });
    const detail = { reason: 'rejected', ...wordsOf(error), ...lost } as const;
    return settled(journal.failed(id, detail), { state: 'failed', ...detail });
  }
  return settled(journal.accepted(id, application, applicantId), { state: 'accepted' });
}

/** What the host said for people to read; a failing host's own words (5xx) are not for people. */
function wordsOf(error: ApiError): Pick<Outcome, 'message' | 'retryAfterMs'> {
  if (!(error instanceof RefusedError)) return {};
  const speaks = error.httpStatus < 500 && error.message !== messages.unspecified;
  return {
    ...(speaks && error.message.length <= longestMessage ? { message: error.message } : {}),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  };
}
