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
import { usePostedForm } from '#src/components/form/use-posted-form.ts';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import type { FormResponse } from '#src/domain/model/issues.ts';
import type { PostedForm } from '#src/domain/rules/forms/spam-check.ts';
import { fill } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import { readAlertForm, validateAlertForm } from './alert-values.ts';
import styles from './alerts.module.css';

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
  posted: PostedForm<FormResponse> | undefined;
  suggested: string | undefined;
  captcha: ReactNode;
}) {
  const { form, messageForm, alerts } = texts();
  const { result, isSent, problem, phase, summary, errorOf, ...state } = usePostedForm({
    posted,
    validate: validateAlertForm,
    labelOf: () => alerts.email,
    unanswered: alerts.failed,
    onSent: (data, { values }) =>
      window.location.assign(alertRequestedHref(readAlertForm(data).search, values?.until)),
  });
  /** The visitor left the page with this result, and came back. */
  const [left, setLeft] = useState<FormResponse>();
  useRestoredPage(() => setLeft(result));
  // The next page is on its way.
  const isSending = phase === 'sending' || (isSent && result !== left);
  return (
    <form
      {...state.formProps}
      method="post"
      action={inLanguage(alertsPath)}
      noValidate
      className={styles.form}
    >
      <title>{summary.length > 0 || problem ? fill(form.errorTitle, { title }) : title}</title>
      <ErrorSummary errors={summary} />
      {problem ? <ResultAlert tone="error">{problem.join(' ')}</ResultAlert> : null}
      <input type="hidden" name="search" value={result?.values?.search ?? search} />
      <EmailField
        name="email"
        label={alerts.email}
        defaultValue={posted?.result.values?.email ?? ''}
        error={errorOf('email')}
        suggested={suggested}
      />
      <SpamCheckFields {...state.spamCheckProps}>{captcha}</SpamCheckFields>
      <p>{alerts.next}</p>
      <Button type="submit" aria-disabled={isSending || undefined}>
        {isSending ? messageForm.sending : alerts.button}
      </Button>
      <p className="note">{alerts.ends}</p>
      <LoadingOverlay open={isSending} message={messageForm.sending} />
    </form>
  );
}
