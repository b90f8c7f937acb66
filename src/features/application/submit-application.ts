import { language } from '#language';
import { neededDocuments } from '#src/config/needed-documents.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import type { Application } from '#src/domain/model/application.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { limits } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import type { SubmissionResult, SubmissionStatus } from '#src/domain/model/submission.ts';
import {
  answerField,
  normalizeApplication,
  validateApplication,
} from '#src/domain/rules/forms/application.ts';
import type { ParsedForm } from '#src/forms/receive-form.ts';
import { logFailedCall, refusal, successAnswer } from '#src/forms/receive-form.ts';
import { sanitizeLetter } from '#src/html/sanitizer.ts';
import { fill, plural } from '#src/language/format.ts';
import { timeText } from '#src/language/format-date.ts';
import { fieldTexts, hostText } from '#src/language/messages.ts';
import { applicationSettings, site, texts } from '#src/language/server.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import {
  type AcceptedApplication,
  type ApplicationAnswer,
  formNames,
  formQuestions,
  readValues,
  toApplication,
  unseenQuestions,
} from './form-values.ts';

/** An applicant sees a message of an API host up to this length, in characters. */
const maxHostMessageLength = 300;

export interface SubmitOptions {
  readonly client: Pick<ApiClient, 'checkCandidate' | 'applyToOpening' | 'applicationState'>;
  readonly submissions: Pick<SubmissionRepository, 'start' | 'markSending' | 'settle' | 'remove'>;
  readonly findOpening: (id: string) => Promise<Opening | undefined>;
  /** Works like `findOpening`, but never returns a cached copy. */
  readonly refreshOpening: (id: string) => Promise<Opening | undefined>;
  readonly wait: (ms: number) => Promise<unknown>;
  /** The keyed hash of the visitor's network, for our own API host. */
  readonly network?: string | undefined;
  /** Gives the browser the upload ticket of a submission. */
  readonly onAccepted: (id: string) => Promise<SubmissionStatus | undefined>;
}

/** Section 4: normalizes, validates and submits the application of a form. Every error of that is an answer. */
export function parseApplicationForm(options: SubmitOptions, data: FormData): ParsedForm {
  const { submit: button, nothingLost: notSent } = texts().application;
  return {
    form: 'application',
    values: readValues(data),
    button,
    notSent,
    async validate() {
      try {
        const opening = await options.findOpening(String(data.get(formNames.opening) ?? ''));
        if (!opening) return openingGone();
        const { application, invalid } = readApplication(data, opening);
        return invalid ?? (() => submitValid(options, data, application, opening));
      } catch (error) {
        return notAccepted(failedBy(logFailure(error)));
      }
    },
  };
}

const logFailure = (err: unknown) => logFailedCall('application-not-sent', err);

async function submitValid(
  options: SubmitOptions,
  data: FormData,
  application: Application,
  opening: Opening,
): Promise<ApplicationAnswer> {
  const formKey = String(data.get(formNames.key) ?? '');
  const { id, result } = await send(options, formKey, application, opening);
  if (result.status === 'accepted') {
    const { applicantId, mailUntil } = result;
    const time = mailUntil && timeText(new Date(mailUntil), new Date());
    const mailNotice = time ? fill(texts().applicationAnswers.mailLater, { time }) : undefined;
    const shown = { applicantId, mailNotice, ...(await options.onAccepted(id)) };
    return { ...acceptedAnswer(shown), values: readValues(data) };
  }
  if (result.status === 'failed' && result.httpStatus < 500) {
    // The host may have refused because the opening was closed, or has questions that its cached copy lacks.
    const current = await options.refreshOpening(opening.id).catch((error: unknown) => {
      logFailure(error);
      return opening;
    });
    if (!current) return openingGone();
    const { invalid } = readApplication(data, current);
    if (invalid) return invalid;
  }
  return notAccepted(result);
}

export const acceptedAnswer = (accepted: AcceptedApplication): ApplicationAnswer => ({
  ...successAnswer(texts().application.messages.applied),
  accepted,
  // A page of the version before reads these fields.
  ...{ status: 'accepted', ...accepted },
});

const openingGone = () =>
  refusal(410, [texts().form.messages.processingFailed, texts().applicationAnswers.openingGone]);

/** Sanitizing the letter takes the most time, so this is done only if nothing else is invalid. */
function readApplication(data: FormData, opening: Opening) {
  const { questions } = opening;
  const settings = applicationSettings();
  const entered = toApplication(readValues(data), opening);
  const normalized = normalizeApplication(entered, questions, settings);
  // The length of the letter is checked after sanitizing.
  const isFinal = ({ field, code }: Issue) => field !== 'cover_letter' || code !== 'maxlength';
  let issues = validateApplication(normalized, questions, settings).filter(isFinal);
  const unseen = unseenQuestions(data, questions);
  if (issues.length === 0 && !unseen?.length) {
    const cover_letter = sanitizeLetter(normalized.cover_letter);
    const application = { ...normalized, cover_letter };
    issues = validateApplication(application, questions, settings);
    if (issues.length === 0) return { application };
  }
  const { questionChanged } = texts().application;
  const found = fieldTexts(issues);
  const changed = unseen?.map((id) => [answerField(id), questionChanged]) ?? [];
  // If a question was not shown and its answer is invalid, the message about the answer is used.
  const fields: typeof found = { ...found, ...Object.fromEntries(changed), ...found };
  const invalid: ApplicationAnswer = {
    ...refusal(422, Object.values(fields).slice(0, 1)),
    fields,
    ...(unseen && { questions: formQuestions(questions) }),
  };
  return { invalid };
}

/** The site or the host could not save the application, for example because the disk is full. */
const notSaved = { status: 'failed', httpStatus: failureKinds.noRoom.httpStatus } as const;

/** Sends a valid application once, even if the visitor disconnects, so that the result is stored. */
async function send(
  options: SubmitOptions,
  formKey: string,
  application: Application,
  opening: Opening,
): Promise<{ readonly id: string; readonly result: SubmissionResult }> {
  const { client, submissions } = options;
  let id = '';
  let result: SubmissionResult = notSaved;
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
      // This also releases the lease if nothing was sent, because the repository could not be written before.
      await submissions.settle(start, result, application);
    }
    return { id, result };
  } catch (error) {
    // The repository could not be written, for example on a full disk.
    logFailure(error);
    // The host has the application, or may have it. A later attempt gets the stored result from the host.
    const isSent = result.status === 'accepted' || result.status === 'lost';
    return { id, result: isSent ? { status: 'lost' } : notSaved };
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
  if (check === 'unreachable')
    return { status: 'failed', httpStatus: failureKinds.unreachable.httpStatus, ...after };

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
    const failed = logFailure(error);
    return failed.isLost ? { status: 'lost' } : { ...failedBy(failed), ...after };
  }
}

/** The message of a 5xx response is not meant for applicants. */
function failedBy({ httpStatus, message, retryAfterMs }: ReturnType<typeof logFailure>) {
  const isShown = httpStatus < 500 && message && message.length <= maxHostMessageLength;
  const text = isShown ? hostText(message) : undefined;
  return { status: 'failed', httpStatus, message: text, retryAfterMs } as const;
}

/**
 * Answers a submission that was not accepted. The specification's message (section 8) comes first. The server makes the
 * texts, so that the page need not have them.
 */
function notAccepted(result: Exclude<SubmissionResult, { status: 'accepted' }>): ApplicationAnswer {
  const { application, applicationAnswers: answers, form } = texts();
  const { nothingLost, submit: button } = application;
  const { email } = site().enquiries;
  switch (result.status) {
    case 'refused': {
      const { afterLost } = result;
      const why = afterLost
        ? fill(answers.foundAfterLost, { email })
        : `${nothingLost} ${answers.sharedAddress}`;
      return { ...refusal(409, [application.messages.alreadyApplied, why]), afterLost };
    }
    case 'failed':
      return refusal(result.httpStatus, failedMessages(result));
    case 'lost': {
      const next = fill(answers.afterLost, { button, email });
      const lines = [form.messages.processingFailed, `${answers.lost} ${nothingLost} ${next}`];
      return refusal(failureKinds.unknown.httpStatus, lines);
    }
  }
}

function failedMessages({
  message,
  retryAfterMs,
  httpStatus,
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
    ...(httpStatus === notSaved.httpStatus && !afterLost ? [answers.notSaved] : []),
    `${received} ${application.nothingLost} ${next}`,
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
