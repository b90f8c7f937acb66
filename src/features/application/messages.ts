import { texts } from '#language';
import type { Question } from '#src/domain/model/opening.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import { type ApplicationField, answerField } from '#src/domain/rules/application.ts';
import { fill, plural } from '#src/language/format.ts';
import { fieldTexts } from '#src/language/messages.ts';
import type { ApplicationResult } from './form-values.ts';

export function labelOf(field: string, questions: readonly Pick<Question, 'id' | 'question'>[]) {
  const question = questions.find(({ id }) => answerField(id) === field)?.question;
  return question ?? texts().application.labels[field as ApplicationField];
}

export const changedQuestions = (result: ApplicationResult) =>
  result.status === 'invalid' ? result.changed?.questions : undefined;

/** Returns the messages of the invalid fields and of the questions that the submitted form did not show. */
export function errorsOf(result: ApplicationResult): Readonly<Record<string, string>> {
  if (result.status !== 'invalid') return {};
  const unseen = result.changed?.unseen ?? [];
  const found = fieldTexts(result.issues);
  return {
    ...found,
    ...Object.fromEntries(
      unseen
        .map(answerField)
        .filter((name) => !(name in found))
        .map((name) => [name, texts().application.questionChanged]),
    ),
  };
}

/** An applicant whose browser has no upload ticket reads this. */
export const documentsByMail = (enquiries: string): string =>
  fill(texts().application.documentsByMail, { email: enquiries });

/** For example '40 seconds', '3 minutes' or '2 hours'. */
function formatDuration(ms: number): string {
  const { seconds, minutes, hours } = texts().application;
  const count = Math.max(1, Math.ceil(ms / 1000));
  if (count < 90) return plural(seconds, count);
  const inMinutes = Math.ceil(count / 60);
  return inMinutes < 90 ? plural(minutes, inMinutes) : plural(hours, Math.ceil(inMinutes / 60));
}

/**
 * Returns the messages of a result that leaves the form open, the specification's first (section 8); undefined for every
 * other result. `enquiries` is the address to write to. With `hasEarlier` the page offers the documents of this browser's
 * application beside the messages.
 */
export function problemMessages(
  result: ApplicationResult,
  enquiries: string,
  hasEarlier = false,
): readonly string[] | undefined {
  const { application, form } = texts();
  const { kept, submit: button } = application;
  switch (result.status) {
    case 'rejected':
      return result.messages;
    case 'unanswered':
      return [
        result.offline ? application.offline : application.siteSilent,
        fill(application.onlyOnce, { button }),
      ];
    case 'refused':
      return result.afterLost
        ? [
            application.messages.alreadyApplied,
            fill(application.foundAfterLost, { email: enquiries }),
          ]
        : [
            application.messages.alreadyApplied,
            ...(hasEarlier ? [] : [documentsByMail(enquiries)]),
            `${kept} ${application.sharedAddress}`,
          ];
    case 'check-again':
      return [fill(form.check, { button }), kept];
    case 'failed':
      return failedMessages(result);
    case 'lost': {
      const next = fill(application.afterLost, { button, email: enquiries });
      return [form.messages.processingFailed, `${application.lost} ${kept} ${next}`];
    }
    default:
      return undefined;
  }
}

function failedMessages({
  message,
  retryAfterMs,
  notSaved,
  afterLost,
}: Extract<SubmissionResult, { status: 'failed' }>): readonly string[] {
  const { application, form } = texts();
  const received = afterLost ? application.earlierUnknown : application.notReceived;
  const next = retryAfterMs
    ? fill(application.tryAgainIn, { duration: formatDuration(retryAfterMs) })
    : application.tryAgainSoon;
  return [
    form.messages.processingFailed,
    ...(message ? [fill(application.hostAnswer, { message })] : []),
    ...(notSaved && !afterLost ? [application.notSaved] : []),
    `${received} ${application.kept} ${next}`,
  ];
}
