import type { ReactNode } from 'react';
import { siteHref } from '#src/addresses.ts';
import { siteCaptcha } from '#src/components/captcha/site-captcha.tsx';
import type { SelectOption } from '#src/components/form/select-field.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { SectionColumns } from '#src/components/section/section.tsx';
import { hasFeature } from '#src/config/site.ts';
import { type EnquiryFormKind, enquiryFormKinds } from '#src/domain/model/enquiry-form.ts';
import { postedForm } from '#src/forms/receive-form.ts';
import { defaultLanguage, site, texts } from '#src/language/server.ts';
import { pageTitle } from '#src/language/titles.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import { EnquiryForm, type EnquiryFormProps } from './enquiry-form.client.tsx';
import styles from './enquiry-form.module.css';

const configOf = (kind: EnquiryFormKind) =>
  site().enquiryForms[kind === 'quote' ? 'quote' : 'contactUs'];

function formProps(kind: EnquiryFormKind): Omit<EnquiryFormProps, 'title' | 'posted'> {
  const { action, method, rules, hints } = configOf(kind);
  return {
    kind,
    action: siteHref(action),
    method,
    rules,
    hints,
    ...(kind === 'quote' && { services: serviceOptions(site().enquiryForms.quote.services) }),
    captcha: siteCaptcha(),
  };
}

/** The company reads the services in its own language. */
const serviceOptions = (labels: readonly string[]): SelectOption[] =>
  defaultLanguage.site.enquiryForms.quote.services.map((value, index) => {
    const label = labels[index] ?? value;
    return label === value ? value : { value, label };
  });

/** Renders the contact-us and the quote-request section (section 2, page sections). `sent` was sent without script. */
export const EnquirySections = ({ sent }: { sent: EnquiryFormKind | undefined }) => (
  <SectionColumns>
    {shownForms().map((kind) => (
      <DisclosureSection key={kind} kind={kind} isOpen={sent === kind}>
        <EnquiryForm {...formProps(kind)} posted={sent === kind ? wasSent() : undefined} />
      </DisclosureSection>
    ))}
  </SectionColumns>
);

const shownForms = () => enquiryFormKinds.filter((kind) => hasFeature(`/#${kind}`));

const wasSent = () => ({
  httpStatus: 200,
  result: 'success',
  message: texts().contact.messages.messageSent,
});

/** The response to a form that was sent without script and refused. */
export function EnquiryFormPage({ kind }: { kind: EnquiryFormKind }) {
  addBrowserTexts('messageForm', 'enquiry');
  const { title, intro } = configOf(kind);
  return (
    <div className="wrap">
      <meta name="robots" content="noindex" />
      <PageHead title={title}>
        <p>{intro}</p>
      </PageHead>
      <div className={styles.page}>
        <EnquiryForm {...formProps(kind)} posted={postedForm(kind)} title={pageTitle(title)} />
      </div>
    </div>
  );
}

/**
 * Browsers open the details element that contains the target of a fragment, so the id is inside it; the stylesheet
 * makes the browser scroll to the heading.
 */
function DisclosureSection({
  kind,
  isOpen,
  children,
}: {
  kind: EnquiryFormKind;
  isOpen: boolean;
  children: ReactNode;
}) {
  const { title, intro } = configOf(kind);
  return (
    <section aria-labelledby={`${kind}-title`} data-print="no">
      <details className={styles.section} open={isOpen}>
        <summary className={styles.head}>
          <h2 id={`${kind}-title`}>{title}</h2>
          <span>{intro}</span>
        </summary>
        <div id={kind} className={styles.content}>
          {children}
        </div>
      </details>
    </section>
  );
}
