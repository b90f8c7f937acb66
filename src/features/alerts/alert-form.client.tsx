'use client';

import { texts } from '#language';
import { alertRequestedHref, alertsPath } from '#src/addresses.ts';
import {
  MailRequestForm,
  type MailRequestFormProps,
} from '#src/components/form/mail-request-form.client.tsx';
import { inLanguage } from '#src/language/paths.ts';
import { readAlertForm } from './alert-values.ts';

/** @param props.search the query string of the search */
export function AlertForm({
  search,
  ...props
}: MailRequestFormProps & { readonly search: string }) {
  const { alerts } = texts();
  return (
    <MailRequestForm
      {...props}
      action={inLanguage(alertsPath)}
      labels={alerts}
      nextHref={(data, { values }) => alertRequestedHref(readAlertForm(data).search, values?.until)}
      note={<p className="note">{alerts.ends}</p>}
    >
      {(result) => (
        <>
          <input type="hidden" name="search" value={result?.values?.search ?? search} />
          <p>{alerts.next}</p>
        </>
      )}
    </MailRequestForm>
  );
}
