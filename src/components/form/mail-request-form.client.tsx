'use client';

import { type ReactNode, useState } from 'react';
import { texts } from '#language';
import { useRestoredPage } from '#src/browser/page-events.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import { validateMailRequest } from '#src/domain/rules/forms/mail-request.ts';
import { fill } from '#src/language/format.ts';
import { ResultAlert } from '../alert/result-alert.client.tsx';
import { Button } from '../button/button.tsx';
import { LoadingOverlay } from '../overlay/loading-overlay.client.tsx';
import { EmailField } from './email-field.tsx';
import { ErrorSummary } from './error-summary.client.tsx';
import styles from './mail-request-form.module.css';
import { SpamCheckFields } from './spam-check-fields.tsx';
import { usePostedForm } from './use-posted-form.ts';

/** A form with one field `email`, for a mail to the entered address. */
export function MailRequestForm({
  title,
  action,
  labels,
  posted,
  suggested,
  captcha,
  search,
  next,
  note,
}: {
  /** The title of the page, if this form sets it. */
  title?: string;
  action: string;
  labels: { email: string; button: string; failed: string };
  /** The answer to a form without script, which rendered this page. */
  posted: FormAnswer | undefined;
  suggested: string | undefined;
  captcha: ReactNode;
  /** The query string of the search about which mails are sent. The answer may replace it. */
  search?: string;
  /** The text above the button that says what happens next. */
  next?: string;
  note?: string;
}) {
  const { form, messageForm } = texts();
  const { result, isSent, problem, phase, summary, errorOf, ...state } = usePostedForm({
    posted,
    validate: validateMailRequest,
    labelOf: () => labels.email,
    unanswered: labels.failed,
    // A site of the version before returns no `next`.
    onSent: ({ next = action }) => window.location.assign(next),
  });
  /** The result with which the visitor left the page before coming back. */
  const [left, setLeft] = useState<FormAnswer>();
  useRestoredPage(() => setLeft(result));
  // After a success the form counts as being sent until the next page opens.
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
        defaultValue={posted?.values?.email ?? ''}
        error={errorOf('email')}
        suggested={suggested}
      />
      <SpamCheckFields {...state.spamCheckProps}>{captcha}</SpamCheckFields>
      {search === undefined ? null : (
        <input type="hidden" name="search" value={result?.values?.search ?? search} />
      )}
      {next ? <p>{next}</p> : null}
      <Button type="submit" aria-disabled={isSending || undefined}>
        {isSending ? messageForm.sending : labels.button}
      </Button>
      {note ? <p className="note">{note}</p> : null}
      <LoadingOverlay open={isSending} message={messageForm.sending} />
    </form>
  );
}
