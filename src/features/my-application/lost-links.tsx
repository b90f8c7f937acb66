import type { ReactNode } from 'react';
import { apiClient } from '#src/api-client/api-client.ts';
import { siteCaptcha } from '#src/components/captcha/site-captcha.tsx';
import type { FormResponse } from '#src/domain/model/issues.ts';
import { suggestEmail } from '#src/domain/rules/forms/email-suggestion.ts';
import { texts } from '#src/language/server.ts';
import { addBrowserTexts, formResult } from '#src/request/request-context.ts';
import { LostLinksForm } from './lost-links-form.client.tsx';
import styles from './my-application.module.css';

/** The form stands where a person looks for an application in vain. With a host that mails no links it is not there. */
export async function LostLinks({ otherwise = null }: { otherwise?: ReactNode }) {
  if (!(await apiClient().mailsLinks())) return otherwise;
  addBrowserTexts('messageForm', 'lostLinks', 'emailField');
  const { lostLinks: text } = texts();
  const posted = formResult<FormResponse>('lost-links').get();
  return (
    <section className={styles.lost} aria-labelledby="lost-links">
      <h2 id="lost-links">{text.heading}</h2>
      <p>{text.text}</p>
      <LostLinksForm
        posted={posted}
        suggested={suggestEmail(posted?.result.values?.email ?? '')}
        captcha={siteCaptcha()}
      />
    </section>
  );
}
