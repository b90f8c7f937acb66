import { receiptHref } from '#src/addresses.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { siteCaptcha } from '#src/components/captcha/site-captcha.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import type { Opening } from '#src/domain/model/opening.ts';
import { answerField } from '#src/domain/rules/forms/application.ts';
import { suggestEmail } from '#src/domain/rules/forms/email-suggestion.ts';
import { postedForm } from '#src/forms/receive-form.ts';
import { langOf } from '#src/language/format.ts';
import { applicationSettings, site, texts } from '#src/language/server.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import { ApplyForm, type ApplyFormProps } from './application-form.client.tsx';
import { type ApplicationAnswer, formQuestions } from './form-values.ts';
import { SentBefore } from './sent-notice.client.tsx';

/**
 * Renders the application form (section 2) and, after acceptance, its `children`: the documents form. It also renders the
 * page's `<title>`, which begins with 'Error: ' while the form has errors.
 */
export function ApplicationForm({
  opening,
  title,
  referrer,
  needed,
  children,
}: Pick<ApplyFormProps, 'title' | 'referrer' | 'needed' | 'children'> & { opening: Opening }) {
  addBrowserTexts('application', 'emailField');
  const { id, company_id } = opening;
  const lang = langOf(opening.language);
  const { coverLetterHeight, enquiries, privacy } = site();
  const posted = postedForm<ApplicationAnswer>('application');
  const questions = posted?.questions ?? formQuestions(opening.questions);
  return (
    <ApplyForm
      title={title}
      referrer={referrer}
      needed={needed}
      posted={posted}
      suggestedEmail={suggestEmail(posted?.values?.emailaddress ?? '')}
      privacy={privacy}
      letterHeight={coverLetterHeight}
      settings={applicationSettings()}
      enquiries={enquiries.email}
      captcha={siteCaptcha(texts().applicationAnswers.sendInstead)}
      opening={{
        id,
        company_id,
        company: opening.company_name || site().brand.companyName,
        questions,
        ...(lang !== undefined && { lang }),
      }}
    >
      {children}
    </ApplyForm>
  );
}

/**
 * Replaces the form of a closed opening. It leads to the application that the browser sent before, because the site
 * still receives its documents.
 */
export function ClosedApplicationForm({
  openingId,
  opening,
}: {
  openingId: string;
  opening: Opening | undefined;
}) {
  addBrowserTexts('application');
  const { alreadySent, goOnWithYours } = texts().application;
  return (
    <>
      <SentBefore openingId={openingId} />
      <noscript>
        <p>
          {alreadySent} <a href={receiptHref(openingId)}>{goOnWithYours}</a>
        </p>
      </noscript>
      <TextsOfClosedOpening opening={opening} />
    </>
  );
}

/** Without script, the page of an opening that was closed meanwhile shows the submitted texts, to be copied. */
function TextsOfClosedOpening({ opening }: { opening: Opening | undefined }) {
  const values = postedForm('application')?.values;
  if (!values) return null;
  const { application, applicationAnswers, form } = texts();
  const answers = Object.keys(values).filter((name) => name.startsWith('answers['));
  const questionOf = (name: string) =>
    opening?.questions.find(({ id }) => answerField(id) === name)?.question ??
    applicationAnswers.yourAnswer;
  const written = ['cover_letter' as const, ...answers].filter((name) => values[name]?.trim());
  return (
    <>
      <Alert tone="error" title={form.messages.processingFailed}>
        <p>{applicationAnswers.closedMeanwhile}</p>
      </Alert>
      {written.map((name) => (
        <TextAreaField
          key={name}
          name={name}
          label={name === 'cover_letter' ? application.labels.cover_letter : questionOf(name)}
          defaultValue={values[name]}
          readOnly
        />
      ))}
    </>
  );
}
