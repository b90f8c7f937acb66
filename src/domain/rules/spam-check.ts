/** Names of the two controls that every form of the site sends besides its fields. */
export const spamCheckFields = {
  /** Hidden from people and from the tab order; must arrive empty. */
  honeypot: 'website',
  /** Milliseconds between the first input and the submission; set by script, absent without it. */
  elapsed: 'form_elapsed',
} as const;

/** The shortest time in which a person fills a form, in milliseconds. */
const minimumFillMs = 1000;

export interface SpamCheckResult {
  readonly honeypotFilled: boolean;
  /** How long the server waits before it continues, in milliseconds; 0 if the form has no elapsed time. */
  readonly waitMs: number;
}

/**
 * Checks the two fields of a submitted form. Neither check discards a submission: with a filled honeypot
 * the visitor is asked to submit again (a browser extension may have filled it), and a form filled too
 * fast is delayed.
 */
export function spamCheck(field: (name: string) => unknown): SpamCheckResult {
  const honeypot = field(spamCheckFields.honeypot);
  const elapsed = field(spamCheckFields.elapsed);
  const known = typeof elapsed === 'string' && /^\d{1,15}$/.test(elapsed);
  return {
    honeypotFilled: typeof honeypot === 'string' && honeypot.trim() !== '',
    waitMs: known ? Math.max(0, minimumFillMs - Number(elapsed)) : 0,
  };
}

/** Shown when the honeypot was filled. */
export const submitAgainMessage = (button: string): string =>
  `Please read through what you wrote and press '${button}' once more.`;
