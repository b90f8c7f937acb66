'use client';

import { useLayoutEffect, useRef, useState } from 'react';
import { texts } from '#language';
import { spamCheckFields, testCaptchaToken } from '#src/domain/rules/forms/spam-check.ts';
import { classNames } from '../class-names.ts';
import { observeVisibility } from '../lazy/load-when-visible.ts';
import styles from './captcha.module.css';
import { captchaDrivers } from './captcha-drivers.ts';

/**
 * The token is empty until the visitor has passed the captcha. A token is valid for one submission; a new `key` resets
 * the widget.
 */
export function CaptchaField({
  provider,
  siteKey,
  withoutScript,
}: {
  /** The provider 'test' has no script. */
  readonly provider: keyof typeof captchaDrivers | 'test';
  readonly siteKey: string;
  /** The sentence that tells visitors without script what to do instead. */
  readonly withoutScript: string;
}) {
  const [token, setToken] = useState('');
  const text = texts().captcha;
  return (
    <>
      <div className={classNames(styles.captcha, 'scripted')} data-provider={provider}>
        {provider === 'test' ? (
          <label className={styles.test}>
            <input
              type="checkbox"
              onChange={(event) => setToken(event.target.checked ? testCaptchaToken : '')}
            />
            <span>{text.test}</span>
          </label>
        ) : (
          <Widget provider={provider} siteKey={siteKey} onToken={setToken} />
        )}
      </div>
      <input type="hidden" name={spamCheckFields.captcha} value={token} />
      <noscript>
        <p>
          {text.withoutScript} <span>{withoutScript}</span>
        </p>
      </noscript>
    </>
  );
}

function Widget({
  provider,
  siteKey,
  onToken,
}: {
  readonly provider: keyof typeof captchaDrivers;
  readonly siteKey: string;
  readonly onToken: (token: string) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);

  // The cleanup of a layout effect runs while the widget is still in the document, as the provider requires.
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    let unmounted = false;
    let remove = () => {};
    const render = () => {
      stop();
      captchaDrivers[provider](element, siteKey, onToken).then(
        (undo) => {
          remove = undo;
          if (unmounted) remove();
        },
        () => setFailed(true),
      );
    };
    const stop = observeVisibility(element, render);
    return () => {
      unmounted = true;
      stop();
      remove();
    };
  }, [provider, siteKey, onToken]);

  return (
    <>
      <div ref={container} />
      {hasFailed && <p role="alert">{texts().captcha.failed}</p>}
    </>
  );
}
