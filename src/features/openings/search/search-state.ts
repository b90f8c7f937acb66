import {
  isChoice,
  type Search,
  searchQuery,
  withChoice,
} from '#src/domain/catalogue/search-parameters.ts';

export interface Query {
  readonly search: Search;
  /**
   * The focus moves to the 'summary' of the results after Enter or a link, and stays at a choice that was made ('city:Kano').
   * It is undefined while the visitor types, and after Back: the focus stays where it is.
   */
  readonly focus?: string;
}

/** The search of a page with a list (decision 012). */
export interface SearchState<Results> {
  /** The values that were last put into the form: another object each time. */
  readonly filled: Search;
  /** The last search that has begun, even one without a company. */
  readonly current: Search;
  readonly status: 'shown' | 'pending' | 'failed';
  /** The results that replace those of the page after the first search. */
  readonly results?: Results;
  /** The search that was entered last, even if the delay after the last key is not over. */
  readonly newest: Search;
  /** The search of the page's address, which may spell the values of filters in another way. */
  readonly address: Search;
  /** The search of the newest step of the history: typing changes the address of that step. */
  readonly step: Search;
}

export type SearchEvent<Results> =
  /** `returned`: Back or Forward leads to another search, or to a fragment of the same one. */
  | { readonly type: 'opened' | 'returned' | 'typed' | 'submitted'; readonly search: Search }
  /** A link (`listLink`). The choice is empty if it leads to its own search. */
  | { readonly type: 'followed'; readonly search: Search; readonly choice: string }
  | { readonly type: 'started'; readonly query: Query }
  /** The newest search has this answer. */
  | { readonly type: 'answered'; readonly results: Results }
  | { readonly type: 'failed' };

/** The state after an event, and what `OpeningsSearch` does then, in this order. */
export interface SearchChange<Results> {
  readonly state: SearchState<Results>;
  readonly history?: readonly (readonly ['pushState' | 'replaceState', Search])[];
  /** The search begins at once, or if no other one follows during the delay. */
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
  /** Puts a search into the form, which begins a step of the history. */
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
        // Back leads to the search before this one.
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
      // A choice keeps what was typed since its link was rendered.
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
