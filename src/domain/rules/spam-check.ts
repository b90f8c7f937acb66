/** Names of the controls that every form of the site sends besides its fields. */
export const spamCheckFields = {
  /** Hidden from people and from the tab order; must arrive empty. */
  honeypot: 'website',
  /** Present once the form was submitted with a filled honeypot. */
  filledBefore: 'form_submitted_before',
  /** Milliseconds between the first input and the submission; set by script, absent without it. */
  elapsed: 'form_elapsed',
} as const;

/** The result of a form that was sent without script, and whether its honeypot was filled. */
export interface PostedForm<Result> {
  readonly result: Result;
  readonly honeypotFilled: boolean;
}

/** The shortest time in which a person fills a form, in milliseconds. */
const minimumFillMs = 1000;

export interface SpamCheckResult {
  readonly honeypotFilled: boolean;
  /** The honeypot is filled for the first time: ask the visitor to submit again. */
  readonly submitAgain: boolean;
  readonly waitMs: number;
}

/**
 * Checks these fields of a submitted form. No check discards a submission. With a filled honeypot the visitor is
 * asked to submit again, once: a browser extension may fill the field each time. Programs that send a form
 * once are stopped. A form filled too fast is delayed, and so is one without an elapsed time, which script adds.
 */
export function spamCheck(field: (name: string) => unknown): SpamCheckResult {
  const honeypot = field(spamCheckFields.honeypot);
  const elapsed = field(spamCheckFields.elapsed);
  const elapsedMs = typeof elapsed === 'string' && /^\d{1,15}$/.test(elapsed) ? Number(elapsed) : 0;
  const honeypotFilled = typeof honeypot === 'string' && honeypot.trim() !== '';
  return {
    honeypotFilled,
    submitAgain: honeypotFilled && !field(spamCheckFields.filledBefore),
    waitMs: Math.max(0, minimumFillMs - elapsedMs),
  };
}

/** Shown when the honeypot was filled. */
export const submitAgainMessage = (button: string): string =>
  `Please read through what you wrote and press '${button}' once more.`;
