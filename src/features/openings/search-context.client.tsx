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
import { limits } from '#src/domain/model/limits.ts';
import { formatMessage } from '#src/domain/model/messages.ts';
import { decideSearch } from '#src/domain/rules/search.ts';
import { type DrawnAnswer, drawSearch } from './actions.tsx';
import { EmptyState } from './empty-state.tsx';
import { createLiveSearch } from './live-search.ts';
import { readSearch, type Search, searchAddress } from './search-address.ts';

interface SearchState {
  /** What the form holds at first, and again when the address changed under it. */
  readonly search: Search;
  /** Counts those changes, for whoever has to start afresh with them. */
  readonly round: number;
  /** What took the place of the server's own list; absent until somebody searches. */
  readonly answer?: DrawnAnswer;
  readonly needsCompany: boolean;
  readonly asking: boolean;
  readonly failed: boolean;
}

interface SearchContextValue extends SearchState {
  typed(search: Search): void;
  submitted(search: Search): void;
}

const SearchContext = createContext<SearchContextValue | undefined>(undefined);

/** The search that the form in the hero and the list below it share. */
export function useOpeningsSearch(): SearchContextValue {
  const value = useContext(SearchContext);
  if (!value) throw new Error('useOpeningsSearch outside OpeningsSearch');
  return value;
}

const selectCompanyAnswer: DrawnAnswer = {
  summary: formatMessage('selectCompanyToSearch'),
  view: <EmptyState />,
};

/** Section 5: without a company there is nothing to ask the API. */
async function ask(search: Search): Promise<DrawnAnswer> {
  return decideSearch(search).kind === 'select-company' ? selectCompanyAnswer : drawSearch(search);
}

/**
 * Searches as one types and keeps the address in step (decision 081). `initial` is the search the page
 * was drawn with; key this by it, so that a page drawn for another search starts afresh.
 */
export function OpeningsSearch({ initial, children }: { initial: Search; children: ReactNode }) {
  const [state, setState] = useState<SearchState>({
    search: initial,
    round: 0,
    needsCompany: decideSearch(initial).kind === 'select-company',
    asking: false,
    failed: false,
  });
  const shownAddress = useRef(searchAddress(initial));
  const [live] = useState(() =>
    createLiveSearch<Search, DrawnAnswer>({
      delayMs: limits.searchDebounceMs,
      ask,
      onAsk(search) {
        const needsCompany = decideSearch(search).kind === 'select-company';
        showAddress(search);
        setState((before) => ({ ...before, needsCompany, asking: !needsCompany, failed: false }));
      },
      onAnswer: (answer) =>
        setState((before) => ({ ...before, answer, asking: false, failed: false })),
      onFailure: () => setState((before) => ({ ...before, asking: false, failed: true })),
    }),
  );
  useEffect(() => () => live.stop(), [live]);

  function showAddress(search: Search) {
    shownAddress.current = searchAddress(search);
    window.history.replaceState(window.history.state, '', shownAddress.current);
  }

  // The router did not see our addresses: going to `/` from `/?q=…` is no journey to it, and it draws
  // nothing. It does render this again, which is when to look.
  const router = useRouter();
  useEffect(() => {
    const { pathname, search } = window.location;
    if (router.path !== pathname || `${pathname}${search}` === shownAddress.current) return;
    const moved = readSearch(new URLSearchParams(search));
    if (searchAddress(moved) === shownAddress.current) return;
    setState((before) => ({ ...before, search: moved, round: before.round + 1 }));
    live.now(moved);
  });

  const value = useMemo(
    () => ({ ...state, typed: live.later, submitted: live.now }),
    [state, live],
  );
  return <SearchContext value={value}>{children}</SearchContext>;
}
