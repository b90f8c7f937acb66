'use client';

import { type ReactNode, useState } from 'react';
import { texts } from '#language';
import { alertRequestedHref, alertsPath } from '#src/addresses.ts';
import { useRestoredPage } from '#src/browser/page-events.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { EmailField } from '#src/components/form/email-field.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { SpamCheckFields } from '#src/components/form/spam-check-fields.tsx';
import { useForm } from '#src/components/form/use-form.ts';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import type { PostedForm } from '#src/domain/rules/forms/spam-check.ts';
import { fill } from '#src/language/format.ts';
import { fieldTexts } from '#src/language/messages.ts';
import { inLanguage } from '#src/language/paths.ts';
import { sendAlertRequest } from './actions.ts';
import { readAlertForm, toAlertRequest, validateAlertForm } from './alert-values.ts';
import styles from './alerts.module.css';
import type { AlertResult } from './request-alert.ts';

/** Without script a plain form post goes to the path of the page, whose refusal is `posted`. */
export function AlertForm({
  title,
  search,
  posted,
  suggested,
  captcha,
}: {
  title: string;
  /** The query string of the search. */
  search: string;
  posted: PostedForm<AlertResult> | undefined;
  suggested: string | undefined;
  captcha: ReactNode;
}) {
  const { form, messageForm, alerts } = texts();
  const { result, phase, summary, errorOf, spamCheckProps, formProps } = useForm<AlertResult>({
    posted,
    emptyResult: { status: 'idle' },
    validate: (data) => validateAlertForm(readAlertForm(data)),
    async send(data) {
      const answer = await sendAlertRequest(data);
      if (answer.status === 'sent')
        window.location.assign(alertRequestedHref(toAlertRequest(readAlertForm(data)).search));
      return answer;
    },
    failedResult: () => ({ status: 'unanswered', offline: !navigator.onLine }),
    errorsOf: (shown) => (shown.status === 'invalid' ? fieldTexts(shown.issues) : {}),
    labelOf: () => alerts.email,
  });
  /** The visitor left the page with this result, and came back. */
  const [left, setLeft] = useState<AlertResult>();
  useRestoredPage(() => setLeft(result));
  // The next page is on its way.
  const isSending = phase === 'sending' || (result.status === 'sent' && result !== left);
  const problem = problemOf(result);
  return (
    <form
      {...formProps}
      method="post"
      action={inLanguage(alertsPath)}
      noValidate
      className={styles.form}
    >
      <title>{summary.length > 0 || problem ? fill(form.errorTitle, { title }) : title}</title>
      <ErrorSummary errors={summary} />
      {problem !== undefined && phase === 'answered' ? (
        <ResultAlert tone="error">{problem}</ResultAlert>
      ) : null}
      <input type="hidden" name="search" value={result.values?.search ?? search} />
      <EmailField
        name="email"
        label={alerts.email}
        defaultValue={posted?.result.values?.email ?? ''}
        error={errorOf('email')}
        suggested={suggested}
      />
      <SpamCheckFields {...spamCheckProps}>{captcha}</SpamCheckFields>
      <p>{alerts.next}</p>
      <Button type="submit" aria-disabled={isSending || undefined}>
        {isSending ? messageForm.sending : alerts.button}
      </Button>
      <p className="note">{alerts.ends}</p>
      <LoadingOverlay open={isSending} message={messageForm.sending} />
    </form>
  );
}

function problemOf(result: AlertResult): string | undefined {
  const { form, alerts } = texts();
  switch (result.status) {
    case 'check-again':
      return fill(form.check, { button: alerts.button });
    case 'unanswered':
      return alerts.failed;
    case 'failed':
      return result.message;
    default:
      return undefined;
  }
}
