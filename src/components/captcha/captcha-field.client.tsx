'use client';

import { useState } from 'react';
import type { CaptchaProvider } from '#src/domain/model/captcha.ts';
import { captchaField } from '#src/domain/model/captcha.ts';
import { Captcha } from './captcha.client.tsx';

/** The token is empty until the visitor has passed the captcha. */
export function CaptchaField({
  provider,
  siteKey,
  withoutScript,
}: {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  /** The sentence that tells visitors without script what to do instead. */
  readonly withoutScript: string;
}) {
  const [token, setToken] = useState('');
  return (
    <>
      <Captcha provider={provider} siteKey={siteKey} onToken={setToken} />
      <input type="hidden" name={captchaField} value={token} />
      <noscript>
        <p>
          This form has a captcha, which needs JavaScript: without it the form cannot be sent.{' '}
          <span>{withoutScript}</span>
        </p>
      </noscript>
    </>
  );
}
