'use client';

import { useEffect, useRef } from 'react';
import { Button } from '#src/components/button/button.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import { maxLength } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { CompanyChoice } from './actions.tsx';
import { CompanySelect } from './company-select.client.tsx';
import { readSearch, searchAddress } from './search-address.ts';
import { useOpeningsSearch } from './search-context.client.tsx';
import styles from './search-form.module.css';

/** What a form with the search's controls holds now. */
export const searchOf = (form: HTMLFormElement) =>
  readSearch(Object.fromEntries(new FormData(form)));

/**
 * The typed search box with its company filter: a GET form, so that the address holds the search with
 * or without script; with it, the list follows the typing. Stands inside `OpeningsSearch`.
 */
export function SearchForm({ companies }: { companies: readonly CompanyChoice[] }) {
  const { search, round, needsCompany, typed, submitted } = useOpeningsSearch();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Typed before the script was there, or put back by the browser.
    const held = form.current && searchOf(form.current);
    if (held && searchAddress(held) !== searchAddress(search)) typed(held);
  }, [search, typed]);

  return (
    <search aria-label="Openings">
      <form
        // The fields are left to the browser, so that typing never waits for React; a search that came
        // by the address makes new ones.
        key={round}
        ref={form}
        className={styles.form}
        action="/#openings"
        onInput={(event) => typed(searchOf(event.currentTarget))}
        onSubmit={(event) => {
          event.preventDefault();
          submitted(searchOf(event.currentTarget));
          document.getElementById('openings')?.scrollIntoView();
        }}
      >
        <CompanySelect
          companies={companies}
          chosen={search.company_id}
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
        <Button type="submit" className={styles.button}>
          <Icon name="search" />
          Search
        </Button>
      </form>
    </search>
  );
}
