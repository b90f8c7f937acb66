'use client';

import { useEffect, useState } from 'react';
import { texts } from '#language';
import { removePersonalRecords } from '#src/browser/application-records.ts';
import { announceForgotten, type ForgottenPhase, useForgotten } from '#src/browser/forgotten.ts';
import { canSave, forgottenHere, reportDeviceRecords } from '#src/browser/storage.ts';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import textButton from '#src/components/text-button/text-button.module.css';
import { forgetAction } from './actions.ts';
import styles from './application-form.module.css';

/** 'Forget me on this device' on a page without a form. Without storage it is not offered. */
export const ForgetDevice = () => (useHydrated() && canSave() ? <ForgetMe /> : null);

/** Removes what this device stores, after a confirmation, and then loads this page and those in other tabs again. */
export function ForgetMe({
  children,
  onForget,
}: {
  /** A sentence about the data of this page that the device stores. */
  children?: string;
  /** Empties the form of the page. */
  onForget?: () => void;
}) {
  const { application, form } = texts();
  const [step, setStep] = useState<'explain' | 'confirm' | 'asking' | 'kept' | 'failed'>('explain');
  const [isForgotten] = useState(() => forgottenHere.read() !== undefined);
  useEffect(() => void forgottenHere.remove(), []);
  function clear(phase: ForgottenPhase): void {
    onForget?.();
    removePersonalRecords();
    reportDeviceRecords();
    if (phase !== 'finished') return;
    forgottenHere.write('yes');
    window.location.reload();
  }
  useForgotten(clear);
  function forget(): void {
    setStep('asking');
    announceForgotten('started');
    clear('started');
    forgetAction()
      // Other tabs are loaded again even after a failure, because they have stored nothing since the beginning.
      .finally(() => announceForgotten('finished'))
      .then(
        () => clear('finished'),
        () => setStep('failed'),
      );
  }
  if (step === 'failed')
    return (
      <ResultAlert tone="error" title={application.forgetFailed}>
        <p>{application.stillKnown}</p>
        <Button variant="secondary" onClick={forget}>
          {form.tryAgain}
        </Button>
      </ResultAlert>
    );
  if (step === 'asking')
    return (
      <Alert tone="info">
        <p role="status">{application.forgetting}</p>
      </Alert>
    );
  if (step === 'confirm')
    return (
      <Alert tone="info">
        <p>{application.forgetWarning}</p>
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={forget}>
            {application.forgetMe}
          </Button>
          <Button variant="plain" onClick={() => setStep('kept')} autoFocus>
            {application.keepIt}
          </Button>
        </div>
      </Alert>
    );
  return (
    <>
      {isForgotten && step === 'explain' ? (
        <ResultAlert tone="success" title={application.forgotten}>
          {application.forgottenText}
        </ResultAlert>
      ) : null}
      <p className={styles.note}>
        <span>{children}</span>{' '}
        <button
          type="button"
          className={textButton.button}
          onClick={() => setStep('confirm')}
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone.
          autoFocus={step === 'kept'}
        >
          {application.forgetHere}
        </button>
      </p>
    </>
  );
}
