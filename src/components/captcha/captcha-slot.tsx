import { type ReactNode, useState } from 'react';
import { captchaField } from '#src/domain/model/captcha.ts';
import { messages } from '#src/domain/model/messages.ts';
import { fieldId } from '../form/field-id.ts';
import styles from './captcha.module.css';

/** Section 5: a form with a captcha that was not passed cannot be sent. Without a captcha no form has the field. */
export const captchaErrors = (data: FormData): Readonly<Record<string, string>> =>
  data.get(captchaField) === '' ? { [captchaField]: messages.confirmCaptcha } : {};

/**
 * The place of a `CaptchaField` in a form. A new `result` of the form resets it, because a token is valid for one
 * submission. The field comes from the server, so that its script is loaded only where there is a captcha.
 */
export function CaptchaSlot({
  result,
  error,
  scope,
  children,
}: {
  readonly result: unknown;
  readonly error: string | undefined;
  /** See `fieldId`. */
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
