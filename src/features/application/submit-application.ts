import type { Application } from '#src/domain/model/application.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { limits } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/application.ts';
import type { CandidateDecision } from '#src/domain/rules/response-status.ts';
import { spamCheck, submitAgainMessage } from '#src/domain/rules/spam-check.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import type { ApplicationResult } from './application-result.ts';
import {
  answeredQuestions,
  formNames,
  readValues,
  toApplication,
  unseenQuestions,
} from './form-values.ts';
import { applicationMessages } from './messages.ts';
import { sanitizeLetter } from './sanitize-letter.ts';

/** The longest message of an API host that is shown to an applicant, in characters. */
const maxHostMessageLength = 300;

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
  /** Resolves with undefined if the opening no longer exists. */
  readonly findOpening: (id: string) => Promise<Opening | undefined>;
  /** Like `findOpening`, and never a cached copy. */
  readonly refreshOpening: (id: string) => Promise<Opening | undefined>;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Resolves with a message if the visitor exceeds the rate limit. */
  readonly checkRateLimit: () => Promise<string | undefined>;
  /** Resolves with a message if the visitor has not passed the captcha of the site config. */
  readonly checkCaptcha?: (data: FormData) => Promise<string | undefined>;
  /** Called with the submission's id once it is accepted. */
  readonly onAccepted: (id: string) => void | Promise<void>;
  /** Called when a form with a filled honeypot was submitted again. */
  readonly onHoneypotIgnored?: () => void;
  readonly onError?: (error: unknown) => void;
}

/**
 * Section 4: normalizes, validates and submits the application of a form. Every result except acceptance
 * of an earlier submission includes the form's values. Never rejects.
 */
export async function submitApplication(
  options: SubmitOptions,
  data: FormData,
): Promise<ApplicationResult> {
  const { onError = () => {} } = options;
  // Before anything that costs time. Invalid applications count too.
  const limited = await options.checkRateLimit();
  if (limited !== undefined) {
    const values = readValues(data, answeredQuestions(data));
    return { status: 'rejected', values, messages: [limited, applicationMessages.kept] };
  }
  const field = (name: string) => String(data.get(name) ?? '');
  const opening = await options.findOpening(field(formNames.opening)).catch((error: unknown) => {
    onError(error);
    return 'unavailable' as const;
  });
  // Without the opening its questions are unknown, so the answers are read by the names in the
  // form.
  const questions = typeof opening === 'object' ? opening.questions : answeredQuestions(data);
  const values = readValues(data, questions);
  const rejected = (...reasons: string[]): ApplicationResult => ({
    status: 'rejected',
    values,
    messages: reasons,
  });
  if (opening === undefined)
    return rejected(messages.processingFailed, applicationMessages.openingGone);
  if (opening === 'unavailable') return { status: 'failed', values };

  const { application, invalid } = readApplication(data, opening);
  if (invalid) return invalid;

  const { honeypotFilled, submitAgain, waitMs } = spamCheck((name) => data.get(name));
  if (submitAgain)
    return rejected(submitAgainMessage('Submit application'), applicationMessages.kept);
  const refusal = await options.checkCaptcha?.(data);
  if (refusal !== undefined) return rejected(refusal, applicationMessages.kept);
  if (honeypotFilled) options.onHoneypotIgnored?.();
  await options.wait(waitMs);

  try {
    const { id, result, refused } = await send(options, field(formNames.key), application);
    // Without its ticket the browser cannot send documents, and shows how to go on; the application has arrived.
    if (result.status === 'accepted') await (async () => options.onAccepted(id))().catch(onError);
    if (refused) {
      // The host may know questions that the cached copy of the opening does not have.
      const current = await options.refreshOpening(opening.id).catch(onError);
      const found = current && readApplication(data, current).invalid;
      if (found) return found;
    }
    return { ...result, values };
  } catch (error) {
    // The repository could not be written, for example on a full disk, and the host has nothing either.
    onError(error);
    return { status: 'failed', notSaved: true, values };
  }
}

/**
 * The normalized application of a form; `invalid` if it has errors or did not show a question of the opening.
 * The letter is sanitized, which takes the most time, only if nothing else is invalid.
 */
function readApplication(
  data: FormData,
  opening: Opening,
):
  | { readonly application: Application; readonly invalid?: never }
  | { readonly application?: never; readonly invalid: ApplicationResult } {
  const { questions } = opening;
  const values = readValues(data, questions);
  const entered = toApplication(values, opening);
  const normalized = normalizeApplication(entered, questions);
  // The length of a letter counts after sanitizing.
  const isFinal = ({ field, code }: Issue) => field !== 'cover_letter' || code !== 'maxlength';
  let issues = validateApplication(normalized, questions).filter(isFinal);
  const unseen = unseenQuestions(data, questions);
  if (issues.length === 0 && !unseen?.length) {
    const cover_letter = sanitizeLetter(normalized.cover_letter);
    const application = { ...normalized, cover_letter };
    issues = validateApplication(application, questions);
    if (issues.length === 0) return { application };
  }
  const shown = questions.map(({ id, question, required }) => ({ id, question, required }));
  const changed = unseen && { changed: { questions: shown, unseen } };
  return { invalid: { status: 'invalid', values, issues, ...changed } };
}

/**
 * Section 4, steps 2 to 4, for a valid application: candidate check, 500 ms, post; once, even if
 * the form is submitted again. Continues after the visitor disconnects, so that the result is
 * stored. Rejects only if the repository cannot be written; then the host has no application.
 */
async function send(
  { client, submissions, wait, onError = () => {} }: SubmitOptions,
  formKey: string,
  application: Application,
): Promise<{
  readonly id: string;
  readonly result: SubmissionResult;
  /** The host read the application and refused it. */
  readonly refused?: boolean;
}> {
  const start = await submissions.start(formKey, application);
  if (start.kind === 'settled') return start;
  const { id } = start;
  const settle = async (result: SubmissionResult) => {
    try {
      await submissions.settle(id, result, application);
      return { id, result };
    } catch (error) {
      if (result.status !== 'accepted' && result.status !== 'lost') throw error;
      // The host has the application, or may have it. The next attempt gets the same result from the host.
      onError(error);
      return { id, result: { status: 'lost' } as const };
    }
  };
  const afterLost = start.afterLost ? ({ afterLost: true } as const) : {};

  const key = start.afterLost ? { idempotencyKey: id } : {};
  const check = await client.checkCandidate(application, key).catch((error: unknown) => {
    onError(error);
    return 'unreachable' as const;
  });
  if (typeof check === 'object')
    return settle({ status: 'accepted', applicantId: check.applicant_id });
  if (check === 'refused') return settle({ status: 'refused', ...afterLost });
  if (check === 'unreachable')
    return settle({ status: 'failed', reason: 'unreachable', ...afterLost });

  await wait(limits.applyDelayMs);
  await submissions.markSending(id);
  let applicantId: string;
  try {
    applicantId = (await client.applyToOpening(application, { idempotencyKey: id })).applicant_id;
  } catch (error) {
    onError(error);
    if (!(error instanceof ApiError) || error.mayHaveArrived) return settle({ status: 'lost' });
    const details = { ...hostDetails(error), ...afterLost };
    const refused = error instanceof RefusedError && error.httpStatus < 500;
    return { ...(await settle({ status: 'failed', reason: 'rejected', ...details })), refused };
  }
  return settle({ status: 'accepted', applicantId });
}

/** The host's message for visitors. The message of a 5xx response is not for visitors. */
function hostDetails(error: ApiError): {
  message?: string;
  retryAfterMs?: number;
  notSaved?: true;
} {
  if (!(error instanceof RefusedError)) return {};
  const { message, httpStatus, retryAfterMs } = error;
  // 507: the disk of the host is full.
  if (httpStatus === 507) return { notSaved: true };
  const isForVisitors =
    httpStatus < 500 && message !== messages.unspecified && message.length <= maxHostMessageLength;
  return {
    ...(isForVisitors && { message }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
