import { useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import styles from './application-form.module.css';
import { applicationMessages } from './messages.ts';

/** Explains what this device stores, and removes it after a confirmation. */
export function ForgetMe({
  blocked,
  accepted,
  onForget,
}: {
  blocked: boolean;
  accepted: boolean;
  onForget: () => void;
}) {
  const [confirming, setConfirming] = useState(false);
  if (confirming)
    return (
      <Alert tone="info" className={styles.notice}>
        <p>{applicationMessages.forgetWarning}</p>
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={onForget}>
            Forget me
          </Button>
          <Button variant="plain" onClick={() => setConfirming(false)} autoFocus>
            Keep it
          </Button>
        </div>
      </Alert>
    );
  const { draftBlocked, draftKept, otherPerson } = applicationMessages;
  return (
    <p className={styles.note}>
      <span>{accepted ? otherPerson : blocked ? draftBlocked : draftKept}</span>{' '}
      <button type="button" className={styles.link} onClick={() => setConfirming(true)}>
        Forget me on this device
      </button>
    </p>
  );
}
