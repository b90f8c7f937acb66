import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { texts } from '#language';
import { openingHref, receiptHref, submissionHref } from '#src/addresses.ts';
import {
  type CompanyApplication,
  type Draft,
  hasReceipt,
} from '#src/browser/application-records.ts';
import { forgottenHere } from '#src/browser/storage.ts';
import { type SubmissionStatus, submissionStatus } from '#src/browser/submission-status.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button, ButtonLink } from '#src/components/button/button.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import textButton from '#src/components/text-button/text-button.module.css';
import { dateText, fill, formatDay, oncePerLanguage } from '#src/language/format.ts';
import type { DraftEvent, DraftState } from './application-draft.ts';
import styles from './application-form.module.css';
import { documentsByMail } from './messages.ts';

const Notice = (props: { readonly title?: string; readonly children: ReactNode }) => (
  <Alert tone="info" className={styles.notice} {...props} />
);

/** Offers what the device keeps to the form, which is not filled in by itself. */
export function OfferNotice({
  title,
  children,
  buttons,
}: {
  title: string;
  children?: ReactNode;
  /** What each button says and does; the first one takes the offer. */
  buttons: readonly (readonly [label: string, onClick: () => void])[];
}) {
  return (
    <Notice title={title}>
      {children}
      <div className={styles.buttons}>
        {buttons.map(([label, onClick], index) => (
          <Button key={label} variant={index === 0 ? 'secondary' : 'plain'} onClick={onClick}>
            {label}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

export function DraftNotice({
  offer,
  onDecide,
}: {
  offer?: Draft | undefined;
  onDecide: (decision: DraftEvent) => void;
}) {
  if (!offer) return null;
  const savedAt = formatDay(dayAndTime(), new Date(offer.savedAt));
  const { draftFromTab, draftOffer, lastWritten, restore, discard } = texts().application;
  return (
    <OfferNotice
      title={offer.savedAt > performance.timeOrigin ? draftFromTab : draftOffer}
      buttons={[
        [restore, () => onDecide({ type: 'restored' })],
        [discard, () => onDecide({ type: 'discarded' })],
      ]}
    >
      <p>{fill(lastWritten, { time: savedAt })}</p>
    </OfferNotice>
  );
}

const dayAndTime = oncePerLanguage(
  ({ locale }) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** The line is always there, so that no field moves. It receives the focus, because the pressed button is gone. */
export function DraftOutcome({
  outcome,
  ref,
}: {
  outcome: DraftState['outcome'];
  ref: Ref<HTMLParagraphElement>;
}) {
  return (
    <p ref={ref} className={styles.outcome} role="status" tabIndex={-1}>
      {outcome ? (
        <>
          <Icon name="check-circle" />
          <span>{texts().application.draftOutcome[outcome]}</span>
        </>
      ) : null}
    </p>
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
  const { application } = texts();
  const [step, setStep] = useState<'explain' | 'confirm' | 'asking' | 'kept' | 'failed'>('explain');
  const [isForgotten] = useState(() => forgottenHere.read() !== undefined);
  useEffect(() => void forgottenHere.remove(), []);
  /** The page is loaded again if the site answers. */
  const forget = () => {
    setStep('asking');
    onForget().catch(() => setStep('failed'));
  };
  if (step === 'failed')
    return (
      <ResultAlert tone="error" title={application.forgetFailed}>
        <p>{application.stillKnown}</p>
        <Button variant="secondary" onClick={forget}>
          {texts().form.tryAgain}
        </Button>
      </ResultAlert>
    );
  if (step === 'asking')
    return (
      <Notice>
        <p role="status">{application.forgetting}</p>
      </Notice>
    );
  if (step === 'confirm')
    return (
      <Notice>
        <p>{application.forgetWarning}</p>
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={forget}>
            {application.forgetMe}
          </Button>
          <Button variant="plain" onClick={() => setStep('kept')} autoFocus>
            {application.keepIt}
          </Button>
        </div>
      </Notice>
    );
  const { draftBlocked, draftKept, otherPerson } = texts().application;
  return (
    <>
      {isForgotten && step === 'explain' ? (
        <ResultAlert tone="success" title={application.forgotten}>
          {application.forgottenText}
        </ResultAlert>
      ) : null}
      <p className={styles.note}>
        <span>{accepted ? otherPerson : blocked ? draftBlocked : draftKept}</span>{' '}
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

/** Replaces a form that failed with an error. */
export function FailedApplication({ openingId }: { openingId: string }) {
  const [reference, setReference] = useState<string>();
  useEffect(() => {
    submissionStatus(submissionHref(openingId)).then(
      (found) => setReference(found?.applicantId),
      () => undefined,
    );
  }, [openingId]);
  if (reference === undefined) return <p>{texts().application.kept}</p>;
  return (
    <p>
      <span>{texts().application.arrived}</span> <strong>{reference}</strong>
    </p>
  );
}

/** The form is in use, and this browser has sent an application to the opening before. */
export function EarlierNotice({ appliedOn, onShow }: { appliedOn: string; onShow: () => void }) {
  const { application } = texts();
  return (
    <Notice title={fill(application.earlierNotice, { date: dateText(appliedOn) })}>
      <Button variant="secondary" onClick={onShow}>
        {application.showDocuments}
      </Button>
    </Notice>
  );
}

export function CompanyNotice({ application }: { application: CompanyApplication }) {
  const { joblistingid, submissionId, appliedOn } = application;
  const { companyNotice, onceAYear, seeApplication, seeOpening } = texts().application;
  const isCurrent = hasReceipt(application);
  return (
    <Notice title={fill(companyNotice, { date: dateText(appliedOn) })}>
      <p>{onceAYear}</p>
      <ButtonLink
        variant="secondary"
        href={isCurrent ? receiptHref(joblistingid, submissionId) : openingHref(joblistingid)}
      >
        {isCurrent ? seeApplication : seeOpening}
      </ButtonLink>
    </Notice>
  );
}

/** The site would refuse a new application of the same person at its end. */
export function WithdrawnNotice({
  status: { joblistingid, submissionId, appliedOn },
  isExpected,
}: {
  status: SubmissionStatus;
  isExpected: boolean;
}) {
  const { application } = texts();
  const Message = isExpected ? ResultAlert : Alert;
  return (
    <Message
      tone="info"
      className={styles.notice}
      title={fill(application.withdrawn, { date: dateText(appliedOn) })}
    >
      <p>{application.withdrawnNotice}</p>
      <ButtonLink variant="secondary" href={receiptHref(joblistingid, submissionId)}>
        {application.seeOrErase}
      </ButtonLink>
    </Message>
  );
}

/** Without the cookie the site would refuse every document. */
export function CookiesBlocked({ enquiries, retry }: { enquiries: string; retry: () => void }) {
  const { application } = texts();
  return (
    <Alert tone="error" title={application.cookiesBlocked}>
      <p>{application.allowCookies}</p>
      <p>{documentsByMail(enquiries)}</p>
      <Button variant="secondary" onClick={retry}>
        {texts().form.tryAgain}
      </Button>
    </Alert>
  );
}
