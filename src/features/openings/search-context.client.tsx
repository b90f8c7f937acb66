'use client';

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useRouter } from 'waku';
import { Alert } from '#src/components/alert/alert.tsx';
import { LoadingBox } from '#src/components/overlay/loading-screen.tsx';
import { limits } from '#src/domain/model/limits.ts';
import { formatMessage } from '#src/domain/model/messages.ts';
import { decideSearch, readSearch, type Search, searchAddress } from '#src/domain/rules/search.ts';
import { type RenderedResults, renderResults } from './actions.tsx';
import { EmptyState } from './empty-state.tsx';
import { createLiveSearch } from './live-search.ts';
import styles from './search-results.module.css';

interface SearchState {
  /** The initial values of the form, replaced when the query string changes. */
  readonly search: Search;
  /** Incremented with each replacement; the key of the form. */
  readonly version: number;
  /** Replaces the results of the page after the first search. */
  readonly results?: RenderedResults;
  readonly needsCompany: boolean;
  readonly pending: boolean;
  readonly failed: boolean;
}

interface SearchContextValue extends SearchState {
  /** Searches after the debounce delay. */
  scheduleSearch(search: Search): void;
  runSearch(search: Search): void;
}

const SearchContext = createContext<SearchContextValue | undefined>(undefined);

/** The state that the form in the hero shares with the list of openings. */
export function useOpeningsSearch(): SearchContextValue {
  const value = useContext(SearchContext);
  if (!value) throw new Error('useOpeningsSearch outside OpeningsSearch');
  return value;
}

const needsCompany = (search: Search) => decideSearch(search).kind === 'select-company';

/** Section 5: without a company there is no request to the API host. */
const selectCompanyResults: RenderedResults = {
  summary: formatMessage('selectCompanyToSearch'),
  view: <EmptyState />,
};

/**
 * Searches while the visitor types and updates the query string (decision 012). `initial`
 * is the search that the page was rendered with; use it as the key, so that another search resets the state.
 */
export function OpeningsSearch({ initial, children }: { initial: Search; children: ReactNode }) {
  const [state, setState] = useState<SearchState>({
    search: initial,
    version: 0,
    needsCompany: needsCompany(initial),
    pending: false,
    failed: false,
  });
  const address = useRef(searchAddress(initial));
  const [live] = useState(() =>
    createLiveSearch<Search, RenderedResults>({
      delayMs: limits.searchDebounceMs,
      search: async (search) =>
        needsCompany(search) ? selectCompanyResults : renderResults(search),
      onStart(search) {
        const isIncomplete = needsCompany(search);
        setAddress(search);
        setState((before) => ({
          ...before,
          needsCompany: isIncomplete,
          pending: !isIncomplete,
          failed: false,
        }));
      },
      onResult: (results) =>
        setState((before) => ({ ...before, results, pending: false, failed: false })),
      onError: () => setState((before) => ({ ...before, pending: false, failed: true })),
    }),
  );
  useEffect(() => () => live.cancel(), [live]);

  function setAddress(search: Search) {
    address.current = searchAddress(search);
    window.history.replaceState(window.history.state, '', address.current);
  }

  // The router does not know about replaceState: it treats a link from `/?q=…` to `/` as no navigation and
  // requests nothing. It does render this component again, so the address is compared after each render.
  const router = useRouter();
  useEffect(() => {
    const { pathname, search } = window.location;
    if (router.path !== pathname || `${pathname}${search}` === address.current) return;
    const current = readSearch(new URLSearchParams(search));
    if (searchAddress(current) === address.current) return;
    setState((before) => ({ ...before, search: current, version: before.version + 1 }));
    live.run(current);
  });

  const value = useMemo(
    () => ({ ...state, scheduleSearch: live.schedule, runSearch: live.run }),
    [state, live],
  );
  return <SearchContext value={value}>{children}</SearchContext>;
}

/**
 * The results of the page, then those of each search. During a search a loading dialog blocks the list,
 * but not the search form.
 */
export function LiveResults({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const { results, pending, failed } = useOpeningsSearch();
  return (
    <div className={styles.results} aria-busy={pending}>
      <p className={styles.summary} role="status">
        {results?.summary ?? summary}
      </p>
      {failed ? (
        <Alert tone="error" title="The search did not get through.">
          Check your connection and search again. You still see what was found before.
        </Alert>
      ) : null}
      <div inert={pending}>{results ? results.view : children}</div>
      {pending ? (
        <div className={styles.loading} role="dialog" aria-label="Loading openings…">
          <LoadingBox message="Loading openings…" />
        </div>
      ) : null}
    </div>
  );
}
