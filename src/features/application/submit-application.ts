import { language } from '#language';
import { applicationSettings } from '#src/config/application-settings.ts';
import { neededDocuments } from '#src/config/needed-documents.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import {
  failureKinds,
  failureOf,
  hostMessageOf,
  mayHaveArrived,
} from '#src/domain/api/failures.ts';
import type { Application } from '#src/domain/model/application.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { limits } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { sanitizeLetter } from '#src/html/sanitizer.ts';
import { RefusedError } from '#src/http/errors.ts';
import { fill, plural } from '#src/language/format.ts';
import { timeText } from '#src/language/format-date.ts';
import { hostText } from '#src/language/messages.ts';
import { site, texts } from '#src/language/server.ts';
import { type FormChecks, submitForm } from '#src/limits/submit-form.ts';
import { formResult } from '#src/request/request-context.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import { log } from '#src/telemetry/logger.ts';
import {
  type ApplicationResult,
  formNames,
  formQuestions,
  readValues,
  toApplication,
  unseenQuestions,
} from './form-values.ts';

/** A form without script passes its result to the page, which the same request renders. */
export const applicationResult = formResult<ApplicationResult>('application');

/** An applicant sees a message of an API host up to this length, in characters. */
const maxHostMessageLength = 300;

export interface SubmitOptions extends FormChecks {
  readonly client: Pick<ApiClient, 'checkCandidate' | 'applyToOpening' | 'applicationState'>;
  readonly submissions: Pick<SubmissionRepository, 'start' | 'markSending' | 'settle' | 'remove'>;
  readonly findOpening: (id: string) => Promise<Opening | undefined>;
  /** Works like `findOpening`, but never returns a cached copy. */
  readonly refreshOpening: (id: string) => Promise<Opening | undefined>;
  readonly wait: (ms: number) => Promise<unknown>;
  /** The keyed hash of the visitor's network, for our own API host. */
  readonly network?: string | undefined;
}

export interface Submitted {
  readonly result: ApplicationResult;
  readonly acceptedId?: string;
}

/** Section 4: normalizes, validates and submits the application of a form. It never rejects: an error is a result. */
export async function submitApplication(
  options: SubmitOptions,
  data: FormData,
): Promise<Submitted> {
  const values = readValues(data);
  try {
    return await submitForm<ValidApplication, Submitted>(
      {
        form: 'application',
        data,
        async validate() {
          const opening = await options.findOpening(String(data.get(formNames.opening) ?? ''));
          if (!opening) return { invalid: rejected(values, ...openingGone()) };
          const { application, invalid } = readApplication(data, values, opening);
          return invalid ? { invalid: { result: invalid } } : { valid: { application, opening } };
        },
        refuse: (refusal) =>
          refusal.status === 'refused'
            ? rejected(values, refusal.message, texts().application.kept)
            : { result: { ...refusal, values } },
        send: (valid) => submitValid(options, data, values, valid),
      },
      options,
    );
  } catch (error) {
    // Nothing was sent: `send` itself makes a result of every later error.
    logFailure(error);
    return notAccepted({ status: 'failed' }, values);
  }
}

const logFailure = (err: unknown): void => log().warn({ event: 'application-not-sent', err });

interface ValidApplication {
  readonly application: Application;
  readonly opening: Opening;
}

async function submitValid(
  options: SubmitOptions,
  data: FormData,
  values: FormValues,
  { application, opening }: ValidApplication,
): Promise<Submitted> {
  const formKey = String(data.get(formNames.key) ?? '');
  const { id, result } = await send(options, formKey, application, opening);
  if (result.status === 'accepted') {
    const { mailUntil } = result;
    const time = mailUntil && timeText(new Date(mailUntil), new Date());
    const mailNotice = time
      ? { mailNotice: fill(texts().applicationAnswers.mailLater, { time }) }
      : {};
    return { result: { ...result, ...mailNotice, values }, acceptedId: id };
  }
  if (result.status === 'failed' && result.reason === 'rejected') {
    // The opening may have been closed, or may have questions that its cached copy does not have.
    const current = await options.refreshOpening(opening.id).catch((error: unknown) => {
      logFailure(error);
      return opening;
    });
    if (!current) return rejected(values, ...openingGone());
    const found = readApplication(data, values, current).invalid;
    if (found) return { result: found };
  }
  return notAccepted(result, values);
}

const openingGone = () => [
  texts().form.messages.processingFailed,
  texts().applicationAnswers.openingGone,
];

const rejected = (values: FormValues, ...texts: readonly string[]): Submitted => ({
  result: { status: 'rejected', values, messages: texts },
});

const notAccepted = (
  result: Exclude<SubmissionResult, { status: 'accepted' }>,
  values: FormValues,
): Submitted => ({
  result: { ...result, values, messages: answerMessages(result, site().enquiries.email) },
});

/** The letter is sanitized, which takes the most time, only if nothing else is invalid. */
function readApplication(data: FormData, values: FormValues, opening: Opening) {
  const { questions } = opening;
  const settings = applicationSettings(site());
  const entered = toApplication(values, opening);
  const normalized = normalizeApplication(entered, questions, settings);
  // The length of a letter counts after sanitizing.
  const isFinal = ({ field, code }: Issue) => field !== 'cover_letter' || code !== 'maxlength';
  let issues = validateApplication(normalized, questions, settings).filter(isFinal);
  const unseen = unseenQuestions(data, questions);
  if (issues.length === 0 && !unseen?.length) {
    const cover_letter = sanitizeLetter(normalized.cover_letter);
    const application = { ...normalized, cover_letter };
    issues = validateApplication(application, questions, settings);
    if (issues.length === 0) return { application };
  }
  const changed = unseen && { changed: { questions: formQuestions(questions), unseen } };
  const invalid: ApplicationResult = { status: 'invalid', values, issues, ...changed };
  return { invalid };
}

/** Sends a valid application once. It continues after the visitor disconnects, so that the result is stored. */
async function send(
  options: SubmitOptions,
  formKey: string,
  application: Application,
  opening: Opening,
): Promise<{ readonly id: string; readonly result: SubmissionResult }> {
  const { client, submissions } = options;
  let id = '';
  let result: SubmissionResult = { status: 'failed', notSaved: true };
  try {
    const start = await submissions.start(formKey, application, {
      companyName: opening.company_name,
      needed: neededDocuments(opening),
    });
    if (start.kind === 'settled') {
      const state = await stateOf(client, start.result);
      if (state === 'stored') return start;
      // A withdrawn application counts for a year, and takes no documents.
      if (state === 'withdrawn') return { id: start.id, result: { status: 'refused' } };
      // The host erased the application, so this is a new one.
      await submissions.remove(start.id);
      return await send(options, formKey, application, opening);
    }
    id = start.id;
    try {
      result = await apply(options, start, application);
    } finally {
      // This also releases the lease if nothing was sent because the repository could not be written.
      await submissions.settle(id, result, application);
    }
    return { id, result };
  } catch (error) {
    // The repository could not be written, for example on a full disk.
    logFailure(error);
    // The host has the application, or may have it. The next attempt gets the same result from the host.
    const isSent = result.status === 'accepted' || result.status === 'lost';
    return { id, result: isSent ? { status: 'lost' } : { status: 'failed', notSaved: true } };
  }
}

const stateOf = (client: SubmitOptions['client'], result: SubmissionResult) =>
  result.status === 'accepted' ? client.applicationState(result.applicantId) : 'stored';

/** Rejects only if the repository cannot be written; then nothing was sent. */
async function apply(
  { client, submissions, wait, network }: SubmitOptions,
  { id, afterLost }: { readonly id: string; readonly afterLost: boolean },
  application: Application,
): Promise<SubmissionResult> {
  const after = afterLost ? ({ afterLost } as const) : {};
  const key = afterLost ? { idempotencyKey: id } : {};
  const check = await client.checkCandidate(application, key).catch((error: unknown) => {
    logFailure(error);
    return 'unreachable' as const;
  });
  if (typeof check === 'object') return { status: 'accepted', applicantId: check.applicant_id };
  if (check === 'refused') return { status: 'refused', ...after };
  if (check === 'unreachable') return { status: 'failed', reason: 'unreachable', ...after };

  await wait(limits.applyDelayMs);
  await submissions.markSending(id);
  try {
    const accepted = await client.applyToOpening(application, {
      idempotencyKey: id,
      language: language().tag,
      network,
    });
    const { applicant_id: applicantId, mail_until: mailUntil } = accepted;
    return { status: 'accepted', applicantId, mailUntil };
  } catch (error) {
    logFailure(error);
    if (mayHaveArrived(error)) return { status: 'lost' };
    return { status: 'failed', ...hostDetails(error), ...after };
  }
}

/** Returns the host's reason for its failure. The message of a 5xx response is not meant for applicants. */
function hostDetails(
  error: unknown,
): Omit<Extract<SubmissionResult, { status: 'failed' }>, 'status'> {
  const failure = failureOf(error);
  const { application: reason } = failure;
  if (failure === failureKinds.noRoom) return { reason, notSaved: true };
  const message = reason === 'rejected' ? hostMessageOf(error) : undefined;
  const retryAfterMs = error instanceof RefusedError ? error.retryAfterMs : undefined;
  return {
    reason,
    ...(message !== undefined &&
      message.length <= maxHostMessageLength && { message: hostText(message) }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/**
 * Returns what the applicant reads of a submission that was not accepted, the specification's message first (section 8).
 * The server adds it to the result, so that the page need not have these texts. `enquiries` is the address to write to.
 */
function answerMessages(
  result: Exclude<SubmissionResult, { status: 'accepted' }>,
  enquiries: string,
): readonly string[] {
  const { application, applicationAnswers: answers, form } = texts();
  const { kept, submit: button } = application;
  switch (result.status) {
    case 'refused':
      return [
        application.messages.alreadyApplied,
        result.afterLost
          ? fill(answers.foundAfterLost, { email: enquiries })
          : `${kept} ${answers.sharedAddress}`,
      ];
    case 'failed':
      return failedMessages(result);
    case 'lost': {
      const next = fill(answers.afterLost, { button, email: enquiries });
      return [form.messages.processingFailed, `${answers.lost} ${kept} ${next}`];
    }
  }
}

function failedMessages({
  message,
  retryAfterMs,
  notSaved,
  afterLost,
}: Extract<SubmissionResult, { status: 'failed' }>): readonly string[] {
  const { application, applicationAnswers: answers, form } = texts();
  const received = afterLost ? answers.earlierUnknown : answers.notReceived;
  const next = retryAfterMs
    ? fill(answers.tryAgainIn, { duration: formatDuration(retryAfterMs) })
    : answers.tryAgainSoon;
  return [
    form.messages.processingFailed,
    ...(message ? [fill(answers.hostAnswer, { message })] : []),
    ...(notSaved && !afterLost ? [answers.notSaved] : []),
    `${received} ${application.kept} ${next}`,
  ];
}

/** The text is '40 seconds', '3 minutes' or '2 hours'. */
function formatDuration(ms: number): string {
  const { seconds, minutes, hours } = texts().applicationAnswers;
  const count = Math.max(1, Math.ceil(ms / 1000));
  if (count < 90) return plural(seconds, count);
  const inMinutes = Math.ceil(count / 60);
  return inMinutes < 90 ? plural(minutes, inMinutes) : plural(hours, Math.ceil(inMinutes / 60));
}
