import type { ComponentProps, ReactNode } from 'react';
import { listHref } from '#src/addresses.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import { Fact, Facts } from '#src/components/facts/facts.tsx';
import { Illustration } from '#src/components/illustration/illustration.tsx';
import { asideSizes, PageHead } from '#src/components/page-head/page-head.tsx';
import { configuredCompany } from '#src/config/companies.ts';
import { siteConfig } from '#src/config/site.ts';
import { documentTypes } from '#src/domain/model/document-types.ts';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { isDocumentType } from '#src/domain/rules/documents.ts';
import { formatDate } from '#src/language/format-date.ts';
import type { ActionResult } from './action-result.ts';
import { ConfirmedForm } from './confirmed-form.tsx';
import { Answers, Letter } from './letter-and-answers.tsx';
import { messages } from './messages.ts';
import styles from './my-application.module.css';

/** Renders the frame of the page of a link, which no search engine lists. */
export const LinkPage = ({
  sendsFetchMetadata,
  children,
}: {
  /** Whether the browser sends Sec-Fetch-Site, which tells that a form comes from this site. */
  sendsFetchMetadata: boolean;
  children: ReactNode;
}) => (
  <div className={`wrap ${styles.page}`}>
    <meta name="robots" content="noindex" />
    {/* With `no-referrer`, which the response has, other browsers send `Origin: null` with a form (decision 025). */}
    {sendsFetchMetadata ? null : <meta name="referrer" content="strict-origin" />}
    {children}
  </div>
);

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
  const { application, role_name, company_name, cities, applied_at, withdrawn_at } = linked;
  return (
    <>
      <PageHead
        compact
        eyebrow="Your application"
        title={role_name}
        aside={<CompanyPicture name={company_name} />}
      >
        <p>{[company_name, cities.join(', ')].filter(Boolean).join(' · ')}</p>
      </PageHead>
      <div className={styles.bill}>
        <Result linked={linked} result={result} mayUpload={mayUpload} />
        <Facts>
          <Fact name="Applied on">
            <Day instant={applied_at} />
          </Fact>
          <Fact name="Applicant">{`${application.firstname} ${application.lastname}`}</Fact>
          <Fact name="Your reference" reference>
            {application.applicant_id}
          </Fact>
        </Facts>
        <div data-part="documents">{children}</div>
        <div className={styles.rest} data-part="state">
          <p className={styles.standing}>
            <ApplicationState linked={linked} />
          </p>
          <section className={styles.folded} aria-label="What you sent">
            <Letter html={application.cover_letter} />
            <Answers linked={linked} />
          </section>
          <section
            className={`${styles.folded} ${styles.last}`}
            aria-label="Withdraw or erase"
            data-print="no"
          >
            {withdrawn_at === null ? (
              <ConfirmedForm
                token={token}
                action="withdraw"
                title="Withdraw your application"
                text="The company no longer considers your application. It stays stored, and counts as your application to this company for a year."
                check="Yes, withdraw my application"
                button="Withdraw"
                isUnconfirmed={result === 'withdraw-unconfirmed'}
              />
            ) : null}
            <ConfirmedForm
              token={token}
              action="erase"
              title="Erase your application"
              text={
                <>
                  This application and its documents are erased. You can then apply to this company
                  again. For other applications and messages write to <EnquiriesEmail />.
                </>
              }
              check="Yes, erase my application and its documents for ever"
              button="Erase"
              isUnconfirmed={result === 'erase-unconfirmed'}
            />
          </section>
          <p className="note">
            This page works until <Day instant={linked.expires_at} />. Whoever has its address can
            do the same: do not pass it on.
          </p>
        </div>
      </div>
    </>
  );
}

/** A link that has ended or never existed shows this in place of the application. */
export const UnknownLink = ({
  result,
  isDamaged,
}: {
  result: ActionResult | undefined;
  isDamaged: boolean;
}) => (
  <>
    <PageHead compact eyebrow="Your application" title={unknownLinkTitle(result, isDamaged)}>
      {result === 'erased' ? null : (
        <p>
          {isDamaged
            ? 'Some of its characters are missing or were changed on the way. Open the link in the mail itself, or copy the whole of it: capital letters count. If that does not help,'
            : 'It has expired, or the application was erased. If you have applied,'}{' '}
          write to <EnquiriesEmail /> with your reference.
        </p>
      )}
    </PageHead>
    <div className={styles.bill}>
      {result === 'erased' ? (
        <ResultAlert tone="success" title={messages.erased}>
          <p>You can apply to this company again.</p>
        </ResultAlert>
      ) : null}
      <ToOpenings />
    </div>
  </>
);

function unknownLinkTitle(result: ActionResult | undefined, isDamaged: boolean): string {
  if (result === 'erased') return 'It is erased.';
  return isDamaged ? 'This address is not complete.' : 'This link is not valid.';
}

/** The page states this result of the last action while the application cannot be shown. */
const notShown = { unknown: messages.changeUnknown, unchanged: messages.unchanged };

/** The page shows this in place of the application while the API host does not respond. */
export const LinkUnavailable = ({ result }: { result: ActionResult | undefined }) => (
  <>
    <PageHead compact eyebrow="Your application" title="Please try again in a moment." />
    <div className={styles.bill}>
      <ResultAlert tone="error">
        {result === 'unknown' || result === 'unchanged' ? notShown[result] : messages.unavailable}
      </ResultAlert>
      <ToOpenings />
    </div>
  </>
);

const EnquiriesEmail = () => (
  <a href={`mailto:${siteConfig.enquiries.email}`}>{siteConfig.enquiries.email}</a>
);

const ToOpenings = () => (
  <p>
    <ButtonLink variant="secondary" href={listHref()}>
      See the openings
    </ButtonLink>
  </p>
);

/** Shows the result of the last action if the application confirms it: anybody can write a result into the address. */
function Result({
  linked: { withdrawn_at },
  result,
  mayUpload,
}: Pick<ComponentProps<typeof MyApplication>, 'linked' | 'result' | 'mayUpload'>) {
  if (result === 'may-upload' && withdrawn_at === null)
    return (
      <ResultAlert tone={mayUpload ? 'success' : 'error'}>
        {mayUpload ? messages.mayUpload : messages.ticketRefused}
      </ResultAlert>
    );
  if (result === 'withdrawn' && withdrawn_at !== null)
    return (
      <ResultAlert tone="success" title={messages.withdrawn}>
        <p>The company no longer considers it.</p>
      </ResultAlert>
    );
  if (result === 'unknown')
    return <ResultAlert tone="error">{messages.changeUnknownHere}</ResultAlert>;
  if (result === 'unchanged') return <ResultAlert tone="error">{messages.unchanged}</ResultAlert>;
  return null;
}

/** Shows the illustration of the company; that of the thank-you page if the site config has no such company. */
function CompanyPicture({ name }: { name: string }) {
  const company = configuredCompany(name);
  const { picture, background } = siteConfig.feedback.picture;
  return (
    <Illustration
      background={company?.background ?? background}
      pictures={[company?.slides[0] ?? picture]}
      sizes={asideSizes}
    />
  );
}

const dayOf = (instant: string): string => formatDate(Date.parse(instant));

const Day = ({ instant }: { instant: string }) => <time dateTime={instant}>{dayOf(instant)}</time>;

/** States the progress of the application in one sentence with its date. */
function ApplicationState({
  linked: { applied_at, withdrawn_at, documents },
}: {
  linked: LinkedApplication;
}) {
  if (withdrawn_at !== null)
    return (
      <>
        You withdrew this application on <Day instant={withdrawn_at} />, and the company no longer
        considers it.
      </>
    );
  const arrived = documents.filter(({ infected }) => !infected);
  const total = documentTypes.length;
  if (arrived.length < total)
    return (
      <>
        {/* No number of documents, because it would become wrong when one is sent from this page. */}
        Your application was received on <Day instant={applied_at} />
        {`. It is complete when all ${total} documents have arrived.`}
      </>
    );
  const last =
    arrived
      .map(({ received_at }) => received_at)
      .sort()
      .at(-1) ?? applied_at;
  return (
    <>
      Your application has been complete since <Day instant={last} />, and is with the company.
    </>
  );
}

/** Documents of a type that this release does not know are left out. */
export const receivedDocuments = ({ documents }: LinkedApplication) =>
  documents.flatMap(({ type, filename, received_at, infected }) =>
    isDocumentType(type)
      ? [{ type, details: `${filename}, ${dayOf(received_at)}`, isInfected: infected }]
      : [],
  );
