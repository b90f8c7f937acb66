'use client';

import { useActionState, useState } from 'react';
import { Button } from '#src/components/button/button.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { ErrorSummary } from '#src/components/error-summary/error-summary.client.tsx';
import { TextAreaField } from '#src/components/field/text-area-field.tsx';
import { TextField } from '#src/components/field/text-field.tsx';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import { sentences } from '#src/domain/model/sentences.ts';
import { type ContactState, sendContact } from './actions.ts';
import styles from './contact-form.module.css';
import { type ContactValues, emptyContactValues } from './contact-message.ts';
import { contactLabels } from './labels.ts';
import { MessageSent } from './message-sent.client.tsx';
import { useContactErrors } from './use-contact-errors.ts';

/** The form of /contact: a plain form post without script, checked first with it. `title` is the page's. */
export function ContactForm({ title }: { title: string }) {
  const [state, send, pending] = useActionState<ContactState, FormData>(sendContact, {
    status: 'new',
  });
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

  return (
    <>
      <form
        action={send}
        // The browser's own bubbles say it in other words, one at a time, and go away.
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          if (pending || !checkAll(event)) event.preventDefault();
        }}
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
          title={sentences.error}
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
