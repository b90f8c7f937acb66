import type { ReactNode } from 'react';
import { applicationsPath } from '#src/addresses.ts';
import { apiCalls } from '#src/api-client/api-client.ts';
import { siteCaptcha } from '#src/components/captcha/site-captcha.tsx';
import { MailRequestForm } from '#src/components/form/mail-request-form.client.tsx';
import { suggestEmail } from '#src/domain/rules/forms/email-suggestion.ts';
import { postedForm } from '#src/forms/receive-form.ts';
import { fill } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import { texts } from '#src/language/server.ts';
import { pageTitle } from '#src/language/titles.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import styles from './my-application.module.css';

/** The title of `/my-applications`. Without script it shows the form that was refused too. */
export function lostLinksTitle(): string {
  const { title } = texts().lostLinks;
  const isRefused = postedForm('lost-links')?.result === 'error';
  return pageTitle(isRefused ? fill(texts().form.errorTitle, { title }) : title);
}

/** The form that mails lost links, or `otherwise` if the API host mails none. */
export async function LostLinks({ otherwise = null }: { otherwise?: ReactNode }) {
  if (!(await apiCalls().mailsLinks())) return otherwise;
  addBrowserTexts('messageForm', 'emailField');
  const { email, button, failed, heading, text } = texts().lostLinks;
  const posted = postedForm('lost-links');
  return (
    <section className={styles.lost} aria-labelledby="lost-links">
      <h2 id="lost-links">{heading}</h2>
      <p>{text}</p>
      <MailRequestForm
        action={inLanguage(applicationsPath)}
        labels={{ email, button, failed }}
        posted={posted}
        suggested={suggestEmail(posted?.values?.email ?? '')}
        captcha={siteCaptcha()}
      />
    </section>
  );
}
