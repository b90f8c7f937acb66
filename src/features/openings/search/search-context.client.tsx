'use client';

import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { texts } from '#language';
import { listPageHref } from '#src/addresses.ts';
import { useWindowEvent } from '#src/browser/page-events.ts';
import { isPlainClick } from '#src/browser/plain-click.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { loadOnce } from '#src/components/lazy/load-when-visible.ts';
import { LoadingBox } from '#src/components/overlay/loading-screen.tsx';
import { openPopover } from '#src/components/popover/popover.ts';
import {
  allOpenings,
  isChoice,
  isParameter,
  needsCompany,
  readSearch,
  type Search,
  searchRecord,
  withChoice,
  withParameters,
} from '#src/domain/catalogue/search-parameters.ts';
import { limits } from '#src/domain/model/limits.ts';
import { referrerOf, withReferrer } from '#src/domain/rules/forms/referrer.ts';
import { SavedLink } from '../device/saved-link.client.tsx';
import { type RenderedResults, renderResults } from './actions.tsx';
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
  readonly found?: RenderedResults & {
    readonly choice: string | undefined;
    /** The popovers of choices that were open when the results came, from the outer to the inner one. */
    readonly open: readonly { readonly id: string; readonly scrollTop: number }[];
  };
}

interface SearchContextValue extends SearchState {
  /** Searches after the debounce delay. */
  scheduleSearch(search: Search): void;
  submitSearch(search: Search): void;
  /** A click handler that runs the search of a link to a list (`listLink`) in place. */
  followLink(event: MouseEvent): void;
}

const loadMarks = loadOnce(() => import('../device/mark-rows.ts'));

const SearchContext = createContext<SearchContextValue | undefined>(undefined);

/** The form in the hero shares this state with the list of openings. */
export function useOpeningsSearch(): SearchContextValue {
  const value = useContext(SearchContext);
  if (!value) throw new Error('useOpeningsSearch outside OpeningsSearch');
  return value;
}

/**
 * Searches while the visitor types, and updates the query string (decision 012). `initial` is the search of the page. On
 * a phone the parts above the list step back while there is a search (`data-searched`).
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
  const [state, setState] = useState<SearchState>({
    filled: initial,
    version: 0,
    current: initial,
    status: 'shown',
  });
  const change = (changes: Partial<SearchState>) =>
    setState((before) => ({ ...before, ...changes }));
  const [live] = useState(() =>
    createLiveSearch<Query, NonNullable<SearchState['found']>>({
      delayMs: limits.searchDebounceMs,
      search: async ({ search, choice }) => {
        const results = await renderResults(searchRecord(search));
        const open = [...document.querySelectorAll(`#openings ${openPopover}`)];
        return { ...results, choice, open: open.map(({ id, scrollTop }) => ({ id, scrollTop })) };
      },
      onStart(query) {
        if (query.choice === undefined) setAddress(query.search, 'replaceState');
        change({ current: query.search, status: 'pending' });
      },
      onResult: (found) => change({ status: 'shown', found }),
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
    if (listPageHref(search) !== listPageHref(step.current)) {
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
    const [name = '', value = ''] = link.dataset.choice?.split(/:(.*)/s) ?? [];
    const search = isChoice(name)
      ? withChoice(newest, name, value)
      : changes.length === 0
        ? linked
        : withParameters(newest, changes, linked);
    setAddress(search, 'pushState');
    fillAndRun({ search, choice: link.dataset.choice ?? '' });
  }

  const { found } = state;
  useLayoutEffect(() => {
    // The choices are new elements: another choice can be made in the sheet that was open.
    for (const { id, scrollTop } of found?.open ?? []) {
      const popover = document.getElementById(id);
      // A popover gives the focus back to the element that had it when it opened.
      document
        .querySelector<HTMLElement>(`[popovertarget="${id}"]`)
        ?.focus({ preventScroll: true });
      if (!popover?.matches(openPopover)) popover?.showPopover();
      popover?.scrollTo({ top: scrollTop, behavior: 'instant' });
    }
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
        scheduleSearch,
        submitSearch,
        followLink,
      }}
    >
      <title>{found?.title ?? title}</title>
      <div
        data-onepage=""
        data-searched={listPageHref(state.current) === listPageHref(allOpenings) ? undefined : ''}
      >
        {children}
      </div>
    </SearchContext>
  );
}

const searchOfAddress = () => readSearch(new URLSearchParams(window.location.search));

const isShown = ({ offsetParent }: HTMLElement) => offsetParent !== null;

/** The focus moves to the same link among the new filters, the button of its sheet, or the summary. */
function showResults(choice: string) {
  const section = document.getElementById('openings');
  const summary = section?.querySelector<HTMLElement>('[data-summary]');
  if (!summary) return;
  const links = section?.querySelectorAll<HTMLElement>(`[data-choice="${CSS.escape(choice)}"]`);
  const link = [...(links ?? [])].findLast(isShown) ?? links?.[0];
  const sheet = link?.closest('[popover]')?.id;
  const opener = sheet && section?.querySelector<HTMLElement>(`[popovertarget="${sheet}"]`);
  const target = [link, opener].find((element) => element && isShown(element));
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
      <SavedLink className={styles.saved} />
    </div>
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
  const { found, status, current, followLink } = useOpeningsSearch();
  const isPending = status === 'pending';
  const openRows = useOpenRows();
  const { ref: list } = openRows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list is marked
  useEffect(() => {
    loadMarks().then(
      ({ markRows }) => list.current && markRows(list.current),
      () => undefined,
    );
  }, [found, status]);
  const { failedTitle, failed, loading } = texts().homeSearch;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler is for the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: links send a click for Enter
    <div className={styles.results} aria-busy={isPending} onClick={followLink}>
      {needsCompany(current) ? (
        <Alert
          tone="info"
          title={texts().search.messages.selectCompanyToSearch}
          className={styles.incomplete}
        />
      ) : null}
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
