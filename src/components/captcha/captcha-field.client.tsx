'use client';

import { useState } from 'react';
import { texts } from '#language';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { Captcha, type CaptchaProps } from './captcha.client.tsx';

/** The token is empty until the visitor has passed the captcha. */
export function CaptchaField({
  provider,
  siteKey,
  withoutScript,
}: Pick<CaptchaProps, 'provider' | 'siteKey'> & {
  /** The sentence that tells visitors without script what to do instead. */
  readonly withoutScript: string;
}) {
  const [token, setToken] = useState('');
  return (
    <>
      <Captcha provider={provider} siteKey={siteKey} onToken={setToken} />
      <input type="hidden" name={spamCheckFields.captcha} value={token} />
      <noscript>
        <p>
          {texts().captcha.withoutScript} <span>{withoutScript}</span>
        </p>
      </noscript>
    </>
  );
}
