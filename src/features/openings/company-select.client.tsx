'use client';

import { useEffect, useState } from 'react';
import { SelectField } from '#src/components/form/select-field.tsx';
import { messages } from '#src/domain/model/messages.ts';
import { type CompanyChoice, listCompanyChoices } from './actions.tsx';

/**
 * The company filter, 'Select company...' first (section 3). Where it came without companies, because
 * the page could not wait for them, it asks once it is `wanted`.
 */
export function CompanySelect({
  companies,
  chosen = '',
  error,
  id,
  wanted = true,
}: {
  companies: readonly CompanyChoice[];
  chosen?: string;
  error?: string | undefined;
  id?: string | undefined;
  wanted?: boolean;
}) {
  const [choices, setChoices] = useState(companies);
  const missing = wanted && choices.length === 0;
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    listCompanyChoices().then(
      (found) => {
        if (!gone && found.length > 0) setChoices(found);
      },
      () => {}, // The search says so itself when the API is away.
    );
    return () => {
      gone = true;
    };
  }, [missing]);

  const unknown = chosen !== '' && choices.every(({ value }) => value !== chosen);
  return (
    <SelectField
      label="Company"
      name="company_id"
      id={id}
      defaultValue={chosen}
      error={error}
      options={[
        { value: '', label: messages.selectCompanyOption },
        ...choices,
        // A company of an old address must not turn into no company.
        ...(unknown ? [{ value: chosen, label: 'Another company' }] : []),
      ]}
    />
  );
}
