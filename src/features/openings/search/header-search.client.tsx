'use client';

import { useEffect, useRef, useState } from 'react';
import { texts } from '#language';
import { listHref } from '#src/addresses.ts';
import { Button } from '#src/components/button/button.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { openPopover } from '#src/components/popover/popover.ts';
import { limits, maxLength } from '#src/domain/model/limits.ts';
import { decideSearch, needsCompany, type Search } from '#src/domain/rules/search-parameters.ts';
import { type HeaderResults, searchForHeader } from './actions.tsx';
import { CompanySelect, useCompanyOptions } from './company-select.client.tsx';
import styles from './header-search.module.css';
import { createLiveSearch, searchOf } from './live-search.ts';

interface HeaderSearchState {
  readonly search: Search;
  readonly found?: HeaderResults;
  readonly failed?: boolean;
}

/** An empty search has no results here; the home page shows all openings. */
async function searchHeader(search: Search): Promise<HeaderResults> {
  switch (decideSearch(search).kind) {
    case 'all':
      return { summary: '', results: [] };
    case 'select-company':
      return { summary: texts().messages.selectCompanyToSearch, results: [] };
    default:
      return searchForHeader(search);
  }
}

export function HeaderSearch() {
  const form = useRef<HTMLFormElement>(null);
  const [companies, loadCompanies] = useCompanyOptions([]);
  const [state, setState] = useState<HeaderSearchState>();
  const [live] = useState(() =>
    createLiveSearch<Search, HeaderResults>({
      delayMs: limits.searchDebounceMs,
      search: searchHeader,
      onResult: (found, search) => setState({ search, found }),
      onError: (search) => setState({ search, failed: true }),
    }),
  );
  useEffect(() => () => live.cancel(), [live]);
  useEffect(() => {
    // The visitor may have opened the dropdown, and filled it in, before hydration.
    if (!form.current?.closest(openPopover)) return;
    loadCompanies();
    const entered = searchOf(form.current);
    if (decideSearch(entered).kind !== 'all') live.schedule(entered);
  }, [live, loadCompanies]);

  const { found, search, failed } = state ?? {};
  const { messages, search: labels } = texts();
  return (
    <search className={styles.search} aria-label={labels.label}>
      <form
        ref={form}
        className={styles.form}
        action={listHref()}
        onFocus={loadCompanies}
        onInput={(event) => live.schedule(searchOf(event.currentTarget))}
        onSubmit={(event) => {
          const current = searchOf(event.currentTarget);
          // A search without a company is rejected here; any other search opens the home page.
          if (!needsCompany(current)) return;
          event.preventDefault();
          live.run(current);
        }}
      >
        <div className={styles.company}>
          <CompanySelect
            id="header-company"
            options={companies}
            error={found && search && needsCompany(search) ? messages.selectCompany : undefined}
          />
        </div>
        <TextField
          id="header-q"
          label={labels.text}
          name="q"
          type="search"
          maxLength={maxLength.q}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit">{labels.submit}</Button>
      </form>
      <p className={styles.summary} role="status">
        {failed ? labels.failed : found?.summary}
      </p>
      {found && search && found.results.length > 0 ? (
        <ul className={styles.results}>
          {found.results.map(({ path, roleName, lang, cities }) => (
            <li key={path}>
              <a href={path} className={styles.result}>
                <span className={styles.role} lang={lang}>
                  {roleName}
                </span>
                <span className={styles.cities}>{cities}</span>
              </a>
            </li>
          ))}
          <li className={styles.all}>
            <a href={listHref(search)} className={styles.result}>
              {labels.showAll}
            </a>
          </li>
        </ul>
      ) : null}
    </search>
  );
}
