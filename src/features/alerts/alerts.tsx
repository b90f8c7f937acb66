import type { ReactNode } from 'react';
import { alertsHref, listHref } from '#src/addresses.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { siteCaptcha } from '#src/components/captcha/site-captcha.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { type Search, searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import type { FormResponse } from '#src/domain/model/issues.ts';
import { suggestEmail } from '#src/domain/rules/forms/email-suggestion.ts';
import { fill } from '#src/language/format.ts';
import { texts } from '#src/language/server.ts';
import { pageTitle } from '#src/language/titles.ts';
import { addBrowserTexts, formResult } from '#src/request/request-context.ts';
import { AlertForm } from './alert-form.client.tsx';
import styles from './alerts.module.css';

export const alertsTitle = (): string => pageTitle(texts().alerts.title);

/** @param words the search in words (`describeSearch`) */
export const AlertsHead = ({ words, children }: { words: string; children?: ReactNode }) => (
  <PageHead
    compact
    eyebrow={texts().alerts.title}
    title={fill(texts().alerts.openings, { filters: words })}
  >
    {children}
  </PageHead>
);

/** Renders the form with which a visitor asks for mails about the new openings of a search. */
export function AskForAlert({ search, words }: { search: Search; words: string }) {
  addBrowserTexts('messageForm', 'alerts', 'emailField');
  const posted = formResult<FormResponse>('alert').get();
  return (
    <>
      <AlertsHead words={words} />
      <div className={styles.page}>
        <AlertForm
          title={alertsTitle()}
          search={searchQuery(search, 'alert')}
          posted={posted}
          suggested={suggestEmail(posted?.result.values?.email ?? '')}
          captcha={siteCaptcha()}
        />
      </div>
    </>
  );
}

/** Follows each request that is valid. It is the same whether the address is known or not. */
export function AlertRequested({ search, words }: { search: Search; words: string }) {
  const { title, text, missing, again } = texts().alerts.requested;
  return (
    <>
      <title>{alertsTitle()}</title>
      <AlertsHead words={words} />
      <div className={styles.page}>
        <ResultAlert tone="success" title={title}>
          <p>{text}</p>
        </ResultAlert>
        <p>{missing}</p>
        <p className={styles.actions}>
          <a href={alertsHref(search)}>{again}</a>
          <a href={listHref(search)}>{texts().myApplication.toOpenings}</a>
        </p>
      </div>
    </>
  );
}
