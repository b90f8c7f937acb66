import { messages } from '#src/domain/model/messages.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/application.ts';
import { spamCheck, submitAgainMessage } from '#src/domain/rules/spam-check.ts';
import type { ApplyState } from './apply-state.ts';
import { formNames } from './form-names.ts';
import { applicationMessages, outcomeMessages } from './messages.ts';
import { readValues, toApplication } from './read-form.ts';
import { sanitizeLetter } from './sanitize-letter.ts';
import { type SubmitOptions, submitApplication } from './submit-application.ts';

export interface ApplyOptions extends SubmitOptions {
  /** The opening as the API host has it; undefined where there is none any more. Rejects where nobody knows. */
  readonly findOpening: (id: string) => Promise<Opening | undefined>;
  /** Where people write to who are left unsure. */
  readonly enquiries: string;
  readonly wait: (ms: number) => Promise<void>;
  /** Lets this visitor's try through, or says in words why not (the rate limit). */
  readonly admit: () => Promise<string | undefined>;
  /** Called with the submission's id once it is accepted: the ticket for its documents. */
  readonly onAccepted: (id: string) => void;
}

/**
 * What one sending of the form comes to (section 4): tidy, validate, check, post. Every answer but acceptance
 * carries the values back. Never rejects: whatever fails becomes a sentence.
 */
export async function apply(options: ApplyOptions, data: FormData): Promise<ApplyState> {
  const field = (name: string) => String(data.get(name) ?? '');
  const opening = await options.findOpening(field(formNames.opening)).catch((error: unknown) => {
    options.onError?.(error);
    return 'unknown' as const;
  });
  // Without the opening's questions the answers cannot be read by name; they stay in the visitor's draft.
  const questions = typeof opening === 'object' ? opening.questions : questionsOf(data);
  const values = readValues(data, questions);
  const turnDown = (
    says: readonly string[],
    status: 'failed' | 'again' = 'failed',
  ): ApplyState => ({
    status,
    values,
    says,
  });
  if (opening === undefined)
    return turnDown([messages.processingFailed, applicationMessages.openingGone]);
  if (opening === 'unknown')
    return turnDown(outcomeMessages({ status: 'failed' }, options.enquiries));

  const typed = toApplication(values, opening);
  const application = normalizeApplication(
    { ...typed, cover_letter: sanitizeLetter(typed.cover_letter) },
    opening.questions,
  );
  const issues = validateApplication(application, opening.questions);
  if (issues.length > 0) return { status: 'invalid', values, issues };

  const { honeypotFilled, waitMs } = spamCheck((name) => data.get(name));
  if (honeypotFilled)
    return turnDown([submitAgainMessage('Submit application'), applicationMessages.kept], 'again');
  const turnedAway = await options.admit();
  if (turnedAway !== undefined) return turnDown([turnedAway, applicationMessages.kept]);
  await options.wait(waitMs);

  try {
    const { id, result } = await submitApplication(options, field(formNames.key), application);
    if (result.status !== 'accepted')
      return {
        status: result.status,
        values,
        says: outcomeMessages(result, options.enquiries),
      };
    options.onAccepted(id);
    return { status: 'accepted', values, reference: result.applicantId };
  } catch (error) {
    // The submission cannot be stored: without its lease nothing is sent.
    options.onError?.(error);
    return turnDown(outcomeMessages({ status: 'failed' }, options.enquiries));
  }
}

/** The ids of the answers a form holds, where the opening itself cannot be asked. */
function questionsOf(data: FormData): readonly { readonly id: string }[] {
  return [...data.keys()].flatMap((name) => {
    const id = /^answers\[(.+)\]$/.exec(name)?.[1];
    return id === undefined ? [] : [{ id }];
  });
}
