import { z } from 'zod';
import { type CaptchaProvider, captchaUrls, testCaptchaToken } from '#src/domain/model/captcha.ts';
import { MalformedError } from '#src/http/errors.ts';
import type { Transport } from '#src/http/transport.ts';

export interface CaptchaProof {
  readonly provider: CaptchaProvider;
  readonly secret: string;
  readonly token: string;
  /** The visitor's address, which some providers consider. */
  readonly remoteip?: string;
}

const responseSchema = z.object({ success: z.boolean() });
const timeoutMs = 10_000;

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
