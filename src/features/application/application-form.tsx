import { CaptchaField } from '#src/components/captcha/captcha-field.client.tsx';
import { siteConfig } from '#src/config/site.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { ApplyForm, type ApplyFormProps } from './application-form.client.tsx';
import { changedQuestions } from './messages.ts';
import { applicationResult } from './submit-application.ts';

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
  const { id, company_id } = opening;
  const posted = applicationResult.get();
  const questions = (posted && changedQuestions(posted.result)) ?? opening.questions;
  return (
    <ApplyForm
      title={title}
      referrer={referrer}
      needed={needed}
      posted={posted}
      privacy={siteConfig.privacy}
      letterHeight={siteConfig.coverLetterHeight}
      enquiries={siteConfig.enquiries.email}
      captcha={
        siteConfig.captcha && (
          <CaptchaField
            {...siteConfig.captcha}
            withoutScript={`Please send your application to ${siteConfig.enquiries.email} instead.`}
          />
        )
      }
      opening={{
        id,
        company_id,
        questions: questions.map(({ id, question, required }) => ({ id, question, required })),
      }}
    >
      {children}
    </ApplyForm>
  );
}
