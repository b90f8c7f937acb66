import type { Opening } from '#src/domain/model/opening.ts';
import { sentences } from '#src/domain/model/sentences.ts';
import { tidyApplication, validateApplication } from '#src/domain/rules/application.ts';
import type { ApplyState } from './apply-state.ts';
import { formNames } from './form-names.ts';
import { suspicionOf } from './guard.ts';
import { readValues, toApplication } from './read-form.ts';
import { sanitiseLetter } from './sanitise-letter.ts';
import { type SubmitOptions, submitApplication } from './submit-application.ts';
import { outcomeInWords, words } from './words.ts';

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
  if (opening === undefined) return turnDown([sentences.processingFailed, words.openingGone]);
  if (opening === 'unknown')
    return turnDown(outcomeInWords({ state: 'failed' }, options.enquiries));

  const typed = toApplication(values, opening);
  const application = tidyApplication(
    { ...typed, cover_letter: sanitiseLetter(typed.cover_letter) },
    opening.questions,
  );
  const issues = validateApplication(application, opening.questions);
  if (issues.length > 0) return { status: 'invalid', values, issues };

  const { trapped, waitMs } = suspicionOf(field(formNames.trap), field(formNames.elapsed));
  if (trapped) return turnDown([words.pressAgain, words.kept], 'again');
  const turnedAway = await options.admit();
  if (turnedAway !== undefined) return turnDown([turnedAway, words.kept]);
  await options.wait(waitMs);

  try {
    const { submission, outcome } = await submitApplication(
      options,
      field(formNames.key),
      application,
    );
    if (outcome.state !== 'accepted')
      return {
        status: outcome.state,
        values,
        says: outcomeInWords({ ...outcome, state: outcome.state }, options.enquiries),
      };
    options.onAccepted(submission.id);
    return { status: 'accepted', values, reference: submission.reference };
  } catch (error) {
    // The journal cannot be written: without its lock nothing is sent.
    options.onError?.(error);
    return turnDown(outcomeInWords({ state: 'failed' }, options.enquiries));
  }
}

/** The ids of the answers a form holds, where the opening itself cannot be asked. */
function questionsOf(data: FormData): readonly { readonly id: string }[] {
  return [...data.keys()].flatMap((name) => {
    const id = /^answers\[(.+)\]$/.exec(name)?.[1];
    return id === undefined ? [] : [{ id }];
  });
}
