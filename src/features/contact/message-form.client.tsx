'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#src/components/button/button.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { useSending } from '#src/components/form/use-sending.ts';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import { messages } from '#src/domain/model/messages.ts';
import { postContact, sendContact } from './actions.ts';
import { type ContactValues, emptyContactValues, readContactForm } from './contact-message.ts';
import type { ContactState } from './contact-state.ts';
import { contactLabels } from './labels.ts';
import styles from './message-form.module.css';
import { MessageSent } from './message-sent.client.tsx';
import { useContactErrors } from './use-contact-errors.ts';

/** A plain form post without script, whose result is `posted`; checked first with it. `title` is the page's. */
export function MessageForm({ title, posted }: { title: string; posted: ContactState }) {
  const { state, send, pending } = useSending<ContactState>(posted, sendContact, (data) => ({
    status: 'failed',
    values: readContactForm(data),
    message: messages.unspecified,
    mayHaveArrived: true,
  }));
  const { errorOf, summary, checkAll, checkAgain, forgive } = useContactErrors(state);
  const [closed, setClosed] = useState<ContactState>();
  if (state.status === 'sent') return <MessageSent title={title} />;

  const wrong = summary.length > 0 || (state.status === 'failed' && closed !== state);
  const values = state.status === 'new' ? emptyContactValues : state.values;
  const field = (name: keyof ContactValues) =>
    ({
      name,
      label: contactLabels[name],
      defaultValue: values[name],
      error: errorOf(name),
    }) as const;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!pending && checkAll(event)) void send(new FormData(event.currentTarget));
  }

  return (
    <>
      <form
        action={postContact}
        // The browser's own bubbles say it in other words, one at a time, and go away.
        noValidate
        className={styles.form}
        onSubmit={onSubmit}
        onInput={forgive}
        onBlur={checkAgain}
      >
        <title>{wrong ? `Error: ${title}` : title}</title>
        <ErrorSummary errors={summary} />
        <TextField autoComplete="given-name" {...field('firstname')} />
        <TextField autoComplete="family-name" {...field('lastname')} />
        <TextField type="email" autoComplete="email" spellCheck={false} {...field('email')} />
        <TextField type="tel" autoComplete="tel" optional {...field('phone')} />
        <TextAreaField {...field('msg')} />
        <Button type="submit" aria-disabled={pending}>
          {pending ? 'Sending…' : 'Send message'}
        </Button>
      </form>
      <LoadingOverlay open={pending} message="Sending…" />
      {state.status === 'failed' ? (
        <MessageDialog
          open={closed !== state && !pending}
          title={messages.error}
          onClose={() => setClosed(state)}
        >
          <p>{state.message}</p>
          <p>
            {state.mayHaveArrived
              ? 'We do not know whether your message arrived. What you wrote is still in the form.'
              : 'Your message was not sent. What you wrote is still in the form.'}
          </p>
        </MessageDialog>
      ) : null}
    </>
  );
}
