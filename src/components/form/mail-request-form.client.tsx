'use client';

import { type ReactNode, useState } from 'react';
import { texts } from '#language';
import { useRestoredPage } from '#src/browser/page-events.ts';
import type { FormResponse } from '#src/domain/model/issues.ts';
import { validateMailRequest } from '#src/domain/rules/forms/mail-request.ts';
import type { PostedForm } from '#src/domain/rules/forms/spam-check.ts';
import { fill } from '#src/language/format.ts';
import { ResultAlert } from '../alert/result-alert.client.tsx';
import { Button } from '../button/button.tsx';
import { LoadingOverlay } from '../overlay/loading-overlay.client.tsx';
import { EmailField } from './email-field.tsx';
import { ErrorSummary } from './error-summary.client.tsx';
import styles from './mail-request-form.module.css';
import { SpamCheckFields } from './spam-check-fields.tsx';
import { usePostedForm } from './use-posted-form.ts';

export interface MailRequestFormProps {
  /** The title of the page. Without it the page has its own. */
  readonly title?: string | undefined;
  /** The answer to a form without script, which rendered this page. */
  readonly posted: PostedForm<FormResponse> | undefined;
  readonly suggested: string | undefined;
  readonly captcha: ReactNode;
}

/** A form with one field, `email`, to whose address the site sends a mail. */
export function MailRequestForm({
  title,
  action,
  labels,
  posted,
  suggested,
  captcha,
  nextHref,
  children,
  note,
}: MailRequestFormProps & {
  readonly action: string;
  readonly labels: { readonly email: string; readonly button: string; readonly failed: string };
  readonly nextHref: (data: FormData, response: FormResponse) => string;
  /** It gets the result of the last answer. */
  readonly children: (result: FormResponse | undefined) => ReactNode;
  readonly note?: ReactNode;
}) {
  const { form, messageForm } = texts();
  const { result, isSent, problem, phase, summary, errorOf, ...state } = usePostedForm({
    posted,
    validate: validateMailRequest,
    labelOf: () => labels.email,
    unanswered: labels.failed,
    onSent: (data, response) => window.location.assign(nextHref(data, response)),
  });
  /** The visitor left the page with this result, and came back. */
  const [left, setLeft] = useState<FormResponse>();
  useRestoredPage(() => setLeft(result));
  // The next page is on its way.
  const isSending = phase === 'sending' || (isSent && result !== left);
  return (
    <form {...state.formProps} method="post" action={action} noValidate className={styles.form}>
      {title === undefined ? null : (
        <title>{summary.length > 0 || problem ? fill(form.errorTitle, { title }) : title}</title>
      )}
      <ErrorSummary errors={summary} />
      {problem ? <ResultAlert tone="error">{problem.join(' ')}</ResultAlert> : null}
      <EmailField
        name="email"
        label={labels.email}
        defaultValue={posted?.result.values?.email ?? ''}
        error={errorOf('email')}
        suggested={suggested}
      />
      <SpamCheckFields {...state.spamCheckProps}>{captcha}</SpamCheckFields>
      {children(result)}
      <Button type="submit" aria-disabled={isSending || undefined}>
        {isSending ? messageForm.sending : labels.button}
      </Button>
      {note}
      <LoadingOverlay open={isSending} message={messageForm.sending} />
    </form>
  );
}
