'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '#language';
import { listHref } from '#src/addresses.ts';
import { Button } from '#src/components/button/button.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import {
  companyOf,
  filterNames,
  needsCompany,
  searchQuery,
} from '#src/domain/catalogue/search-parameters.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import type { CompanyOption } from './company-options.ts';
import { CompanySelect, searchOf, useCompanyOptions } from './company-select.client.tsx';
import { useOpeningsSearch } from './search-context.client.tsx';
import styles from './search-form.module.css';

/** A new search keeps the filters and the order, so the form has them as hidden inputs. */
const hiddenParameters = [...filterNames, 'sort'] as const;

/** A GET form, so that the search works without script. */
export function SearchForm({ companies }: { companies: readonly CompanyOption[] }) {
  const { filled, current, dispatch } = useOpeningsSearch();
  const [initial] = useState(filled);
  const [options, loadOptions] = useCompanyOptions(companies);
  useEffect(loadOptions, [loadOptions]);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // The visitor typed the values before hydration, or the browser restored them.
    const typed = form.current && searchOf(form.current);
    if (typed && searchQuery(typed) !== searchQuery({ ...initial, page: 1 }))
      dispatch({ type: 'typed', search: typed });
  }, [initial, dispatch]);
  // The controls are uncontrolled, so that typing does not wait for React; a reset gives them the new default values.
  useLayoutEffect(() => {
    if (filled !== initial) form.current?.reset();
  }, [filled, initial]);

  const { company_id = [] } = filled;
  // The select cannot show several companies, so they are hidden inputs. An empty value separates them from the value
  // of the select (`readSearch`).
  const severalCompanies = company_id.length > 1 ? [...company_id, ''] : [];
  const { search, homeSearch } = texts();
  return (
    <search aria-label={homeSearch.label}>
      <form
        ref={form}
        className={styles.form}
        action={listHref()}
        onInput={(event) => dispatch({ type: 'typed', search: searchOf(event.currentTarget) })}
        onSubmit={(event) => {
          event.preventDefault();
          dispatch({ type: 'submitted', search: searchOf(event.currentTarget) });
          document.getElementById('openings')?.scrollIntoView();
        }}
      >
        <TextField
          label={search.text}
          name="q"
          type="search"
          placeholder={homeSearch.example}
          defaultValue={filled.q}
          maxLength={maxLength.q}
          autoComplete="off"
          enterKeyHint="search"
        />
        {hiddenParameters.flatMap((name) =>
          (name === 'company_id' ? severalCompanies : [filled[name] ?? []].flat()).map((value) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          )),
        )}
        <CompanySelect
          options={options}
          selected={companyOf(filled)}
          error={needsCompany(current) ? search.messages.selectCompany : undefined}
        />
        <Button type="submit">
          <Icon name="search" />
          <span className={styles.submit}>{search.submit}</span>
        </Button>
      </form>
    </search>
  );
}
