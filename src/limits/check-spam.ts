import { setTimeout as delay } from 'node:timers/promises';
import { spamCheck } from '#src/domain/rules/forms/spam-check.ts';
import { log } from '#src/telemetry/logger.ts';

export interface SpamChecks {
  readonly checkCaptcha?: (data: FormData) => Promise<string | undefined>;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** `message` tells the visitor why the form is not sent. */
export type SpamRefusal =
  | { readonly status: 'check-again' }
  | { readonly status: 'refused'; readonly message: string };

/**
 * Checks a form that is valid (decision 010). Resolves with undefined if it may be sent, after the time that a person needs
 * to fill a form. @param form the name of the form in the log
 */
export async function checkSpam(
  form: string,
  data: FormData,
  { checkCaptcha, wait = delay }: SpamChecks,
): Promise<SpamRefusal | undefined> {
  const { honeypotFilled, submitAgain, waitMs } = spamCheck(data);
  if (submitAgain) return { status: 'check-again' };
  const message = await checkCaptcha?.(data);
  if (message !== undefined) return { status: 'refused', message };
  if (honeypotFilled) log().warn({ event: 'honeypot-ignored', form });
  await wait(waitMs);
  return undefined;
}
