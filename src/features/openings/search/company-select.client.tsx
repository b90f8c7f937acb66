'use client';

import { useEffect, useState } from 'react';
import { SelectField } from '#src/components/form/select-field.tsx';
import { messages } from '#src/domain/model/messages.ts';
import { type CompanyOption, listCompanyOptions } from './actions.tsx';

/** The companies of the page. If it was rendered without any, they are loaded when `active` is true. */
export function useCompanyOptions(
  companies: readonly CompanyOption[],
  active = true,
): readonly CompanyOption[] {
  const [options, setOptions] = useState(companies);
  const missing = active && options.length === 0;
  useEffect(() => {
    if (!missing) return;
    let unmounted = false;
    listCompanyOptions().then(
      (loaded) => {
        if (!unmounted && loaded.length > 0) setOptions(loaded);
      },
      () => {}, // The search itself reports that the API host does not respond.
    );
    return () => {
      unmounted = true;
    };
  }, [missing]);
  return options;
}

/** The company filter with 'Select company...' first (section 3). */
export function CompanySelect({
  options,
  selected = '',
  error,
  id,
}: {
  options: readonly CompanyOption[];
  selected?: string;
  error?: string | undefined;
  id?: string | undefined;
}) {
  const unknown = selected !== '' && options.every(({ value }) => value !== selected);
  return (
    <SelectField
      label="Company"
      name="company_id"
      id={id}
      defaultValue={selected}
      error={error}
      options={[
        { value: '', label: messages.selectCompanyOption },
        ...options,
        // A company that no longer exists is not replaced by another one.
        ...(unknown ? [{ value: selected, label: 'Another company' }] : []),
      ]}
    />
  );
}
