import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import styles from './application-form.module.css';
import type { SentRecord } from './draft.ts';
import { applicationMessages } from './messages.ts';

/** Offers the way to the documents of an accepted application whose upload ticket did not reach this browser. */
export function SentNotice({
  sent,
  confirm,
}: {
  sent: SentRecord | undefined;
  /** Resolves with a message if the email address is not that of the application. */
  confirm: (emailaddress: string) => Promise<string | undefined>;
}) {
  const [answer, setAnswer] = useState<{ readonly error: string | undefined } | 'waiting'>();
  const field = useRef<HTMLInputElement>(null);
  const error = answer === 'waiting' ? undefined : answer?.error;
  useEffect(() => {
    if (error !== undefined) field.current?.focus();
  }, [error]);
  if (!sent) return null;
  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const address = new FormData(event.currentTarget).get('sent_emailaddress');
    setAnswer('waiting');
    setAnswer({ error: await confirm(String(address)) });
  }
  return (
    <>
      <Alert
        tone="info"
        className={styles.notice}
        title={`An application written here was sent on ${sent.appliedOn}, and it has arrived.`}
      >
        <p>{applicationMessages.sentNotice}</p>
        <form className={styles.confirm} onSubmit={(event) => void onSubmit(event)} noValidate>
          <TextField
            ref={field}
            name="sent_emailaddress"
            label="Email address of that application"
            type="email"
            autoComplete="off"
            error={error}
          />
          <Button type="submit" variant="secondary">
            Go on with its documents
          </Button>
        </form>
      </Alert>
      <LoadingOverlay open={answer === 'waiting'} message={applicationMessages.lookingForSent} />
    </>
  );
}
