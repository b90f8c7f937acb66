import {
  isChoice,
  type Search,
  searchQuery,
  withChoice,
} from '#src/domain/catalogue/search-parameters.ts';

export interface Query {
  readonly search: Search;
  /**
   * Where the focus is after the search: at the 'summary' of the results after Enter or a link, or at a chosen filter
   * ('city:Kano'). It is undefined while the visitor types and after Back, when the focus does not move.
   */
  readonly focus?: string;
}

/** The search of a page with a list (decision 012). */
export interface SearchState<Results> {
  /** The values that were last filled into the form, each time in a new object. */
  readonly filled: Search;
  /** The last search that was started, even if it lacks a company. */
  readonly current: Search;
  readonly status: 'shown' | 'pending' | 'failed';
  /** The results after the first search, in place of the results that the page had. */
  readonly results?: Results;
  /** The search that was entered last, even if the delay after the last key is not over. */
  readonly newest: Search;
  /** The search of the page's address, which may spell the values of filters in another way. */
  readonly address: Search;
  /** The search of the newest history entry as it was entered. Typing changes only the address of that entry. */
  readonly step: Search;
}

export type SearchEvent<Results> =
  /** `returned`: Back or Forward leads to another search, or to a fragment of the same one. */
  | { readonly type: 'opened' | 'returned' | 'typed' | 'submitted'; readonly search: Search }
  /** The visitor has followed a link (`listLink`). `choice` is empty if the link leads to the search of its address. */
  | { readonly type: 'followed'; readonly search: Search; readonly choice: string }
  | { readonly type: 'started'; readonly query: Query }
  /** The newest search was answered. */
  | { readonly type: 'answered'; readonly results: Results }
  | { readonly type: 'failed' };

/** The state after an event, and the effects that `OpeningsSearch` then carries out, in this order. */
export interface SearchChange<Results> {
  readonly state: SearchState<Results>;
  readonly history?: readonly (readonly ['pushState' | 'replaceState', Search])[];
  /** The search to start, at once or after a delay during which no other search was entered. */
  readonly request?: Query & { readonly isDelayed?: true };
}

export const openedSearch = (search: Search): SearchState<never> => ({
  filled: search,
  current: search,
  status: 'shown',
  newest: search,
  address: search,
  step: search,
});

export function reduceSearch<Results>(
  state: SearchState<Results>,
  event: SearchEvent<Results>,
): SearchChange<Results> {
  /** Fills a search into the form, for a new or an earlier history entry. */
  const fill = (search: Search) => ({ ...state, filled: search, newest: search, step: search });
  switch (event.type) {
    case 'opened':
      return { state: { ...state, address: event.search } };
    case 'returned':
      if (isSame(event.search, state.address)) return { state };
      return { state: fill(event.search), request: { search: event.search } };
    case 'typed': {
      const { search } = event;
      return { state: { ...state, newest: search }, request: { search, isDelayed: true } };
    }
    case 'submitted': {
      const { search } = event;
      return {
        state: { ...state, newest: search, step: search },
        // `pushState` makes Back lead to the search before this one.
        history: isSame(search, state.step)
          ? [['replaceState', search]]
          : [
              ['replaceState', state.step],
              ['pushState', search],
            ],
        request: { search, focus: 'summary' },
      };
    }
    case 'followed': {
      const [name = '', value = ''] = event.choice.split(/:(.*)/s);
      // A chosen filter is added to the form's search, so that text typed since the link was rendered is kept.
      const search = isChoice(name) ? withChoice(state.newest, name, value) : event.search;
      return {
        state: fill(search),
        history: [['pushState', search]],
        request: { search, focus: event.choice || 'summary' },
      };
    }
    case 'started': {
      const { search, focus } = event.query;
      return {
        state: { ...state, current: search, status: 'pending', address: search },
        ...(focus === undefined && { history: [['replaceState', search] as const] }),
      };
    }
    case 'answered':
      return { state: { ...state, status: 'shown', results: event.results } };
    case 'failed':
      return { state: { ...state, status: 'failed' } };
  }
}

const isSame = (one: Search, other: Search) => searchQuery(one) === searchQuery(other);
