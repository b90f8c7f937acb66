import { z } from 'zod';
import { type CaptchaProvider, captchaUrls, testCaptchaToken } from '#src/domain/model/captcha.ts';
import { MalformedError } from '#src/http/errors.ts';
import type { Transport } from '#src/http/transport.ts';

export interface CaptchaProof {
  readonly provider: CaptchaProvider;
  readonly secret: string;
  readonly token: string;
  /** The visitor's address; some providers weigh it. */
  readonly remoteip?: string;
}

const replySchema = z.object({ success: z.boolean() });
const timeoutMs = 10_000;

/**
 * Asks the provider whether a token is good. Rejects with a TransportError or a MalformedError where it
 * gives no answer: the proof is then neither good nor bad, and the caller decides.
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
  const reply = replySchema.safeParse(parseJson(body.toString('utf8')));
  if (!reply.success)
    throw new MalformedError(
      { method: 'POST', url: url.href },
      { httpStatus: status, detail: 'the captcha reply could not be understood' },
    );
  return reply.data.success;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
