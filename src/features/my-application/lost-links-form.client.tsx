'use client';

import { texts } from '#language';
import { applicationsPath, linksRequestedHref } from '#src/addresses.ts';
import {
  MailRequestForm,
  type MailRequestFormProps,
} from '#src/components/form/mail-request-form.client.tsx';
import { inLanguage } from '#src/language/paths.ts';

export const LostLinksForm = (props: MailRequestFormProps) => (
  <MailRequestForm
    {...props}
    action={inLanguage(applicationsPath)}
    labels={texts().lostLinks}
    nextHref={linksRequestedHref}
  >
    {() => null}
  </MailRequestForm>
);
