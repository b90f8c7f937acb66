import { messages } from '#src/domain/model/messages.ts';
import type { Question } from '#src/domain/model/opening.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import { type ApplicationField, answerField } from '#src/domain/rules/application.ts';
import { submitAgainMessage } from '#src/domain/rules/spam-check.ts';
import { counted } from '#src/domain/rules/text.ts';
import { fieldTexts } from '#src/language/messages.ts';
import type { ApplicationResult } from './form-values.ts';

/** The field's control and the error summary show this label. */
export const labels: Readonly<Record<ApplicationField, string>> = {
  firstname: 'First name',
  lastname: 'Last name',
  emailaddress: 'Email address',
  phone: 'Phone number',
  age: 'Age',
  education: 'Highest education',
  course: 'Course of study',
  grades: 'Grade',
  years_of_experience: 'Years of experience',
  current_employer: 'Current employer',
  linkedinprofile: 'LinkedIn profile',
  referrer: 'Where you heard of this job',
  referrer_name: 'Staff Name',
  cover_letter: 'Cover letter',
};

export const submitButton = 'Submit application';

export function labelOf(field: string, questions: readonly Pick<Question, 'id' | 'question'>[]) {
  const question = questions.find(({ id }) => answerField(id) === field)?.question;
  return question ?? labels[field as ApplicationField];
}

/** These messages are additions to the specification's: what happened, what is stored, what to do next. */
export const applicationMessages = {
  kept: 'Nothing you wrote is lost.',
  notSaved: 'It could not be saved on our side: nothing was saved.',
  noSuchSubmission:
    'This browser has no application to this opening. Its cookie was blocked or removed, or is older than a week.',
  siteSilent:
    'The connection broke before an answer came, so your application may or may not have been received.',
  offline: 'You seem to be offline. Your application may or may not have been received.',
  onlyOnce:
    "Nothing you wrote is lost. When you are connected again, press 'Submit application' once more: it is one application, however often you press.",
  applicantIdLabel: 'Your reference:',
  whatYouSent: 'What you sent:',
  resumed: 'You can add your documents here.',
  cookiesBlocked: 'Documents cannot be sent from this browser.',
  allowCookies:
    'It does not keep the cookie that belongs to your application. The application itself has arrived, and nothing has to be sent again. Allow cookies for this site, then try again.',
  otherPerson: 'Not your application? Forget it on this device, and the form is empty again.',
  sentNotice:
    'If it is yours, enter its email address to add the documents. If it is not, fill in the form: your application is separate.',
  onceAYear:
    'A person can apply to a company once a year. If that application is yours, another one is refused until then.',
  sharedAddress:
    'If somebody else applied with this email address, apply with one that only you use: the address decides whose application it is.',
  withdrawnNotice:
    'If it was yours, it still counts for a year, and a new one to this company is refused. To apply again, erase it first.',
  lookingForSent: 'Looking for the application…',
  otherAddress: 'That is not the email address of the application.',
  draftOffer: 'We kept what you wrote here on this device, without files.',
  draftRestored: 'What you wrote before is here again.',
  draftDiscarded: 'What you wrote before is discarded.',
  draftFromTab: 'You are writing this application in another tab, too.',
  draftBlocked:
    'This browser keeps nothing for us: what you write is lost if you close this page before you submit it.',
  draftKept: 'What you write is kept here for 30 days, or until you submit it.',
  forgetWarning:
    'This empties the form, and takes away what this device keeps of your applications: drafts, and the way back to documents you have not sent yet.',
  forgetting: 'Asking the site to forget this device…',
  forgotten: 'This device is forgotten.',
  forgottenText:
    'The form is empty. Drafts, and the way back to documents you had not sent, are gone from this device. What you sent is not erased.',
  forgetFailed: 'This device is not forgotten yet: the site did not answer.',
  stillKnown:
    'The drafts are gone, and what you write now is not kept. If an application was sent from here, it can still be opened here.',
  openingChanged:
    'The questions of this opening have changed since you opened this page. What you wrote is still in the form; please check the questions and submit again.',
  questionChanged: 'This question is new, or its text has changed.',
  closedMeanwhile:
    'This opening was closed before your application arrived. Here are your texts, for you to copy.',
  openingGone: 'This opening is no longer open to applications.',
} as const;

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
        .map((name) => [name, applicationMessages.questionChanged]),
    ),
  };
}

/** An applicant whose browser has no upload ticket reads this. */
export const documentsByMail = (enquiries: string): string =>
  `If you applied for this job and documents are missing, send them to ${enquiries} with your name and your reference.`;

/** For example '40 seconds', '3 minutes' or '2 hours'. */
function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
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
  const { kept, siteSilent, offline, onlyOnce, sharedAddress } = applicationMessages;
  switch (result.status) {
    case 'rejected':
      return result.messages;
    case 'unanswered':
      return [result.offline ? offline : siteSilent, onlyOnce];
    case 'refused':
      return result.afterLost
        ? [
            messages.alreadyApplied,
            `That is most likely the application you sent here before, whose answer was lost: it has arrived, and there is nothing more to send. To add your documents, write to ${enquiries}.`,
          ]
        : [
            messages.alreadyApplied,
            ...(hasEarlier ? [] : [documentsByMail(enquiries)]),
            `${kept} ${sharedAddress}`,
          ];
    case 'check-again':
      return [submitAgainMessage(submitButton), kept];
    case 'failed':
      return failedMessages(result);
    case 'lost':
      return [
        messages.processingFailed,
        `The answer to your application was lost on the way: it may have been received. ${kept} Press 'Submit application' again in a minute: before anything is sent a second time, we ask whether the first has arrived. If you are still unsure, write to ${enquiries}.`,
      ];
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
  const received = afterLost
    ? 'Whether your earlier try was received is still not known.'
    : 'Your application was not received.';
  const wait = retryAfterMs ? `in ${formatDuration(retryAfterMs)}` : 'in a little while';
  return [
    messages.processingFailed,
    ...(message ? [`The answer was: ${message}`] : []),
    ...(notSaved && !afterLost ? [applicationMessages.notSaved] : []),
    `${received} ${applicationMessages.kept} Please try again ${wait}.`,
  ];
}
