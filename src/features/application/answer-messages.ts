import type { SubmissionResult } from '#src/domain/model/submission.ts';
import { fill, plural } from '#src/language/format.ts';
import { texts } from '#src/language/server.ts';

/**
 * Returns what the applicant reads of a submission that was not accepted, the specification's message first (section 8).
 * The server adds it to the result, so that the page need not have these texts. `enquiries` is the address to write to.
 */
export function answerMessages(
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
