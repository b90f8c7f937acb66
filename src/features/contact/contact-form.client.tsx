'use client';

import { type ReactNode, useState } from 'react';
import { texts } from '#language';
import { contactHref } from '#src/addresses.ts';
import { useDelayedNavigation, useRestoredPage } from '#src/browser/page-events.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { SpamCheckFields } from '#src/components/form/spam-check-fields.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { usePostedForm } from '#src/components/form/use-posted-form.ts';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import { limits } from '#src/domain/model/limits.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import { fill, fillElements } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import styles from './contact-form.module.css';
import {
  type ContactField,
  contactMessageOf,
  readContactForm,
  sentPath,
} from './contact-message.ts';

/** The browser validates the form first. Without script the form is sent by a plain form post, whose answer is `posted`. */
export function MessageForm({
  title,
  posted,
  captcha,
}: {
  title: string;
  posted: FormAnswer | undefined;
  captcha: ReactNode;
}) {
  const { form, messageForm, contact } = texts();
  const { answer, isSent, problem, phase, summary, errorOf, ...state } = usePostedForm({
    posted,
    validate: (data) => validateContactMessage(contactMessageOf(readContactForm(data))),
    labelOf: (name) => contact.labels[name as ContactField],
    unanswered: `${form.messages.unspecified}\n${messageForm.arrivalUnknown}`,
  });
  const [closed, setClosed] = useState<FormAnswer>();
  if (isSent) return <MessageSent title={title} posted={answer === posted} />;

  const isSending = phase === 'sending';
  const isOpen = problem !== undefined && answer !== closed;
  const hasError = summary.length > 0 || (isOpen && !answer?.asksAgain);
  const field = (name: ContactField) => ({
    name,
    label: contact.labels[name],
    defaultValue: posted?.values?.[name] ?? '',
    error: errorOf(name),
  });

  return (
    <>
      <form
        {...state.formProps}
        method="post"
        encType="multipart/form-data"
        action={contactHref()}
        noValidate
        className={styles.form}
      >
        <title>{hasError ? fill(form.errorTitle, { title }) : title}</title>
        <ErrorSummary errors={summary} />
        <TextField autoComplete="given-name" {...field('firstname')} />
        <TextField autoComplete="family-name" {...field('lastname')} />
        <TextField type="email" autoComplete="email" spellCheck={false} {...field('email')} />
        <TextField type="tel" autoComplete="tel" optional {...field('phone')} />
        <TextAreaField {...field('msg')} />
        <SpamCheckFields {...state.spamCheckProps}>{captcha}</SpamCheckFields>
        <Button type="submit" aria-disabled={isSending}>
          {isSending ? messageForm.sending : contact.button}
        </Button>
      </form>
      <LoadingOverlay open={isSending} message={messageForm.sending} />
      {problem ? (
        <MessageDialog
          open={isOpen}
          title={answer?.asksAgain ? form.checkTitle : form.messages.error}
          onClose={() => setClosed(answer)}
        >
          {problem.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </MessageDialog>
      ) : null}
    </>
  );
}

/** Shows 'Sent Message' and redirects. The response to a plain form post has a Refresh header for the redirect. */
function MessageSent({ title, posted }: { title: string; posted: boolean }) {
  const { contact } = texts();
  // After Back the form is loaded again, as browsers without a back/forward cache do.
  useRestoredPage(() => window.location.replace(contactHref()));
  useDelayedNavigation(posted ? undefined : inLanguage(sentPath), limits.contactRedirectMs);
  return (
    <>
      <title>{fill(contact.sentTitle, { title })}</title>
      <div className={styles.sent}>
        <ResultAlert tone="success" title={contact.messages.messageSent}>
          <p>{contact.thanks}</p>
          <p>
            {fillElements(contact.toHome, {
              link: <a href={inLanguage('/')}>{contact.goNow}</a>,
            })}
          </p>
        </ResultAlert>
      </div>
    </>
  );
}
