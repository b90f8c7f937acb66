import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { type CaptchaProvider, captchaUrls, testCaptchaToken } from '#src/domain/model/captcha.ts';
import { captchaField } from '#src/domain/model/enquiry-form.ts';
import { messages } from '#src/domain/model/messages.ts';
import { ApiError, MalformedError } from '#src/http/errors.ts';
import { createTransport, type Transport } from '#src/http/transport.ts';
import { log } from './logger.ts';
import { requestContext } from './request-context.ts';

export interface CaptchaProof {
  readonly provider: CaptchaProvider;
  readonly secret: string;
  readonly token: string;
  /** The visitor's address, which some providers consider. */
  readonly remoteip?: string;
}

const responseSchema = z.object({ success: z.boolean() });
const timeoutMs = 10_000;
/** Longer than the token of any provider. */
const maxTokenLength = 10_000;

/**
 * Checks a token with the captcha provider. Rejects with a TransportError or a MalformedError without a usable
 * response.
 */
export async function isHuman(
  proof: CaptchaProof,
  transport: Pick<Transport, 'request'>,
): Promise<boolean> {
  const { provider, secret, token, remoteip } = proof;
  if (token === '') return false;
  if (provider === 'test') return token === testCaptchaToken;
  const url = new URL(captchaUrls[provider].verify);
  const { status, body } = await transport.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      secret,
      response: token,
      ...(remoteip !== undefined && { remoteip }),
    }).toString(),
    timeout: { kind: 'total', ms: timeoutMs },
  });
  const result = responseSchema.safeParse(parseJson(body.toString('utf8')));
  if (!result.success)
    throw new MalformedError(
      { method: 'POST', url: url.href },
      { httpStatus: status, detail: 'the captcha response is malformed' },
    );
  return result.data.success;
}

export interface CaptchaCheckOptions {
  readonly provider: CaptchaProvider;
  readonly secret: string;
  readonly transport: Pick<Transport, 'request'>;
  /** Called when the provider gave no usable response. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Checks the token of a form: resolves with the message for the visitor, or undefined if the form may be sent. Providers
 * accept a token once; the same form, named by `formKey`, may send its token again for ten minutes, because its first
 * response may have been lost.
 */
export function createCaptchaCheck({ onFailure, transport, ...site }: CaptchaCheckOptions) {
  const passed = new LRUCache<string, true>({ max: 10_000, ttl: 10 * 60 * 1000 });
  return async (form: FormData, remoteip: string, formKey = ''): Promise<string | undefined> => {
    const token = String(form.get(captchaField) ?? '').slice(0, maxTokenLength);
    const key = formKey === '' ? undefined : JSON.stringify([formKey, token]);
    if (key !== undefined && passed.has(key)) return undefined;
    try {
      if (!(await isHuman({ ...site, token, remoteip }, transport))) return messages.confirmCaptcha;
      if (key !== undefined) passed.set(key, true);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onFailure(error);
      return messages.processingFailed;
    }
  };
}

let siteCheck: ReturnType<typeof createCaptchaCheck> | undefined;

/** `createCaptchaCheck` for the captcha of the site config; without one every form may be sent. */
export async function checkCaptcha(form: FormData, formKey?: string): Promise<string | undefined> {
  const { captcha } = siteConfig;
  const { captchaSecret: secret, apiTimeoutMs } = settings();
  // Its absence is an error at the start of the site.
  if (captcha === undefined || secret === undefined) return undefined;
  siteCheck ??= createCaptchaCheck({
    provider: captcha.provider,
    secret,
    transport: createTransport({ connectTimeoutMs: apiTimeoutMs }),
    onFailure: (err) => log().warn({ event: 'captcha-failed', err }),
  });
  return siteCheck(form, requestContext().remoteAddress, formKey);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
