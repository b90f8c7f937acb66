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

/** A form with one field, `email`, to whose address the site sends a mail. */
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
  /** The title of the page. Without it the page has its own. */
  title?: string;
  action: string;
  labels: { email: string; button: string; failed: string };
  /** The answer to a form without script, which rendered this page. */
  posted: FormAnswer | undefined;
  suggested: string | undefined;
  captcha: ReactNode;
  /** The query string of the search to which the mails belong. The answer may replace it. */
  search?: string;
  /** The text above the button about what follows. */
  next?: string;
  note?: string;
}) {
  const { form, messageForm } = texts();
  const { result, isSent, problem, phase, summary, errorOf, ...state } = usePostedForm({
    posted,
    validate: validateMailRequest,
    labelOf: () => labels.email,
    unanswered: labels.failed,
    // A site of the version before names no page.
    onSent: ({ next = action }) => window.location.assign(next),
  });
  /** The visitor left the page with this result, and came back. */
  const [left, setLeft] = useState<FormAnswer>();
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
