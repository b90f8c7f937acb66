'use client';

import { type ReactNode, useState } from 'react';
import { useDelayedNavigation } from '#src/browser/page-events.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { CaptchaSlot } from '#src/components/captcha/captcha-slot.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { formAction } from '#src/components/form/form-action.ts';
import { Honeypot } from '#src/components/form/honeypot.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { useForm } from '#src/components/form/use-form.ts';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import { captchaField } from '#src/domain/model/captcha.ts';
import { fieldMessages } from '#src/domain/model/issues.ts';
import { limits } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import { contactPath } from '#src/domain/rules/addresses.ts';
import { validateContactMessage } from '#src/domain/rules/contact.ts';
import {
  type PostedForm,
  submitAgainMessage,
  submitAgainTitle,
} from '#src/domain/rules/spam-check.ts';
import { sendContact, sendContactByPost } from './actions.ts';
import styles from './contact-form.module.css';
import {
  type ContactValues,
  contactLabels,
  emptyContactValues,
  mayHaveArrived,
  readContactForm,
  sendButton,
  sentPath,
  toContactMessage,
} from './contact-message.ts';
import type { ContactResult } from './form-results.ts';

const submitAgain = submitAgainMessage(sendButton);

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
  const { result, phase, summary, errorOf, filledBefore, formProps } = useForm<ContactResult>({
    posted,
    emptyResult: { status: 'idle' },
    validate: (data) => validateContactMessage(toContactMessage(readContactForm(data))),
    send: sendContact,
    failedResult: (data) => ({
      status: 'failed',
      httpStatus: 502,
      values: readContactForm(data),
      message: messages.unspecified,
      mayHaveArrived: true,
    }),
    errorsOf: (result) => (result.status === 'invalid' ? fieldMessages(result.issues) : {}),
    labelOf: (name) => contactLabels[name as keyof ContactValues],
  });
  const [closed, setClosed] = useState<ContactResult>();
  if (result.status === 'sent')
    return <MessageSent title={title} posted={result === posted?.result} />;

  const isSending = phase === 'sending';
  const invalid =
    summary.length > 0 ||
    (result.status === 'failed' && closed !== result && result.message !== submitAgain);
  const values = result.status === 'idle' ? emptyContactValues : result.values;
  const field = (name: keyof ContactValues) => ({
    name,
    label: contactLabels[name],
    defaultValue: values[name],
    error: errorOf(name),
  });

  return (
    <>
      <form
        {...formProps}
        action={formAction(contactPath, sendContactByPost)}
        noValidate
        className={styles.form}
      >
        <title>{invalid ? `Error: ${title}` : title}</title>
        <ErrorSummary errors={summary} />
        <TextField autoComplete="given-name" {...field('firstname')} />
        <TextField autoComplete="family-name" {...field('lastname')} />
        <TextField type="email" autoComplete="email" spellCheck={false} {...field('email')} />
        <TextField type="tel" autoComplete="tel" optional {...field('phone')} />
        <TextAreaField {...field('msg')} />
        <Honeypot filledBefore={filledBefore} />
        <CaptchaSlot result={result} error={errorOf(captchaField)}>
          {captcha}
        </CaptchaSlot>
        <Button type="submit" aria-disabled={isSending}>
          {isSending ? 'Sending…' : sendButton}
        </Button>
      </form>
      <LoadingOverlay open={isSending} message="Sending…" />
      {result.status === 'failed' ? (
        <MessageDialog
          open={closed !== result && !isSending}
          title={result.message === submitAgain ? submitAgainTitle : messages.error}
          onClose={() => setClosed(result)}
        >
          <p>{result.message}</p>
          <p>
            {result.mayHaveArrived
              ? mayHaveArrived
              : 'Your message was not sent. What you wrote is still in the form.'}
          </p>
        </MessageDialog>
      ) : null}
    </>
  );
}

/** Shows 'Sent Message' and redirects. The response to a plain form post has a Refresh header for the redirect. */
function MessageSent({ title, posted }: { title: string; posted: boolean }) {
  useDelayedNavigation(posted ? undefined : sentPath, limits.contactRedirectMs);
  return (
    <>
      <title>{`${messages.messageSent} | ${title}`}</title>
      <div className={styles.sent}>
        <ResultAlert tone="success" title={messages.messageSent}>
          <p>
            Thank you. We are taking you to the home page; <a href="/">go there now</a>.
          </p>
        </ResultAlert>
      </div>
    </>
  );
}
