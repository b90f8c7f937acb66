'use client';

import { useEffect, useRef } from 'react';
import { Button } from '#src/components/button/button.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import { maxLength } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import { readSearch, searchAddress } from '#src/domain/rules/search.ts';
import type { CompanyOption } from './actions.tsx';
import { CompanySelect } from './company-select.client.tsx';
import { useOpeningsSearch } from './search-context.client.tsx';
import styles from './search-form.module.css';

/** The current values of a search form. */
export const searchOf = (form: HTMLFormElement) =>
  readSearch(Object.fromEntries(new FormData(form)));

/**
 * The search box and the company filter of the hero, inside `OpeningsSearch`. A GET form, so that it works
 * without script; with script the list follows the input.
 */
export function SearchForm({ companies }: { companies: readonly CompanyOption[] }) {
  const { search, version, needsCompany, scheduleSearch, runSearch } = useOpeningsSearch();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Typed before hydration, or restored by the browser.
    const current = form.current && searchOf(form.current);
    const { company_id, q } = search;
    if (current && searchAddress(current) !== searchAddress({ company_id, q }))
      scheduleSearch(current);
  }, [search, scheduleSearch]);

  return (
    <search aria-label="Openings">
      <form
        // The controls are uncontrolled, so that typing does not wait for React; a new key resets them.
        key={version}
        ref={form}
        className={styles.form}
        action="/#openings"
        onInput={(event) => scheduleSearch(searchOf(event.currentTarget))}
        onSubmit={(event) => {
          event.preventDefault();
          runSearch(searchOf(event.currentTarget));
          document.getElementById('openings')?.scrollIntoView();
        }}
      >
        <CompanySelect
          companies={companies}
          selected={search.company_id}
          error={needsCompany ? messages.selectCompany : undefined}
        />
        <TextField
          label="Role, skill or city"
          name="q"
          type="search"
          defaultValue={search.q}
          maxLength={maxLength.q}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit">
          <Icon name="search" />
          Search
        </Button>
      </form>
    </search>
  );
}
