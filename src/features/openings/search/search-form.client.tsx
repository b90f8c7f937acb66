'use client';

import { useEffect, useRef } from 'react';
import { texts } from '#language';
import { listHref } from '#src/addresses.ts';
import { Button } from '#src/components/button/button.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import {
  filterNames,
  needsCompany,
  searchQuery,
  withParameters,
} from '#src/domain/catalogue/search-parameters.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { CompanyLinks } from './company-links.tsx';
import type { CompanyOption } from './company-options.ts';
import { CompanySelect, useCompanyOptions } from './company-select.client.tsx';
import { searchOf } from './live-search.ts';
import { useOpeningsSearch } from './search-context.client.tsx';
import styles from './search-form.module.css';

/** A new search keeps everything except the controls and the page. */
const keptParameters = [...filterNames, 'sort'] as const;

const showList = () => document.getElementById('openings')?.scrollIntoView();

/**
 * It is a GET form, so that it works without script. Without a company it offers the companies as links that keep the
 * text (section 5).
 */
export function SearchForm({ companies }: { companies: readonly CompanyOption[] }) {
  const { companies: counted, ...searching } = useOpeningsSearch();
  const { filled, current, isOfPage, version, scheduleSearch, submitSearch, followLink } =
    searching;
  // The list of the page itself says it, because a search without script leads there.
  const isIncomplete = needsCompany(current) && !isOfPage;
  const [options, loadOptions] = useCompanyOptions(companies);
  useEffect(loadOptions, [loadOptions]);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // The visitor typed the values before hydration, or the browser restored them.
    const typed = form.current && searchOf(form.current);
    const firstPage = withParameters(filled, [], filled);
    if (typed && searchQuery(typed) !== searchQuery(firstPage)) scheduleSearch(typed);
  }, [filled, scheduleSearch]);

  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The choices answer what the visitor is typing, and may appear below the viewport.
    if (isIncomplete && form.current?.contains(document.activeElement))
      choices.current?.scrollIntoView({ block: 'nearest' });
  }, [isIncomplete]);

  const { search, homeSearch } = texts();
  return (
    <search aria-label={homeSearch.label}>
      <form
        // The controls are uncontrolled, so that typing does not wait for React; a new key resets them.
        key={version}
        ref={form}
        className={styles.form}
        action={listHref()}
        onInput={(event) => scheduleSearch(searchOf(event.currentTarget))}
        onSubmit={(event) => {
          event.preventDefault();
          const submitted = searchOf(event.currentTarget);
          submitSearch(submitted);
          if (needsCompany(submitted)) event.currentTarget.querySelector('select')?.focus();
          else showList();
        }}
      >
        <CompanySelect
          options={options}
          selected={filled.company_id}
          error={needsCompany(current) ? search.messages.selectCompany : undefined}
        />
        <TextField
          label={search.text}
          name="q"
          type="search"
          // The selector `:placeholder-shown` needs it: it tells whether the field is empty.
          placeholder=" "
          defaultValue={filled.q}
          maxLength={maxLength.q}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit">
          <Icon name="search" />
          <span className={styles.submit}>{search.submit}</span>
        </Button>
        {keptParameters.map((name) =>
          filled[name] === undefined ? null : (
            <input key={name} type="hidden" name={name} value={filled[name]} />
          ),
        )}
      </form>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handler is for the links inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links send a click for Enter */}
      <div
        ref={choices}
        className={styles.choices}
        onClick={(event) => {
          followLink(event);
          if (event.defaultPrevented) showList();
        }}
      >
        <p role="status">{isIncomplete ? search.messages.selectCompanyToSearch : null}</p>
        {isIncomplete ? <CompanyLinks search={current} companies={counted ?? options} /> : null}
      </div>
    </search>
  );
}
