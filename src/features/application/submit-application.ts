import { setTimeout as delay } from 'node:timers/promises';
import type { Application } from '#src/domain/model/application.ts';
import { limits } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import type { CandidateDecision } from '#src/domain/rules/response-status.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';

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
  readonly submissions: Pick<SubmissionRepository, 'start' | 'markSending' | 'settle'>;
  /** Told of what went wrong, for the log. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Section 4, steps 2 to 4, for a normalized and valid application: candidate check, 500 ms, application; sent
 * once, however often it is submitted (decision 070). Continues after the visitor has left, so that the result
 * is stored. Rejects only if the submission cannot be stored; then nothing was sent.
 */
export async function submitApplication(
  { client, submissions, onError = () => {} }: SubmitOptions,
  formKey: string | undefined,
  application: Application,
): Promise<{ readonly id: string; readonly result: SubmissionResult }> {
  const start = await submissions.start(formKey, application);
  if (start.kind === 'settled') return start;
  const { id } = start;
  const settle = async (result: SubmissionResult) => {
    await submissions.settle(id, result, application);
    return { id, result };
  };
  const lost = start.afterLost ? ({ afterLost: true } as const) : {};

  const key = start.afterLost ? { idempotencyKey: id } : {};
  const check = await client.checkCandidate(application, key).catch((error: unknown) => {
    onError(error);
    return 'unreachable' as const;
  });
  if (typeof check === 'object')
    return settle({ status: 'accepted', applicantId: check.applicant_id });
  if (check === 'refused') return settle({ status: 'refused', ...lost });
  if (check === 'unreachable') return settle({ status: 'failed', reason: 'unreachable', ...lost });

  await delay(limits.applyDelayMs);
  await submissions.markSending(id);
  let applicantId: string;
  try {
    applicantId = (await client.applyToOpening(application, { idempotencyKey: id })).applicant_id;
  } catch (error) {
    onError(error);
    if (!(error instanceof ApiError) || error.mayHaveArrived) return settle({ status: 'lost' });
    return settle({ status: 'failed', reason: 'rejected', ...wordsOf(error), ...lost });
  }
  return settle({ status: 'accepted', applicantId });
}

/** What the host said for people to read; a failing host's own words (5xx) are not for people. */
function wordsOf(error: ApiError): { message?: string; retryAfterMs?: number } {
  if (!(error instanceof RefusedError)) return {};
  const speaks = error.httpStatus < 500 && error.message !== messages.unspecified;
  return {
    ...(speaks && error.message.length <= longestMessage ? { message: error.message } : {}),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  };
}
