/** Every form of the site sends these controls besides its fields. */
export const spamCheckFields = {
  /** A field that is hidden from people and from the tab order. It must arrive empty. */
  honeypot: 'website',
  /** Present once the form was submitted with a filled honeypot. */
  filledBefore: 'form_submitted_before',
  /** The milliseconds between the first input and the submission. A script sets it; without script it is absent. */
  elapsed: 'form_elapsed',
  /** Absent on a site without a captcha, empty until the visitor has passed it. */
  captcha: 'captcha_token',
} as const;

/** The provider 'test' is a checkbox without a service, for tests and demonstrations. */
export const testCaptchaToken = 'test-captcha-confirmed';

/** A person needs at least this time to fill a form, in milliseconds. */
const minimumFillMs = 1000;

/**
 * No check discards a submission. A visitor with a filled honeypot is asked once to submit again, because a browser
 * extension may fill it each time. A form that was filled too fast, or without script, is delayed.
 */
export function spamCheck(data: FormData) {
  const honeypot = data.get(spamCheckFields.honeypot);
  const elapsed = data.get(spamCheckFields.elapsed);
  const elapsedMs = typeof elapsed === 'string' && /^\d{1,15}$/.test(elapsed) ? Number(elapsed) : 0;
  const honeypotFilled = typeof honeypot === 'string' && honeypot.trim() !== '';
  return {
    honeypotFilled,
    /** The honeypot is filled for the first time, so the visitor is asked to submit again. */
    submitAgain: honeypotFilled && !data.get(spamCheckFields.filledBefore),
    waitMs: Math.max(0, minimumFillMs - elapsedMs),
  };
}
