import { type Ref, useEffect, useState } from 'react';
import { texts } from '#language';
import { submissionHref } from '#src/addresses.ts';
import { keptApplication } from '#src/browser/application-records.ts';
import { useStored } from '#src/browser/page-events.ts';
import { canSave } from '#src/browser/storage.ts';
import { useSubmissionStatus } from '#src/browser/submission-status.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { fill, formatDay, oncePerLanguage } from '#src/language/format.ts';
import type { DraftOutcome, DraftState } from './application-draft.ts';
import styles from './application-form.module.css';
import { pickFields, reusableFields } from './form-values.ts';
import { documentsByMail } from './messages.ts';

/**
 * Offers a draft or the values of an earlier application, which are not filled in without consent. The offer names the
 * earlier applicant by first name and initial only, because another person may read it.
 */
export function OfferNotice({
  offer,
  onDecide,
}: {
  offer: DraftState['offer'];
  onDecide: (outcome: DraftOutcome) => void;
}) {
  if (!offer) return null;
  const { application } = texts();
  const { savedAt, tab, company } = offer;
  const { firstname = '', lastname = '' } = offer.values;
  const [initial = ''] = lastname.trim().normalize('NFC');
  const isDraft = company === undefined;
  const fromTab = savedAt > performance.timeOrigin;
  const draftTitle = fromTab ? application.draftFromTab : application.draftOffer;
  const name = `${firstname} ${initial.toUpperCase()}.`;
  return (
    <Alert
      key={tab ?? company}
      tone="info"
      title={isDraft ? draftTitle : fill(application.keptOffer, { name })}
    >
      {isDraft ? (
        <p>{fill(application.lastWritten, { time: formatDay(dayAndTime(), new Date(savedAt)) })}</p>
      ) : null}
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={() => onDecide(isDraft ? 'restored' : 'used')}>
          {isDraft ? application.restore : fill(application.useSent, { company })}
        </Button>
        <Button variant="plain" onClick={() => onDecide(isDraft ? 'discarded' : 'removed')}>
          {isDraft ? application.discard : application.notMe}
        </Button>
      </div>
    </Alert>
  );
}

const dayAndTime = oncePerLanguage(
  ({ locale }) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }),
);

/** The line is always there, so that no field moves. It receives the focus, because the pressed button is gone. */
export function OutcomeLine({
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

/** Replaces a form that failed with an error. */
export function FailedApplication({ openingId }: { openingId: string }) {
  const reference = useSubmissionStatus(submissionHref(openingId)).status?.applicantId;
  if (reference === undefined) return <p>{texts().application.nothingLost}</p>;
  return (
    <p>
      <span>{texts().application.arrived}</span> <strong>{reference}</strong>
    </p>
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

/** Lets the device keep the sent values for the next form, and shows whether it does, also in other tabs. */
export function KeepCheckbox({ values, company }: { values: FormValues; company: string }) {
  const [keptAt, setKeptAt] = useState<number>();
  const [isOffered, setOffered] = useState(false);
  useStored(() => setKeptAt((at) => (keptApplication.read()?.savedAt === at ? at : undefined)));
  useEffect(() => setOffered(canSave()), []);
  if (!isOffered) return null;
  return (
    <label className="check" data-print="no">
      <input
        type="checkbox"
        checked={keptAt !== undefined}
        onChange={({ currentTarget: { checked } }) => {
          const savedAt = Date.now();
          const sent = { savedAt, company, values: pickFields(values, reusableFields) };
          if (!checked) keptApplication.remove();
          setKeptAt(
            checked && keptApplication.write({ version: 1, ...sent }) ? savedAt : undefined,
          );
        }}
      />
      <span>{texts().application.keepSent}</span>
    </label>
  );
}
