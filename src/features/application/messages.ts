import { messages } from '#src/domain/model/messages.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';

/**
 * What the specification leaves to us to say around its own sentences: what happened, what is kept, what
 * to do next.
 */
export const applicationMessages = {
  summaryTitle: 'There is a problem',
  kept: 'Nothing you wrote is lost.',
  noSuchSubmission:
    'This browser holds no application to this opening that still waits for documents.',
  siteSilent:
    'The connection broke before an answer came, so your application may or may not have been received.',
  offline: 'You seem to be offline. Your application may or may not have been received.',
  onlyOnce:
    "Nothing you wrote is lost. When you are connected again, press 'Submit application' once more: it is one application, however often you press.",
  reference: 'Your reference:',
  resumed: 'You have sent this application. Its documents can be added here.',
  draftOffer: 'We kept what you wrote here on this device, without files.',
  draftFromTab: 'You are writing this application in another tab, too.',
  draftBlocked:
    'This browser keeps nothing for us: what you write is lost if you close this page before you submit it.',
  draftKept:
    'What you write is kept on this device for 30 days, or until you submit it. Files are not kept.',
  forgetWarning:
    'This empties the form, and takes away what this device keeps of your applications: drafts, and the way back to documents you have not sent yet.',
  openingGone: 'This opening is no longer open to applications.',
} as const;

/** '40 seconds', '3 minutes', '2 hours': how long a host or the site asks to be left alone. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return plural(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** What a visitor reads when an application was not taken: the catalogue's sentence first (section 8). */
export function outcomeMessages(
  result: Exclude<SubmissionResult, { status: 'accepted' }>,
  enquiries: string,
): readonly string[] {
  switch (result.status) {
    case 'refused':
      return result.afterLost
        ? [
            messages.alreadyApplied,
            `That is most likely the application you sent here before, whose answer was lost: it has arrived, and there is nothing more to send. To add your documents, write to ${enquiries}.`,
          ]
        : [messages.alreadyApplied, applicationMessages.kept];
    case 'failed':
      return [
        messages.processingFailed,
        ...(result.message ? [`The answer was: ${result.message}`] : []),
        `${
          result.afterLost
            ? 'Whether your earlier try was received is still not known.'
            : 'Your application was not received.'
        } ${applicationMessages.kept} Please try again ${
          result.retryAfterMs ? `in ${formatDuration(result.retryAfterMs)}` : 'in a little while'
        }.`,
      ];
    case 'lost':
      return [
        messages.processingFailed,
        `The answer to your application was lost on the way: it may have been received. ${applicationMessages.kept} Press 'Submit application' again in a minute: before anything is sent a second time, we ask whether the first has arrived. If you are still unsure, write to ${enquiries}.`,
      ];
  }
}
