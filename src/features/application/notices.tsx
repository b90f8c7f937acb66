import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { openingHref, receiptHref } from '#src/addresses.ts';
import { withStorage } from '#src/browser/storage.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button, ButtonLink } from '#src/components/button/button.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import { type SubmissionStatus, submissionStatus } from '#src/domain/api/submission-status.ts';
import styles from './application-form.module.css';
import { type DraftOffer, type DraftView, forgottenName, type SentRecord } from './draft.ts';
import { applicationMessages, documentsByMail } from './messages.ts';
import { type CompanyApplication, hasReceipt } from './sent-applications.ts';

export function DraftNotice({
  offer,
  onDecide,
}: {
  offer?: DraftOffer | undefined;
  onDecide: (decision: 'restore' | 'discard') => void;
}) {
  if (!offer) return null;
  const format = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
  const savedAt = new Date(offer.draft.savedAt).toLocaleString('en-GB', format);
  const { draftFromTab, draftOffer } = applicationMessages;
  return (
    <Alert
      tone="info"
      className={styles.notice}
      title={offer.from === 'tab' ? draftFromTab : draftOffer}
    >
      <p>{`Last written: ${savedAt}.`}</p>
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={() => onDecide('restore')}>
          Restore
        </Button>
        <Button variant="plain" onClick={() => onDecide('discard')}>
          Discard
        </Button>
      </div>
    </Alert>
  );
}

/** The line is always there, so that no field moves. It receives the focus, because the pressed button is gone. */
export function DraftOutcome({
  outcome,
  ref,
}: {
  outcome: DraftView['outcome'];
  ref: Ref<HTMLParagraphElement>;
}) {
  const { draftRestored, draftDiscarded } = applicationMessages;
  return (
    <p ref={ref} className={styles.outcome} role="status" tabIndex={-1}>
      {outcome ? (
        <>
          <Icon name="check-circle" />
          <span>{outcome === 'restored' ? draftRestored : draftDiscarded}</span>
        </>
      ) : null}
    </p>
  );
}

export function SentNotice({
  sent,
  confirm,
}: {
  sent: SentRecord | undefined;
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
  const [isForgotten] = useState(
    () => withStorage('sessionStorage', (storage) => storage.getItem(forgottenName)) != null,
  );
  useEffect(() => {
    withStorage('sessionStorage', (storage) => storage.removeItem(forgottenName));
  }, []);
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
    <>
      {isForgotten && step === 'explain' ? (
        <ResultAlert tone="success" title={applicationMessages.forgotten}>
          {applicationMessages.forgottenText}
        </ResultAlert>
      ) : null}
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
    </>
  );
}

/** Replaces a form that failed with an error. */
export function FailedApplication({ openingId }: { openingId: string }) {
  const [reference, setReference] = useState<string>();
  useEffect(() => {
    submissionStatus(openingId).then(
      (found) => setReference(found?.applicantId),
      () => undefined,
    );
  }, [openingId]);
  if (reference === undefined) return <p>{applicationMessages.kept}</p>;
  return (
    <p>
      <span>Your application has arrived. {applicationMessages.applicantIdLabel}</span>{' '}
      <strong>{reference}</strong>
    </p>
  );
}

/** The form is in use, and this browser has sent an application to the opening before. */
export function EarlierNotice({ appliedOn, onShow }: { appliedOn: string; onShow: () => void }) {
  return (
    <Alert
      tone="info"
      className={styles.notice}
      title={`An application to this job was sent from this browser on ${appliedOn}.`}
    >
      <Button variant="secondary" onClick={onShow}>
        Show its documents
      </Button>
    </Alert>
  );
}

export function CompanyNotice({ application }: { application: CompanyApplication }) {
  const { joblistingid, submissionId, appliedOn } = application;
  const isCurrent = hasReceipt(application);
  return (
    <Alert
      tone="info"
      className={styles.notice}
      title={`An application to this company was sent from this browser on ${appliedOn}.`}
    >
      <p>{applicationMessages.onceAYear}</p>
      <ButtonLink
        variant="secondary"
        href={isCurrent ? receiptHref(joblistingid, submissionId) : openingHref(joblistingid)}
      >
        {isCurrent ? 'See that application' : 'See that opening'}
      </ButtonLink>
    </Alert>
  );
}

/** The site would refuse a new application of the same person at its end. */
export function WithdrawnNotice({
  status: { joblistingid, submissionId, appliedOn },
  isNews,
}: {
  status: SubmissionStatus;
  isNews: boolean;
}) {
  const Notice = isNews ? ResultAlert : Alert;
  return (
    <Notice
      tone="info"
      className={styles.notice}
      title={`An application that was sent from this browser on ${appliedOn} was withdrawn.`}
    >
      <p>{applicationMessages.withdrawnNotice}</p>
      <ButtonLink variant="secondary" href={receiptHref(joblistingid, submissionId)}>
        See it or erase it
      </ButtonLink>
    </Notice>
  );
}

/** Without the cookie the site would refuse every document. */
export function CookiesBlocked({ enquiries, retry }: { enquiries: string; retry: () => void }) {
  return (
    <Alert tone="error" title={applicationMessages.cookiesBlocked}>
      <p>{applicationMessages.allowCookies}</p>
      <p>{documentsByMail(enquiries)}</p>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </Alert>
  );
}
