'use client';

import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '#language';
import { spamCheckFields, testCaptchaToken } from '#src/domain/rules/forms/spam-check.ts';
import { classNames } from '../class-names.ts';
import { observeVisibility } from '../lazy/load-when-visible.ts';
import styles from './captcha.module.css';
import { captchaDrivers } from './captcha-drivers.ts';

interface CaptchaProps {
  /** The provider 'test' has no script. */
  readonly provider: keyof typeof captchaDrivers | 'test';
  readonly siteKey: string;
  readonly onToken: (token: string) => void;
}

/** A new `key` resets the widget, because a token is valid for one submission. */
export function Captcha({ provider, siteKey, onToken }: CaptchaProps) {
  return (
    <div className={classNames(styles.captcha, 'scripted')} data-provider={provider}>
      {provider === 'test' ? (
        <label className={styles.test}>
          <input
            type="checkbox"
            onChange={(event) => onToken(event.target.checked ? testCaptchaToken : '')}
          />
          <span>{texts().captcha.test}</span>
        </label>
      ) : (
        <Widget provider={provider} siteKey={siteKey} onToken={onToken} />
      )}
    </div>
  );
}

interface WidgetProps extends Pick<CaptchaProps, 'siteKey' | 'onToken'> {
  readonly provider: keyof typeof captchaDrivers;
}

function Widget({ provider, siteKey, onToken }: WidgetProps) {
  const container = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const notify = useEffectEvent(onToken);

  // The cleanup of a layout effect runs while the widget is still in the document, as the provider requires.
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    let unmounted = false;
    let remove = () => {};
    const render = () => {
      stop();
      captchaDrivers[provider](element, siteKey, (token) => notify(token)).then(
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
  }, [provider, siteKey]);

  return (
    <>
      <div ref={container} />
      {hasFailed && <p role="alert">{texts().captcha.failed}</p>}
    </>
  );
}

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
