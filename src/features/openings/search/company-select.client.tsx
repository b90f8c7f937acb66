'use client';

import { useCallback, useRef, useState } from 'react';
import { texts } from '#language';
import { SelectField } from '#src/components/form/select-field.tsx';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { listCompanyOptions } from './actions.tsx';
import type { CompanyOption } from './company-options.ts';

/** Returns the companies of the page, and a function that loads them if the page was rendered without any. */
export function useCompanyOptions(
  companies: readonly CompanyOption[],
): readonly [options: readonly CompanyOption[], load: () => void] {
  const [options, setOptions] = useState(companies);
  const isRequested = useRef(companies.length > 0);
  const load = useCallback(() => {
    if (isRequested.current) return;
    isRequested.current = true;
    // The search itself reports that the API host does not respond.
    void listCompanyOptions()
      .catch(() => [])
      .then((loaded) => {
        isRequested.current = loaded.length > 0;
        setOptions(loaded);
      });
  }, []);
  return [options, load];
}

/** The filter begins with 'Select company...' (section 3). */
export function CompanySelect({
  options,
  selected = '',
  error,
  id,
}: {
  options: readonly CompanyOption[];
  selected?: string | undefined;
  error?: string | undefined;
  id?: string | undefined;
}) {
  const { search } = texts();
  const unknown = selected !== '' && options.every(({ value }) => value !== selected);
  return (
    <SelectField
      label={search.company}
      name="company_id"
      id={id}
      defaultValue={selected}
      error={error}
      options={[
        { value: '', label: search.messages.selectCompanyOption },
        ...options,
        // A company that no longer exists keeps an option, so that the browser selects no other company.
        ...(unknown ? [{ value: selected, label: search.anotherCompany }] : []),
      ]}
    />
  );
}

export const searchOf = (form: HTMLFormElement) =>
  readSearch(
    new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])),
  );
