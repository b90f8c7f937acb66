import { type ReactNode, useState } from 'react';
import { texts } from '#language';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import captchaStyles from '../captcha/captcha.module.css';
import styles from './field.module.css';
import { fieldId } from './field-id.ts';

export interface SpamCheckProps {
  /** A new result renders a new captcha, because a token is valid once. */
  readonly result: FormAnswer | undefined;
  readonly error: string | undefined;
  readonly scope?: string | undefined;
}

/** Section 5: a form is not sent before its captcha is passed. Without a captcha the form has no such field. */
export const captchaErrors = (data: FormData): Readonly<Record<string, string>> =>
  data.get(spamCheckFields.captcha) === ''
    ? { [spamCheckFields.captcha]: texts().form.messages.confirmCaptcha }
    : {};

/**
 * Renders the honeypot of a form and its captcha. The server passes the captcha as `children`, so that its script loads
 * only on a site with a captcha.
 */
export function SpamCheckFields({
  result,
  error,
  scope,
  children,
}: SpamCheckProps & { readonly children?: ReactNode }) {
  const [shown, setShown] = useState({ result, round: 0 });
  if (shown.result !== result) setShown({ result, round: shown.round + 1 });
  return (
    <>
      <Honeypot filledBefore={result?.honeypotFilled === true} />
      {children ? (
        <div key={shown.round} id={fieldId(spamCheckFields.captcha, scope)} tabIndex={-1}>
          {children}
          {error ? <p className={captchaStyles.error}>{error}</p> : null}
        </div>
      ) : null}
    </>
  );
}

/** 1Password, LastPass, Bitwarden and Dashlane fill no control with these attributes. */
const ignoredByPasswordManagers = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
};

/** People can neither see nor focus this field; see domain/rules/forms/spam-check.ts. */
function Honeypot({ filledBefore }: { filledBefore: boolean }) {
  return (
    <div className={styles.honeypot} aria-hidden="true">
      <label>
        {texts().form.leaveEmpty}
        <input
          name={spamCheckFields.honeypot}
          tabIndex={-1}
          autoComplete="off"
          defaultValue=""
          {...ignoredByPasswordManagers}
        />
      </label>
      {filledBefore ? <input type="hidden" name={spamCheckFields.filledBefore} value="1" /> : null}
    </div>
  );
}
