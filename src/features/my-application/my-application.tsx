import type { ComponentProps, ReactNode } from 'react';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { EmailLink } from '#src/components/contact-details/contact-details.tsx';
import { Fact, Facts } from '#src/components/facts/facts.tsx';
import { Illustration } from '#src/components/illustration/illustration.tsx';
import { LinkMessage } from '#src/components/link-page/link-page.tsx';
import { asideSizes, PageHead } from '#src/components/page-head/page-head.tsx';
import { configuredCompany } from '#src/config/companies.ts';
import { isDamagedToken, type LinkedApplication } from '#src/domain/model/linked-application.ts';
import { isDocumentType } from '#src/domain/rules/documents/documents.ts';
import { fill, fillElements, langOf } from '#src/language/format.ts';
import { formatDate } from '#src/language/format-date.ts';
import { placesOf } from '#src/language/opening-facts.ts';
import { site, texts } from '#src/language/server.ts';
import { ApplicationStage, Day, isNews } from './application-stage.tsx';
import { Answers, ConfirmedForm, Letter } from './folded-sections.tsx';
import { ForgetErased } from './forget-erased.client.tsx';
import type { ActionResult, ConfirmedAction } from './link-actions.ts';
import { LostLinks } from './lost-links.tsx';
import styles from './my-application.module.css';

export function MyApplication({
  token,
  linked,
  result,
  mayUpload,
  children,
}: {
  token: string;
  linked: LinkedApplication;
  result: ActionResult | undefined;
  mayUpload: boolean;
  children: ReactNode;
}) {
  const { myApplication: text, receipt } = texts();
  const { application, role_name, company_name, cities, applied_at, withdrawn_at } = linked;
  const places = placesOf({ ...linked, locations: cities.map((city) => ({ city })) });
  // News from the company comes before the documents, which the applicant may have sent long ago.
  const news = isNews(linked);
  const confirmedForm = (action: ConfirmedAction) => (
    <ConfirmedForm
      {...{ token, action, linked }}
      isUnconfirmed={result === `${action}-unconfirmed`}
    />
  );
  return (
    <>
      <PageHead
        compact
        eyebrow={text.title}
        title={
          <span lang={langOf(linked.opening_language)} dir="auto">
            {role_name}
          </span>
        }
        aside={<CompanyPicture name={company_name} />}
      >
        <p>{[company_name, ...places].filter(Boolean).join(', ')}</p>
      </PageHead>
      <div className={styles.bill}>
        <Result linked={linked} result={result} mayUpload={mayUpload} />
        {news ? <ApplicationStage linked={linked} /> : null}
        <Facts>
          <Fact name={receipt.appliedOn}>
            <Day instant={applied_at} />
          </Fact>
          <Fact name={text.applicant}>{`${application.firstname} ${application.lastname}`}</Fact>
          <Fact name={receipt.reference} reference>
            {application.applicant_id}
          </Fact>
        </Facts>
        <div data-part="documents">{children}</div>
        <div className={styles.rest} data-part="state">
          {news ? null : <ApplicationStage linked={linked} />}
          <section className={styles.folded} aria-label={text.sent}>
            <Letter html={application.cover_letter} />
            <Answers linked={linked} />
          </section>
          <section
            className={`${styles.folded} ${styles.last}`}
            aria-label={text.withdrawOrErase}
            data-print="no"
          >
            {withdrawn_at === null ? confirmedForm('withdraw') : null}
            {confirmedForm('erase')}
            <ForgetErased
              companyId={application.company_id}
              joblistingid={application.joblistingid}
            />
          </section>
          <p className="note">
            {fillElements(text.worksUntil, { day: <Day instant={linked.expires_at} /> })}
          </p>
        </div>
      </div>
    </>
  );
}

/** Replaces the application if the link has ended or never existed. */
export function UnknownLink({
  token,
  result,
}: {
  token: string;
  result: ActionResult | undefined;
}) {
  const text = texts().myApplication;
  if (result === 'erased')
    return (
      <LinkMessage eyebrow={text.title} title={text.erasedTitle}>
        <ResultAlert tone="success" title={text.erased}>
          <p>{text.mayApplyAgain}</p>
        </ResultAlert>
      </LinkMessage>
    );
  const { title, text: reason } = isDamagedToken(token) ? text.damaged : text.unknown;
  return (
    <LinkMessage
      eyebrow={text.title}
      title={title}
      text={fillElements(reason, { email: <EmailLink email={site().enquiries.email} /> })}
    >
      <LostLinks />
    </LinkMessage>
  );
}

/** Replaces the application while the API host does not respond, and shows the result of the last action. */
export function LinkUnavailable({ result }: { result: ActionResult | undefined }) {
  const text = texts().myApplication;
  const notShown = { unknown: text.changeUnknown, unchanged: text.unchanged };
  return (
    <LinkMessage eyebrow={text.title} title={text.tryLater}>
      <ResultAlert tone="error">
        {result === 'unknown' || result === 'unchanged' ? notShown[result] : text.unavailable}
      </ResultAlert>
    </LinkMessage>
  );
}

/** Shows the result of the last action if the application confirms it, as anybody can write one into the address. */
function Result({
  linked: { withdrawn_at },
  result,
  mayUpload,
}: Pick<ComponentProps<typeof MyApplication>, 'linked' | 'result' | 'mayUpload'>) {
  const text = texts().myApplication;
  if (result === 'may-upload' && withdrawn_at === null)
    return (
      <ResultAlert tone={mayUpload ? 'success' : 'error'}>
        {mayUpload ? text.mayUpload : texts().documents.ticketRefused}
      </ResultAlert>
    );
  if (result === 'withdrawn' && withdrawn_at !== null)
    return (
      <ResultAlert tone="success" title={text.withdrawn}>
        <p>{texts().feedback.withdrawn}</p>
      </ResultAlert>
    );
  if (result === 'unknown') return <ResultAlert tone="error">{text.changeUnknownHere}</ResultAlert>;
  if (result === 'unchanged') return <ResultAlert tone="error">{text.unchanged}</ResultAlert>;
  return null;
}

/** Shows the illustration of the company, or that of the thank-you page if the site config has no such company. */
function CompanyPicture({ name }: { name: string }) {
  const company = configuredCompany(name);
  const { picture, background } = site().feedback.picture;
  return (
    <Illustration
      background={company?.background ?? background}
      pictures={[company?.slides[0] ?? picture]}
      sizes={asideSizes}
    />
  );
}

/** Documents of a type that this release does not know are left out. */
export const receivedDocuments = ({ documents }: LinkedApplication) =>
  documents.flatMap(({ type, filename, received_at, infected, replacement }) => {
    if (!isDocumentType(type)) return [];
    const text = texts().myApplication;
    const details = fill(text.document, { filename, day: formatDate(received_at) });
    const further = replacement ? ` ${text.replacement[replacement]}` : '';
    return [{ type, details: details + further, isInfected: infected }];
  });
