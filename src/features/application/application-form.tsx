import type { ReactNode } from 'react';
import { siteConfig } from '#src/config/site.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { applicationResult } from './application-result.ts';
import { ApplyForm } from './apply-form.client.tsx';
import { idle } from './apply-state.ts';

/**
 * Section 2, the application form, and after acceptance its `children`: the documents form. Owns the page's
 * `<title>`, because that begins with 'Error: ' while the form has errors.
 */
export function ApplicationForm({
  opening,
  title,
  children,
}: {
  opening: Opening;
  title: string;
  children: ReactNode;
}) {
  return (
    <ApplyForm
      title={title}
      posted={applicationResult.get() ?? idle}
      privacy={siteConfig.privacy}
      letterHeight={siteConfig.coverLetterHeight}
      opening={{
        id: opening.id,
        company_id: opening.company_id,
        questions: opening.questions.map(({ id, question, required }) => ({
          id,
          question,
          required,
        })),
      }}
    >
      {children}
    </ApplyForm>
  );
}
