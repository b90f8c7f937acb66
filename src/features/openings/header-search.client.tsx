'use client';

import { useEffect, useState } from 'react';
import { Button } from '#src/components/button/button.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { limits, maxLength } from '#src/domain/model/limits.ts';
import { formatMessage, messages } from '#src/domain/model/messages.ts';
import { decideSearch } from '#src/domain/rules/search.ts';
import { type HeaderAnswer, searchForHeader } from './actions.tsx';
import { CompanySelect } from './company-select.client.tsx';
import styles from './header-search.module.css';
import { createLiveSearch } from './live-search.ts';
import { type Search, searchAddress } from './search-address.ts';
import { searchOf } from './search-form.client.tsx';

interface Shown {
  readonly search: Search;
  readonly needsCompany: boolean;
  readonly answer?: HeaderAnswer;
  readonly failed?: boolean;
}

const selectCompanyAnswer: HeaderAnswer = {
  summary: formatMessage('selectCompanyToSearch'),
  results: [],
};

const blank: HeaderAnswer = { summary: '', results: [] };

/** The header has nothing to show before somebody searches; the home page shows all openings. */
async function ask(search: Search): Promise<HeaderAnswer> {
  const { kind } = decideSearch(search);
  if (kind === 'all') return blank;
  return kind === 'select-company' ? selectCompanyAnswer : searchForHeader(search);
}

/**
 * What the header's search dropdown holds on every page: the same two fields as the home page's search,
 * with links to what they find. The header opens and closes it. Without script it leads to `/`.
 */
export function HeaderSearch() {
  const [entered, setEntered] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const [live] = useState(() =>
    createLiveSearch<Search, HeaderAnswer>({
      delayMs: limits.searchDebounceMs,
      ask,
      onAnswer: (answer, search) => setShown({ search, answer, needsCompany: needs(search) }),
      onFailure: (search) => setShown({ search, failed: true, needsCompany: false }),
    }),
  );
  useEffect(() => () => live.stop(), [live]);

  const { answer, search, failed } = shown ?? {};
  return (
    <search className={styles.search} aria-label="Quick search">
      <form
        className={styles.form}
        action="/#openings"
        onFocus={() => setEntered(true)}
        onInput={(event) => live.later(searchOf(event.currentTarget))}
        onSubmit={(event) => {
          const asked = searchOf(event.currentTarget);
          // What cannot be searched for is said here; anything else is the home page's to show.
          if (!needs(asked)) return;
          event.preventDefault();
          live.now(asked);
        }}
      >
        <CompanySelect
          id="header-company"
          companies={[]}
          wanted={entered}
          error={shown?.needsCompany ? messages.selectCompany : undefined}
        />
        <TextField
          id="header-q"
          label="Role, skill or city"
          name="q"
          type="search"
          maxLength={maxLength.q}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit">Search</Button>
      </form>
      <p className={styles.summary} role="status">
        {failed ? 'The search did not get through. Check your connection.' : answer?.summary}
      </p>
      {answer && search && answer.results.length > 0 ? (
        <ul className={styles.results}>
          {answer.results.map(({ path, roleName, cities }) => (
            <li key={path}>
              <a href={path} className={styles.result}>
                <span className={styles.role}>{roleName}</span>
                <span className={styles.cities}>{cities}</span>
              </a>
            </li>
          ))}
          <li>
            <a href={`${searchAddress(search)}#openings`} className={styles.result}>
              Show them on the home page
            </a>
          </li>
        </ul>
      ) : null}
    </search>
  );
}

const needs = (search: Search) => decideSearch(search).kind === 'select-company';
