'use client';

import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand/react';
import { useShallow } from 'zustand/react/shallow';
import { texts } from '#language';
import { listPageHref } from '#src/addresses.ts';
import { createMachine } from '#src/browser/machine.ts';
import { useStored, useWindowEvent } from '#src/browser/page-events.ts';
import { isPlainClick } from '#src/browser/plain-click.ts';
import { hasApplications } from '#src/browser/storage.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { loadOnce } from '#src/components/lazy/load-when-visible.ts';
import { LoadingBox } from '#src/components/overlay/loading-screen.tsx';
import {
  needsCompany,
  readSearch,
  type Search,
  searchQuery,
  searchRecord,
} from '#src/domain/catalogue/search-parameters.ts';
import { limits } from '#src/domain/model/limits.ts';
import { referrerOf, withReferrer } from '#src/domain/rules/forms/referrer.ts';
import { SavedLink } from '../device/saved-link.client.tsx';
import { type RenderedResults, renderResults } from './actions.tsx';
import { createLiveSearch } from './live-search.ts';
import { useOpenRows } from './open-rows.ts';
import { focusToKeep } from './search-focus.ts';
import styles from './search-results.module.css';
import { openedSearch, type Query, reduceSearch } from './search-state.ts';

const loadMarks = loadOnce(() => import('../device/mark-rows.ts'));

const SearchContext = createContext<ReturnType<typeof createSearch> | undefined>(undefined);

/** The search that the form in the hero and the list share. Typing changes no value of it, and renders nothing. */
export function useOpeningsSearch() {
  const search = useContext(SearchContext);
  if (!search) throw new Error('useOpeningsSearch outside OpeningsSearch');
  const shown = useStore(
    search,
    useShallow(({ filled, current, status, results }) => ({ filled, current, status, results })),
  );
  return { ...shown, dispatch: search.dispatch };
}

/**
 * Searches while the visitor types, and updates the query string (decision 012). `initial` is the search of the page.
 * During a search, a phone hides or shrinks the parts above the list (`data-searched`).
 */
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
  const [search] = useState(() => createSearch(initial));
  const { dispatch, cancel } = search;
  const results = useStore(search, ({ results }) => results);
  const isSearched = useStore(search, ({ current }) => searchQuery(current) !== '');
  useEffect(() => cancel, [cancel]);
  useEffect(() => dispatch({ type: 'opened', search: searchOfAddress() }), [dispatch]);
  useWindowEvent('popstate', () => dispatch({ type: 'returned', search: searchOfAddress() }));

  function followLink(event: MouseEvent) {
    if (!(event.target instanceof Element) || !isPlainClick(event)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[data-choice]');
    if (!link) return;
    event.preventDefault();
    dispatch({
      type: 'followed',
      search: readSearch(new URLSearchParams(link.search)),
      choice: link.dataset.choice ?? '',
    });
  }

  return (
    <SearchContext value={search}>
      <title>{results?.title ?? title}</title>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handler is for the links inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links send a click for Enter */}
      <div data-onepage="" data-searched={isSearched ? '' : undefined} onClick={followLink}>
        {children}
      </div>
    </SearchContext>
  );
}

const searchOfAddress = () => readSearch(new URLSearchParams(window.location.search));

/** The events and their effects are in `search-state.ts`. */
function createSearch(initial: Search) {
  const live = createLiveSearch<Query, { results: RenderedResults; restoreFocus: () => void }>({
    delayMs: limits.searchDebounceMs,
    request: async ({ search, focus }) => {
      const { activeElement: before } = document;
      const results = await renderResults(searchRecord(search));
      return { results, restoreFocus: focusToKeep(before, focus) };
    },
    onStart: (query) => machine.dispatch({ type: 'started', query }),
    onResult({ results, restoreFocus }) {
      // React renders the results now, because a later `restoreFocus` could open popovers that were closed since.
      flushSync(() => machine.dispatch({ type: 'answered', results }));
      restoreFocus();
    },
    onError: () => machine.dispatch({ type: 'failed' }),
  });
  const machine = createMachine(
    openedSearch(initial),
    reduceSearch<RenderedResults>,
    ({ history = [], request }) => {
      for (const [method, search] of history) {
        const ref = referrerOf(new URLSearchParams(window.location.search));
        const href = listPageHref(search);
        window.history[method](window.history.state, '', ref ? withReferrer(href, ref) : href);
      }
      if (request?.isDelayed) live.schedule(request);
      else if (request) live.run(request);
    },
  );
  return { ...machine, cancel: live.cancel };
}

/** The filters are not inert during a search, because one of them may have the focus. */
export function LiveFilters({ children }: { children: ReactNode }) {
  const { results } = useOpeningsSearch();
  return (
    <div className={styles.filters} data-print="no">
      {results ? results.filters : children}
      <SavedLink className={styles.saved} />
    </div>
  );
}

/**
 * Marks the rows, if the device has sent applications, or if a row is open or has a mark already: a closed row shows
 * only whether an application was sent, and the button of a marked row is pressed or not.
 */
function mark(list: Element | null): void {
  if (list && (hasApplications() || list.querySelector('details[open], [aria-pressed]')))
    void loadMarks().then(
      ({ markRows }) => markRows(list),
      () => undefined,
    );
}

/** During a search a loading dialog blocks the list, but not the search form. */
export function LiveResults({
  summary,
  clear,
  children,
}: {
  summary: ReactNode;
  /** The link that removes the filters. */
  clear: ReactNode;
  children: ReactNode;
}) {
  const { results, status, current } = useOpeningsSearch();
  const isPending = status === 'pending';
  const openRows = useOpenRows(mark);
  const { ref: list } = openRows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list is marked
  useEffect(() => mark(list.current), [results, status]);
  useStored(() => mark(list.current));
  const { failedTitle, failed, loading } = texts().homeSearch;
  return (
    <div className={styles.results} aria-busy={isPending}>
      {needsCompany(current) ? (
        <Alert
          tone="info"
          title={texts().search.messages.selectCompanyToSearch}
          className={styles.incomplete}
        />
      ) : null}
      <div className={styles.head}>
        <p className={styles.summary} role="status" tabIndex={-1} data-summary="">
          {results?.summary ?? summary}
        </p>
        {results ? results.clear : clear}
      </div>
      {status === 'failed' ? (
        <Alert tone="error" title={failedTitle}>
          {failed}
        </Alert>
      ) : null}
      <div {...openRows} inert={isPending}>
        {results ? results.view : children}
      </div>
      {isPending ? (
        <div className={styles.loading} role="dialog" aria-label={loading}>
          <LoadingBox message={loading} />
        </div>
      ) : null}
    </div>
  );
}
