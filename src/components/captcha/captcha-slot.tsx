import { type ReactNode, useState } from 'react';
import { texts } from '#language';
import { spamCheckFields } from '#src/domain/rules/spam-check.ts';
import { fieldId } from '../form/field-id.ts';
import styles from './captcha.module.css';

/** Section 5: a form with a captcha that was not passed is not sent. A site without one has no such field. */
export const captchaErrors = (data: FormData): Readonly<Record<string, string>> =>
  data.get(spamCheckFields.captcha) === ''
    ? { [spamCheckFields.captcha]: texts().form.messages.confirmCaptcha }
    : {};

/**
 * A new `result` renders a new captcha, because a token is valid once. The site's server passes it as `children`, so
 * that its script loads only on a site with a captcha.
 */
export function CaptchaSlot({
  result,
  error,
  scope,
  children,
}: {
  readonly result: unknown;
  readonly error: string | undefined;
  readonly scope?: string;
  readonly children?: ReactNode;
}) {
  const [shown, setShown] = useState({ result, round: 0 });
  if (shown.result !== result) setShown({ result, round: shown.round + 1 });
  if (!children) return null;
  return (
    <div key={shown.round} id={fieldId(spamCheckFields.captcha, scope)} tabIndex={-1}>
      {children}
      {error ? <p className={styles.error}>{error}</p> : null}
    </div>
  );
}
