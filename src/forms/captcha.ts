import { z } from 'zod';
import { SettingsError } from '#src/config/environment.ts';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import type { SiteConfig } from '#src/config/site-schema.ts';
import { parseJsonObject } from '#src/domain/api/response.ts';
import type { FormMessageKey } from '#src/domain/model/messages.ts';
import { spamCheckFields, testCaptchaToken } from '#src/domain/rules/forms/spam-check.ts';
import { ApiError, callInfo, MalformedError } from '#src/http/errors.ts';
import { createTransport, type Transport } from '#src/http/transport.ts';
import { createDedupe } from '#src/jobs/dedupe.ts';
import { once } from '#src/jobs/once.ts';
import { texts } from '#src/language/server.ts';
import { requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';

type CaptchaProvider = NonNullable<SiteConfig['captcha']>['provider'];

/** Tokens are verified at `verify`, and pages load the widget from `origins`. */
export const captchaServices: Readonly<
  Record<
    Exclude<CaptchaProvider, 'test'>,
    { readonly verify: string; readonly origins: readonly string[] }
  >
> = {
  hcaptcha: {
    verify: 'https://api.hcaptcha.com/siteverify',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    origins: ['https://challenges.cloudflare.com'],
  },
};

const responseSchema = z.object({ success: z.boolean() });
const timeoutMs = 10_000;
/** No provider issues longer tokens. */
const maxTokenLength = 10_000;
/** A form that has passed may be sent again during this time, in milliseconds. */
const passedMs = 10 * 60 * 1000;

interface CaptchaCheckOptions {
  readonly provider: CaptchaProvider;
  readonly secret: string;
  readonly transport: Pick<Transport, 'request'>;
  readonly now?: () => number;
}

/**
 * Resolves with a message for the visitor, or with undefined if the form may be sent. Providers accept a token once. As
 * the first response may have been lost, the same content of the same address may be sent again for ten minutes.
 */
export function createCaptchaCheck({ provider, secret, transport, now }: CaptchaCheckOptions) {
  const dedupe = createDedupe<FormMessageKey | undefined>({
    ttlMs: (failure) => (failure === undefined ? passedMs : 0),
    maxEntries: 10_000,
    ...(now && { now }),
  });
  /** Rejects with a TransportError or a MalformedError if there is no usable response. */
  async function isHuman(token: string, remoteip: string): Promise<boolean> {
    if (token === '') return false;
    if (provider === 'test') return token === testCaptchaToken;
    const url = new URL(captchaServices[provider].verify);
    const response = await transport.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret, response: token, remoteip }).toString(),
      timeout: { kind: 'total', ms: timeoutMs },
    });
    const { data } = responseSchema.safeParse(parseJsonObject(response));
    if (data) return data.success;
    throw new MalformedError(callInfo('POST', url), {
      httpStatus: response.status,
      detail: 'the captcha response is malformed',
    });
  }
  return async (form: FormData, remoteip: string): Promise<string | undefined> => {
    const token = String(form.get(spamCheckFields.captcha) ?? '').slice(0, maxTokenLength);
    const failure = await dedupe([remoteip, token, ...contentOf(form)], async () => {
      try {
        return (await isHuman(token, remoteip)) ? undefined : 'confirmCaptcha';
      } catch (err) {
        if (!(err instanceof ApiError)) throw err;
        log().warn({ event: 'captcha-failed', err });
        return 'processingFailed';
      }
    });
    return failure && texts().form.messages[failure];
  };
}

/** Omits the fields that differ when the same form is sent again. */
function contentOf(form: FormData): string[] {
  const changingFields: readonly string[] = Object.values(spamCheckFields);
  return [...form].flatMap(([name, value]) =>
    changingFields.includes(name) ? [] : [name, typeof value === 'string' ? value : value.name],
  );
}

/** Throws a SettingsError if the site config names a captcha and there is no secret for it. */
export function requireCaptchaSecret(): void {
  if (siteConfig.captcha !== undefined && settings().captchaSecret === undefined)
    throw new SettingsError({
      variable: 'CAPTCHA_SECRET',
      message: 'must be set where the site config names a captcha',
    });
}

const siteCheck = once(() => {
  const { captcha } = siteConfig;
  const { captchaSecret: secret, apiTimeoutMs } = settings();
  if (captcha === undefined || secret === undefined) return async () => undefined;
  const transport = createTransport({ connectTimeoutMs: apiTimeoutMs });
  return createCaptchaCheck({ provider: captcha.provider, secret, transport });
});

/** Checks a form with the captcha of the site config. If there is no captcha, every form may be sent. */
export const checkCaptcha = (form: FormData): Promise<string | undefined> =>
  siteCheck()(form, requestContext().remoteAddress);
