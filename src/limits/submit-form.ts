import { setTimeout as delay } from 'node:timers/promises';
import { spamCheck } from '#src/domain/rules/forms/spam-check.ts';
import type { RateLimitedAction } from '#src/routes.ts';
import { log } from '#src/telemetry/logger.ts';
import { checkCaptcha } from './captcha.ts';
import { checkRateLimit } from './rate-limiter.ts';

export interface FormChecks {
  /** This and `checkCaptcha` resolve with a text for the visitor if the form must not be sent. */
  readonly checkRateLimit: () => Promise<string | undefined>;
  readonly checkCaptcha?: (data: FormData) => Promise<string | undefined>;
  readonly wait?: (ms: number) => Promise<unknown>;
}

export const siteChecks = (action: RateLimitedAction): FormChecks => ({
  checkRateLimit: async () => (await checkRateLimit(action))?.message,
  checkCaptcha,
});

type FormRefusal =
  /** The honeypot is filled, so the visitor is asked to submit again. */
  | { readonly status: 'check-again' }
  | { readonly status: 'refused'; readonly httpStatus: 422 | 429; readonly message: string };

export interface FormSteps<Valid, Result> {
  readonly form: string;
  readonly data: FormData;
  /** Resolves with what is sent, or with the result of a form that is invalid. */
  readonly validate: () => Promise<{ readonly valid: Valid } | { readonly invalid: Result }>;
  readonly refuse: (refusal: FormRefusal) => Result;
  readonly send: (valid: Valid) => Promise<Result>;
}

/** Every form of the site takes these steps in this order (decision 010). */
export async function submitForm<Valid, Result>(
  { form, data, validate, refuse, send }: FormSteps<Valid, Result>,
  checks: FormChecks,
): Promise<Result> {
  // This precedes everything that costs time. Invalid forms count too.
  const limited = await checks.checkRateLimit();
  if (limited !== undefined)
    return refuse({ status: 'refused', httpStatus: 429, message: limited });
  const validated = await validate();
  if ('invalid' in validated) return validated.invalid;
  const { honeypotFilled, submitAgain, waitMs } = spamCheck(data);
  if (submitAgain) return refuse({ status: 'check-again' });
  const message = await checks.checkCaptcha?.(data);
  if (message !== undefined) return refuse({ status: 'refused', httpStatus: 422, message });
  if (honeypotFilled) log().warn({ event: 'honeypot-ignored', form });
  await (checks.wait ?? delay)(waitMs);
  return send(validated.valid);
}
