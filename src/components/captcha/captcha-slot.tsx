import { type ReactNode, useState } from 'react';
import { captchaField } from '#src/domain/model/captcha.ts';
import { messages } from '#src/domain/model/messages.ts';
import { fieldId } from '../form/field-id.ts';
import styles from './captcha.module.css';

/**
 * Section 5: a form with a captcha that the visitor has not passed is not sent. A site without a captcha has no such field.
 */
export const captchaErrors = (data: FormData): Readonly<Record<string, string>> =>
  data.get(captchaField) === '' ? { [captchaField]: messages.confirmCaptcha } : {};

/**
 * Renders the `CaptchaField` of a form. A new `result` of the form resets it, because a token is valid for one submission.
 * The field comes from the server, so that its script is loaded only on a site with a captcha.
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
    <div key={shown.round} id={fieldId(captchaField, scope)} tabIndex={-1}>
      {children}
      {error ? <p className={styles.error}>{error}</p> : null}
    </div>
  );
}
