'use client';

import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
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
import { decideSearch, readSearch, type Search, searchAddress } from '#src/domain/rules/search.ts';
import { type RenderedResults, renderResults } from './actions.tsx';
import { createLiveSearch } from './live-search.ts';
import styles from './search-results.module.css';

interface SearchState {
  /** The initial values of the form, replaced when the query string changes. */
  readonly search: Search;
  /** Incremented with each replacement; the key of the form. */
  readonly version: number;
  /** The newest search, also one without a company. */
  readonly current: Search;
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
  /** A click handler: a link with `data-search` is searched for in place. */
  followLink(event: MouseEvent): void;
}

const SearchContext = createContext<SearchContextValue | undefined>(undefined);

/** The state that the form in the hero shares with the list of openings. */
export function useOpeningsSearch(): SearchContextValue {
  const value = useContext(SearchContext);
  if (!value) throw new Error('useOpeningsSearch outside OpeningsSearch');
  return value;
}

const needsCompany = (search: Search) => decideSearch(search).kind === 'select-company';

/**
 * Searches while the visitor types and updates the query string (decision 012). `initial`
 * is the search that the page was rendered with, `initialAddress` the address that it has; use the address as the
 * key, so that another search resets the state.
 */
export function OpeningsSearch({
  initial,
  initialAddress,
  title,
  children,
}: {
  initial: Search;
  initialAddress: string;
  /** The title of the page until a search has results. */
  title: string;
  children: ReactNode;
}) {
  const [state, setState] = useState<SearchState>({
    search: initial,
    current: initial,
    version: 0,
    needsCompany: needsCompany(initial),
    pending: false,
    failed: false,
  });
  const address = useRef(initialAddress);
  const [live] = useState(() =>
    createLiveSearch<Search, RenderedResults | undefined>({
      delayMs: limits.searchDebounceMs,
      // Section 5: without a company there is no request to the API host, and the list stays.
      search: async (search) => (needsCompany(search) ? undefined : renderResults(search)),
      onStart(search) {
        const isIncomplete = needsCompany(search);
        setAddress(search);
        setState((before) => ({
          ...before,
          current: search,
          needsCompany: isIncomplete,
          pending: !isIncomplete,
          failed: false,
        }));
      },
      onResult: (results) =>
        setState((before) => ({
          ...before,
          ...(results && { results }),
          pending: false,
          failed: false,
        })),
      onError: () => setState((before) => ({ ...before, pending: false, failed: true })),
    }),
  );
  useEffect(() => () => live.cancel(), [live]);

  function setAddress(search: Search) {
    address.current = searchAddress(search);
    window.history.replaceState(window.history.state, '', address.current);
  }

  /** The link to focus when its results are shown. */
  const followed = useRef<string>(undefined);
  const followLink = useCallback(
    (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-search]');
      if (!link || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      followed.current = link.dataset.search;
      const search = readSearch(new URLSearchParams(link.search));
      // A new entry of the history, unlike typing.
      window.history.pushState(window.history.state, '', searchAddress(search));
      setState((before) => ({ ...before, search, version: before.version + 1 }));
      live.run(search);
    },
    [live],
  );
  const { results } = state;
  useEffect(() => {
    if (!results || followed.current === undefined) return;
    showResults(followed.current);
    followed.current = undefined;
  }, [results]);

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
    () => ({ ...state, scheduleSearch: live.schedule, runSearch: live.run, followLink }),
    [state, live, followLink],
  );
  return (
    <SearchContext value={value}>
      <title>{results?.title ?? title}</title>
      {children}
    </SearchContext>
  );
}

/**
 * Moves the focus to what answers a followed link: the same link among the new filters, the button of its sheet,
 * or the summary. The results begin within the viewport.
 */
function showResults(id: string) {
  const section = document.getElementById('openings');
  const summary = section?.querySelector<HTMLElement>('[data-summary]');
  if (!summary) return;
  const link =
    id === '' ? null : section?.querySelector<HTMLElement>(`[data-search="${CSS.escape(id)}"]`);
  const sheet = link?.closest('[popover]')?.id;
  const opener = sheet && section?.querySelector<HTMLElement>(`[popovertarget="${sheet}"]`);
  const target = [link, opener].find((element) => element && element.offsetParent !== null);
  (target || summary).focus({ preventScroll: true });
  const { top, bottom } = summary.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) summary.scrollIntoView();
}

/** The filters of the page, then those of each search. Not inert during a search: they have the focus. */
export function LiveFilters({ children }: { children: ReactNode }) {
  const { results, followLink } = useOpeningsSearch();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler is for the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: links send a click for Enter
    <div className={styles.filters} onClick={followLink}>
      {results ? results.filters : children}
    </div>
  );
}

/**
 * The results of the page, then those of each search. During a search a loading dialog blocks the list,
 * but not the search form.
 */
export function LiveResults({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const { results, pending, failed, followLink } = useOpeningsSearch();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler is for the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: links send a click for Enter
    <div className={styles.results} aria-busy={pending} onClick={followLink}>
      <p className={styles.summary} role="status" tabIndex={-1} data-summary="">
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
