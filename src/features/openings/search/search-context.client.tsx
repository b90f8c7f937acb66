'use client';

import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { texts } from '#language';
import { listPageHref } from '#src/addresses.ts';
import { useWindowEvent } from '#src/browser/page-events.ts';
import { isPlainClick } from '#src/browser/plain-click.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { LoadingBox } from '#src/components/overlay/loading-screen.tsx';
import {
  isParameter,
  needsCompany,
  readSearch,
  type Search,
  withParameters,
} from '#src/domain/catalogue/search-parameters.ts';
import { limits } from '#src/domain/model/limits.ts';
import { referrerOf, withReferrer } from '#src/domain/rules/forms/referrer.ts';
import { countByCompany, type RenderedResults, renderResults } from './actions.tsx';
import type { CompanyOption } from './company-options.ts';
import { createLiveSearch } from './live-search.ts';
import { useOpenRows } from './open-rows.ts';
import styles from './search-results.module.css';

/** `choice` is the `data-choice` of the link that was followed to the search; undefined if the visitor typed it. */
interface Query {
  readonly search: Search;
  readonly choice?: string;
}

interface SearchState {
  /** The values that were last put into the form. */
  readonly filled: Search;
  /** The React key of the form, which increases when other values are put into it. */
  readonly version: number;
  /** The newest search, even one without a company. */
  readonly current: Search;
  readonly status: 'shown' | 'pending' | 'failed';
  /** The results that replace those of the page after the first search. */
  readonly found?: RenderedResults & { readonly choice: string | undefined };
  /** The companies with their counts, for the newest search without a company. */
  readonly companies?: readonly CompanyOption[] | undefined;
}

interface SearchContextValue extends SearchState {
  readonly isOfPage: boolean;
  /** Searches after the debounce delay. */
  scheduleSearch(search: Search): void;
  submitSearch(search: Search): void;
  /** A click handler that runs the search of a link to a list (`listLink`) in place. */
  followLink(event: MouseEvent): void;
}

const SearchContext = createContext<SearchContextValue | undefined>(undefined);

/** The form in the hero shares this state with the list of openings. */
export function useOpeningsSearch(): SearchContextValue {
  const value = useContext(SearchContext);
  if (!value) throw new Error('useOpeningsSearch outside OpeningsSearch');
  return value;
}

/** Section 5: a text without a company is not searched for, and the list stays. */
const isIncomplete = ({ search, choice }: Query) => choice === undefined && needsCompany(search);

/** Searches while the visitor types, and updates the query string (decision 012). `initial` is the search of the page. */
export function OpeningsSearch({
  initial,
  title,
  children,
}: {
  initial: Search;
  /** The title of the page until a search has results. */
  title: string;
  children: ReactNode;
}) {
  const [state, setState] = useState<SearchState>({
    filled: initial,
    version: 0,
    current: initial,
    status: 'shown',
  });
  const change = (changes: Partial<SearchState>) =>
    setState((before) => ({ ...before, ...changes }));
  const [live] = useState(() =>
    createLiveSearch<Query, Pick<SearchState, 'found' | 'companies'>>({
      delayMs: limits.searchDebounceMs,
      search: async (query) =>
        isIncomplete(query)
          ? { companies: await countByCompany(query.search) }
          : { found: { ...(await renderResults(query.search)), choice: query.choice } },
      onStart(query) {
        if (query.choice === undefined) setAddress(query.search, 'replaceState');
        change({ current: query.search, status: isIncomplete(query) ? 'shown' : 'pending' });
      },
      onResult: (results) => change({ status: 'shown', companies: undefined, ...results }),
      onError: () => change({ status: 'failed' }),
    }),
  );
  useEffect(() => () => live.cancel(), [live]);

  /** The address whose search is shown or running. Undefined means the address of the page, before the first search. */
  const address = useRef<string>(undefined);
  /** The search of the newest step of the history: typing changes the address of that step. */
  const step = useRef(initial);
  function setAddress(search: Search, method: 'pushState' | 'replaceState') {
    if (method === 'pushState') step.current = search;
    address.current = listPageHref(search);
    const ref = referrerOf(new URLSearchParams(window.location.search));
    const kept = ref ? withReferrer(address.current, ref) : address.current;
    window.history[method](window.history.state, '', kept);
  }

  function fillAndRun(query: Query) {
    setState((before) => ({ ...before, filled: query.search, version: before.version + 1 }));
    live.run(query);
  }

  /** Back leads to the search before this one. */
  function submitSearch(search: Search) {
    if (!needsCompany(search) && listPageHref(search) !== listPageHref(step.current)) {
      setAddress(step.current, 'replaceState');
      setAddress(search, 'pushState');
    }
    live.run({ search });
  }

  const scheduleSearch = useCallback((search: Search) => live.schedule({ search }), [live]);

  function followLink(event: MouseEvent) {
    if (!(event.target instanceof Element) || !isPlainClick(event)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[data-search]');
    if (!link) return;
    event.preventDefault();
    const linked = readSearch(new URLSearchParams(link.search));
    const changes = (link.dataset.search ?? '').split(' ').filter(isParameter);
    // The link may be older than the input since then.
    const newest = live.newest()?.search ?? state.current;
    const search = changes.length === 0 ? linked : withParameters(newest, changes, linked);
    setAddress(search, 'pushState');
    fillAndRun({ search, choice: link.dataset.choice ?? '' });
  }

  const { found } = state;
  useEffect(() => {
    if (found?.choice !== undefined) showResults(found.choice);
  }, [found]);

  useEffect(() => {
    address.current = listPageHref(searchOfAddress());
  }, []);
  // Back or Forward leads to another search, or to a fragment of the same one.
  useWindowEvent('popstate', () => {
    const search = searchOfAddress();
    if (listPageHref(search) === address.current) return;
    address.current = listPageHref(search);
    step.current = search;
    fillAndRun({ search });
  });

  return (
    <SearchContext
      value={{
        ...state,
        isOfPage: state.version === 0 && state.current === state.filled,
        scheduleSearch,
        submitSearch,
        followLink,
      }}
    >
      <title>{found?.title ?? title}</title>
      {children}
    </SearchContext>
  );
}

const searchOfAddress = () => readSearch(new URLSearchParams(window.location.search));

/** The focus moves to the same link among the new filters, the button of its sheet, or the summary. */
function showResults(choice: string) {
  const section = document.getElementById('openings');
  const summary = section?.querySelector<HTMLElement>('[data-summary]');
  if (!summary) return;
  const link = section?.querySelector<HTMLElement>(`[data-choice="${CSS.escape(choice)}"]`);
  const sheet = link?.closest('[popover]')?.id;
  const opener = sheet && section?.querySelector<HTMLElement>(`[popovertarget="${sheet}"]`);
  const target = [link, opener].find((element) => element && element.offsetParent !== null);
  (target || summary).focus({ preventScroll: true });
  const { top, bottom } = summary.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) summary.scrollIntoView();
}

/** They are not inert during a search, because they have the focus. */
export function LiveFilters({ children }: { children: ReactNode }) {
  const { found, followLink } = useOpeningsSearch();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler is for the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: links send a click for Enter
    <div className={styles.filters} data-print="no" onClick={followLink}>
      {found ? found.filters : children}
    </div>
  );
}

/** During a search a loading dialog blocks the list, but not the search form. */
export function LiveResults({
  incomplete,
  summary,
  clear,
  children,
}: {
  /** Shown while the search of the page has a text and no company. */
  incomplete: ReactNode;
  summary: ReactNode;
  /** The link that removes the filters. */
  clear: ReactNode;
  children: ReactNode;
}) {
  const { found, status, isOfPage, followLink } = useOpeningsSearch();
  const isPending = status === 'pending';
  const openRows = useOpenRows();
  const { failedTitle, failed, loading } = texts().homeSearch;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler is for the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: links send a click for Enter
    <div className={styles.results} aria-busy={isPending} onClick={followLink}>
      {isOfPage ? incomplete : null}
      <div className={styles.head}>
        <p className={styles.summary} role="status" tabIndex={-1} data-summary="">
          {found?.summary ?? summary}
        </p>
        {found ? found.clear : clear}
      </div>
      {status === 'failed' ? (
        <Alert tone="error" title={failedTitle}>
          {failed}
        </Alert>
      ) : null}
      <div {...openRows} inert={isPending}>
        {found ? found.view : children}
      </div>
      {isPending ? (
        <div className={styles.loading} role="dialog" aria-label={loading}>
          <LoadingBox message={loading} />
        </div>
      ) : null}
    </div>
  );
}
