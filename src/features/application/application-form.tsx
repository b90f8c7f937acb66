import type { ReactNode } from 'react';
import type { Opening } from '#src/domain/model/opening.ts';
import { requestContext } from '#src/site/request.ts';
import { siteFile } from '#src/site/site-file.ts';
import { ApplyForm } from './apply-form.client.tsx';
import { type ApplyState, idle } from './apply-state.ts';

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
  const posted = requestContext().results.get('application') as ApplyState | undefined;
  return (
    <ApplyForm
      title={title}
      posted={posted ?? idle}
      privacy={siteFile.privacy}
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
