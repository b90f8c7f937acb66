'use client';

import { type ReactNode, useState } from 'react';
import { texts } from '#language';
import { contactHref } from '#src/addresses.ts';
import { useDelayedNavigation, useRestoredPage } from '#src/browser/page-events.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { formAction } from '#src/components/form/form-action.ts';
import { SpamCheckFields } from '#src/components/form/spam-check-fields.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { useForm } from '#src/components/form/use-form.ts';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import { limits } from '#src/domain/model/limits.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import type { PostedForm } from '#src/domain/rules/forms/spam-check.ts';
import { fill, fillElements } from '#src/language/format.ts';
import { fieldTexts } from '#src/language/messages.ts';
import { inLanguage } from '#src/language/paths.ts';
import { sendContact, sendContactByPost } from './actions.ts';
import styles from './contact-form.module.css';
import {
  type ContactValues,
  emptyContactValues,
  readContactForm,
  sentPath,
  toContactMessage,
} from './contact-message.ts';
import type { ContactResult } from './send-message.ts';

function problemOf(result: ContactResult): readonly string[] | undefined {
  const { form, messageForm, contact } = texts();
  switch (result.status) {
    case 'check-again':
      return [fill(form.check, { button: contact.button }), contact.notSent];
    case 'unanswered':
      return [form.messages.unspecified, messageForm.arrivalUnknown];
    case 'failed':
      return [result.message, result.mayHaveArrived ? messageForm.arrivalUnknown : contact.notSent];
    default:
      return undefined;
  }
}

/** The browser validates the form first. Without script the form is sent by a plain form post, whose result is `posted`. */
export function MessageForm({
  title,
  posted,
  captcha,
}: {
  title: string;
  posted: PostedForm<ContactResult> | undefined;
  captcha: ReactNode;
}) {
  const { form, messageForm, contact } = texts();
  const { result, phase, summary, errorOf, spamCheckProps, formProps } = useForm<ContactResult>({
    posted,
    emptyResult: { status: 'idle' },
    validate: (data) => validateContactMessage(toContactMessage(readContactForm(data))),
    // A server function takes one argument (src/framework/server-functions.ts).
    send: (data) => sendContact(data),
    failedResult: (data) => ({
      status: 'unanswered',
      values: readContactForm(data),
      offline: !navigator.onLine,
    }),
    errorsOf: (result) => (result.status === 'invalid' ? fieldTexts(result.issues) : {}),
    labelOf: (name) => contact.labels[name as keyof ContactValues],
  });
  const [closed, setClosed] = useState<ContactResult>();
  if (result.status === 'sent')
    return <MessageSent title={title} posted={result === posted?.result} />;

  const isSending = phase === 'sending';
  const problem = problemOf(result);
  const isCheckAgain = result.status === 'check-again';
  const invalid = summary.length > 0 || (problem && closed !== result && !isCheckAgain);
  const { values = emptyContactValues } = result;
  const field = (name: keyof ContactValues) => ({
    name,
    label: contact.labels[name],
    defaultValue: values[name],
    error: errorOf(name),
  });

  return (
    <>
      <form
        {...formProps}
        action={formAction(contactHref(), sendContactByPost)}
        noValidate
        className={styles.form}
      >
        <title>{invalid ? fill(form.errorTitle, { title }) : title}</title>
        <ErrorSummary errors={summary} />
        <TextField autoComplete="given-name" {...field('firstname')} />
        <TextField autoComplete="family-name" {...field('lastname')} />
        <TextField type="email" autoComplete="email" spellCheck={false} {...field('email')} />
        <TextField type="tel" autoComplete="tel" optional {...field('phone')} />
        <TextAreaField {...field('msg')} />
        <SpamCheckFields {...spamCheckProps}>{captcha}</SpamCheckFields>
        <Button type="submit" aria-disabled={isSending}>
          {isSending ? messageForm.sending : contact.button}
        </Button>
      </form>
      <LoadingOverlay open={isSending} message={messageForm.sending} />
      {problem ? (
        <MessageDialog
          open={closed !== result && !isSending}
          title={isCheckAgain ? form.checkTitle : form.messages.error}
          onClose={() => setClosed(result)}
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
  const [hasReturned, setReturned] = useState(false);
  useRestoredPage(() => setReturned(true));
  useDelayedNavigation(posted ? undefined : inLanguage(sentPath), limits.contactRedirectMs);
  return (
    <>
      <title>{fill(contact.sentTitle, { title })}</title>
      <div className={styles.sent}>
        <ResultAlert tone="success" title={contact.messages.messageSent}>
          <p>{contact.thanks}</p>
          {hasReturned ? null : (
            <p>
              {fillElements(contact.toHome, {
                link: <a href={inLanguage('/')}>{contact.goNow}</a>,
              })}
            </p>
          )}
        </ResultAlert>
      </div>
    </>
  );
}
