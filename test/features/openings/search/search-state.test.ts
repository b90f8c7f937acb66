import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSearch, searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import {
  openedSearch,
  type Query,
  reduceSearch,
  type SearchChange,
  type SearchEvent,
  type SearchState,
} from '#src/features/openings/search/search-state.ts';

const search = (query: string) => readSearch(new URLSearchParams(query));
const event = (type: 'opened' | 'returned' | 'typed' | 'submitted', query: string) => ({
  type,
  search: search(query),
});
const followed = (query: string, choice = '') =>
  ({ type: 'followed', search: search(query), choice }) as const;
const started = (query: string, focus?: string): SearchEvent<string> => ({
  type: 'started',
  query: { search: search(query), ...(focus !== undefined && { focus }) },
});

interface Row {
  readonly title: string;
  /** The events from the opening of the page at `?q=chef`; the last is the one that the row is about. */
  readonly events: readonly SearchEvent<string>[];
  /** What the last event changes in the page and in the state. Searches are query strings. */
  readonly shown?: Partial<SearchState<string>>;
  readonly state?: Readonly<Partial<Record<'newest' | 'address' | 'step', string>>>;
  readonly effects?: Omit<SearchChange<string>, 'state'>;
}

const replaced = (query: string) => ['replaceState', search(query)] as const;
const pushed = (query: string) => ['pushState', search(query)] as const;
const request = (query: string, others: Omit<Query, 'search'> = {}) => ({
  search: search(query),
  ...others,
});

const rows: readonly Row[] = [
  {
    title: 'typing shows nothing else, and is searched for after the delay',
    events: [event('typed', 'q=cook')],
    state: { newest: 'q=cook' },
    effects: { request: { search: search('q=cook'), isDelayed: true } },
  },
  {
    title: 'a search that begins is pending, and is the address of the same step of the history',
    events: [event('typed', 'q=cook'), started('q=cook')],
    shown: { current: search('q=cook'), status: 'pending' },
    state: { address: 'q=cook' },
    effects: { history: [replaced('q=cook')] },
  },
  {
    title: 'Enter after typing is a step of the history, and Back leads to the search before it',
    events: [event('typed', 'q=co'), started('q=co'), event('submitted', 'q=cook')],
    state: { newest: 'q=cook', step: 'q=cook' },
    effects: {
      history: [replaced('q=chef'), pushed('q=cook')],
      request: request('q=cook', { focus: 'summary' }),
    },
  },
  {
    title: 'Enter without a change searches again, and is no step of the history',
    events: [event('submitted', 'q=chef')],
    effects: { history: [replaced('q=chef')], request: request('q=chef', { focus: 'summary' }) },
  },
  {
    title: 'a choice keeps what was typed a moment before, and puts it into the form',
    events: [event('typed', 'q=cook'), followed('q=chef&city=Rome', 'city:Rome')],
    shown: { filled: search('q=cook&city=Rome') },
    state: { newest: 'q=cook&city=Rome', step: 'q=cook&city=Rome' },
    effects: {
      history: [pushed('q=cook&city=Rome')],
      request: request('q=cook&city=Rome', { focus: 'city:Rome' }),
    },
  },
  {
    title: 'a choice adds to another one that was made at once, whatever its link leads to',
    events: [
      followed('q=chef&city=Paris', 'city:Paris'),
      started('q=chef&city=Paris', 'city:Paris'),
      followed('q=chef&city=Rome', 'city:Rome'),
    ],
    shown: { filled: search('q=chef&city=Paris&city=Rome') },
    state: { newest: 'q=chef&city=Paris&city=Rome', step: 'q=chef&city=Paris&city=Rome' },
    effects: {
      history: [pushed('q=chef&city=Paris&city=Rome')],
      request: request('q=chef&city=Paris&city=Rome', { focus: 'city:Rome' }),
    },
  },
  {
    title: 'the value of a choice may contain a colon',
    events: [followed('', 'city:A:B')],
    shown: { filled: search('q=chef&city=A:B') },
    state: { newest: 'q=chef&city=A%3AB', step: 'q=chef&city=A%3AB' },
    effects: {
      history: [pushed('q=chef&city=A:B')],
      request: request('q=chef&city=A:B', { focus: 'city:A:B' }),
    },
  },
  {
    title: 'a link without a choice leads to its own search',
    events: [event('typed', 'q=cook'), followed('')],
    shown: { filled: search('') },
    state: { newest: '', step: '' },
    effects: { history: [pushed('')], request: request('', { focus: 'summary' }) },
  },
  {
    title: 'the search of a link begins at the address that the link has',
    events: [followed('city=Paris'), started('city=Paris', 'summary')],
    shown: { current: search('city=Paris'), status: 'pending' },
    state: { address: 'city=Paris' },
  },
  {
    title: 'Back to another search puts it into the form, and searches',
    events: [event('submitted', 'q=cook'), started('q=cook'), event('returned', 'q=chef')],
    shown: { filled: search('q=chef') },
    state: { newest: 'q=chef', step: 'q=chef' },
    effects: { request: request('q=chef') },
  },
  {
    title: 'Back to a fragment of the same search does nothing',
    events: [event('typed', 'q=cook'), started('q=cook'), event('returned', 'q=cook')],
  },
  {
    title:
      'Back to a fragment of the page does nothing if the address spells the search in another way',
    events: [event('opened', 'q=chef&city=paris'), event('returned', 'q=chef&city=paris')],
  },
  {
    title: 'an answer is shown',
    events: [started('q=cook'), { type: 'answered', results: 'two openings' }],
    shown: { status: 'shown', results: 'two openings' },
  },
  {
    title: 'a search that failed keeps the results before it',
    events: [{ type: 'answered', results: 'two openings' }, started('q=cook'), { type: 'failed' }],
    shown: { status: 'failed' },
  },
];

describe('the state of a search', () => {
  for (const { title, events, shown = {}, state = {}, effects = {} } of rows)
    test(title, () => {
      let before = { state: openedSearch(search('q=chef')) } as SearchChange<string>;
      for (const each of events.slice(0, -1)) before = reduceSearch(before.state, each);
      const { state: after, ...others } = reduceSearch(
        before.state,
        events.at(-1) as SearchEvent<string>,
      );
      assert.deepEqual(others, effects);
      for (const name of ['filled', 'current', 'status', 'results'] as const)
        if (name in shown) assert.deepEqual(after[name], shown[name], name);
        else assert.equal(after[name], before.state[name], name);
      for (const name of ['newest', 'address', 'step'] as const)
        assert.equal(
          searchQuery(after[name]),
          state[name] ?? searchQuery(before.state[name]),
          name,
        );
    });
});
