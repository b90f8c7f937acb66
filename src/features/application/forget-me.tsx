import { useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
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
  /** Rejects if the site does not answer. */
  onForget: () => Promise<void>;
}) {
  const [step, setStep] = useState<'explain' | 'confirm' | 'asking' | 'kept' | 'failed'>('explain');
  /** The page is loaded again if the site answers. */
  const forget = () => {
    setStep('asking');
    onForget().catch(() => setStep('failed'));
  };
  if (step === 'failed')
    return (
      <ResultAlert tone="error" title={applicationMessages.forgetFailed}>
        <p>{applicationMessages.stillKnown}</p>
        <Button variant="secondary" onClick={forget}>
          Try again
        </Button>
      </ResultAlert>
    );
  if (step === 'asking')
    return (
      <Alert tone="info" className={styles.notice}>
        <p role="status">{applicationMessages.forgetting}</p>
      </Alert>
    );
  if (step === 'confirm')
    return (
      <Alert tone="info" className={styles.notice}>
        <p>{applicationMessages.forgetWarning}</p>
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={forget}>
            Forget me
          </Button>
          <Button variant="plain" onClick={() => setStep('kept')} autoFocus>
            Keep it
          </Button>
        </div>
      </Alert>
    );
  const { draftBlocked, draftKept, otherPerson } = applicationMessages;
  return (
    <p className={styles.note}>
      <span>{accepted ? otherPerson : blocked ? draftBlocked : draftKept}</span>{' '}
      <button
        type="button"
        className={styles.link}
        onClick={() => setStep('confirm')}
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone.
        autoFocus={step === 'kept'}
      >
        Forget me on this device
      </button>
    </p>
  );
}
