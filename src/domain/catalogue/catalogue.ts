import type { Opening } from '#src/domain/model/opening.ts';
import { once } from '#src/jobs/once.ts';
import { Engine, type Scope } from './engine.ts';
import {
  companiesOf,
  type FilterChoice,
  filterChoices,
  filterOpenings,
  knownFilters,
  matcherOf,
} from './filters.ts';
import { buildPostings } from './postings.ts';
import { type PhrasesByKey, parseQuery, type SearchQuery } from './query.ts';
import { companyOf, type FilterName, type Search } from './search-parameters.ts';
import { type Reference, type Similarity, similarOpenings } from './similar-openings.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Sequence } from './words.ts';

/** A search with its filters and order. The page of the list does not matter. */
interface CatalogueQuestion extends Search {
  /** The results of the API host for the text and the company. They come first, in this order. */
  readonly hostOpenings?: readonly Opening[] | undefined;
  /** Whether an opening precedes others that match the text equally well, such as one in the language of the page. */
  readonly isPreferred?: (opening: Opening) => boolean;
  /** Whether an opening may be in the answer at all. */
  readonly isListed?: (opening: Opening) => boolean;
}

/** The answer to a question. The filters and the order of the question apply to all lists except `beforeFilters`. */
export interface Answer {
  /** The results of the API host, or else those of the catalogue for the text as it was typed. */
  readonly openings: readonly Opening[];
  /** The openings for the text and the companies, without the other filters. */
  readonly beforeFilters: readonly Opening[];
  /** The openings that the catalogue adds: matches besides those of the API host, or matches of the corrected text. */
  readonly related: readonly Opening[];
  /** The text without typing errors, if nothing was found for the text as it was typed. */
  readonly corrected?: string;
  /** Whether the text has only words that say nothing ('jobs near me'), so that it means all openings. */
  readonly meansAll: boolean;
  /** The words that have matched, for `matchesIn`, which finds them in the texts of the openings. */
  readonly matched: readonly Sequence[];
  /**
   * The choices of a filter, the value with most openings first. Companies are those with openings for the text, other
   * values those of the answer.
   */
  readonly choices: (name: FilterName) => readonly FilterChoice[];
}

/** The matches of a text at all companies, without the results of the host. Without a text, these are all openings. */
interface Matches {
  readonly query: SearchQuery;
  readonly corrected?: string;
  readonly openings: readonly Opening[];
}

export interface Alternatives {
  /** `elsewhere`: matches at other companies. `of-company`: similar ones at the company. `similar`: at any company. */
  readonly kind: 'elsewhere' | 'of-company' | 'similar';
  readonly openings: readonly Opening[];
  /** Only with `elsewhere`: the corrected text that found the openings, and the words that have matched. */
  readonly corrected?: string;
  readonly matched: readonly Sequence[];
}

const maxAlternatives = 6;

interface CatalogueOptions {
  readonly synonyms: PhrasesByKey;
  readonly sameWords?: PhrasesByKey;
}

/** Answers all questions about the openings of a list. A changed list has a catalogue of its own (`next`). */
export class Catalogue {
  readonly openings: readonly Opening[];
  readonly #options: CatalogueOptions;
  /** The words of the openings. Until they are read, these are the words of the list before. */
  #vocabulary: Vocabulary | undefined;
  /** This catalogue once its words are known; until then the last earlier catalogue whose words are known. */
  lastComplete: Catalogue | undefined;
  // These values are computed from the openings once, when they are first needed.
  readonly #byId = once(() => new Map(this.openings.map((opening) => [opening.id, opening])));
  readonly #knownFilters = once(() => knownFilters(this.openings));
  readonly companies = once(() => companiesOf(this.openings));
  readonly #postings = once(async () => {
    const postings = await buildPostings(this.openings, this.#vocabulary);
    this.#vocabulary = postings.vocabulary;
    this.lastComplete = this;
    return postings;
  });

  constructor(openings: readonly Opening[], options: CatalogueOptions) {
    this.openings = openings;
    this.#options = options;
  }

  /** Returns the catalogue of the next list. The words of unchanged openings are not read again. */
  next(openings: readonly Opening[]): Catalogue {
    const later = new Catalogue(openings, this.#options);
    later.#vocabulary = this.#vocabulary;
    later.lastComplete = this.lastComplete;
    return later;
  }

  withId(id: string): Opening | undefined {
    return this.#byId().get(id);
  }

  withKnownFilters(search: Search): Search {
    return this.#knownFilters()(search);
  }

  /** Resolves once the words of the openings are known, so that searches for texts are answered at once. */
  async complete(): Promise<void> {
    await this.#postings();
  }

  async ask(question: CatalogueQuestion): Promise<Answer> {
    const { hostOpenings, isPreferred = () => true, isListed = () => true, ...search } = question;
    const ofHost = hostOpenings?.filter(isListed);
    const ids = new Set(hostOpenings?.map(({ id }) => id));
    const isAmong = (one: Opening) => isListed(one) && !ids.has(one.id);
    if (search.q === '') {
      const all = answerOf(search, { openings: this.openings.filter(isAmong) }, ofHost);
      return { ...all, meansAll: false, matched: [] };
    }
    const engine = new Engine(this.openings, await this.#postings());
    const query = this.#queryOf(search.q);
    const typed: Matches = { query, openings: engine.find(query, { isAmong, isPreferred }) };
    const isOfCompany = matcherOf({ company_id: search.company_id });
    const isFound = ofHost?.length || typed.openings.some(isOfCompany);
    const scope = { isAmong, isPreferred, isOfCompany };
    const matches = isFound ? typed : (this.#corrected(engine, typed, scope) ?? typed);
    return {
      ...answerOf(search, matches, ofHost),
      meansAll: query.meansAll,
      matched: engine.matched(matches.query),
    };
  }

  /** Corrects typing errors. If other companies match the typed text, only words of the searched company count. */
  #corrected(
    engine: Engine,
    typed: Matches,
    { isOfCompany, ...scope }: Scope & { readonly isOfCompany: (opening: Opening) => boolean },
  ): Matches | undefined {
    const isAmong = (one: Opening) =>
      scope.isAmong(one) && (typed.openings.length === 0 || isOfCompany(one));
    const corrected = engine.correct(typed.query, isAmong);
    if (corrected === undefined) return undefined;
    const query = this.#queryOf(corrected);
    const openings = engine.find(query, { ...scope, isAmong });
    if (!openings.some(isOfCompany)) return undefined;
    return { query, corrected, openings: [...typed.openings, ...openings] };
  }

  /** Returns the openings that an empty list offers: matches at other companies, or else similar openings. */
  async alternatives(search: Search, corrected?: string): Promise<Alternatives> {
    const { company_id, ...everywhere } = search;
    if (search.q !== '' && company_id) {
      const { openings, related, ...others } = await this.ask(everywhere);
      const elsewhere = [...openings, ...related].slice(0, maxAlternatives);
      if (elsewhere.length > 0) return { ...others, kind: 'elsewhere', openings: elsewhere };
    }
    const locations = search.city?.map((city) => ({ city })) ?? [];
    const company = companyOf(search);
    const reference = { role_name: corrected ?? search.q, company_id: company ?? '', locations };
    const similar = await this.similar(reference, maxAlternatives, 'byCompany');
    const ofCompany = similar.filter((one) => one.company_id === company);
    return ofCompany.length > 0
      ? { kind: 'of-company', openings: ofCompany, matched: [] }
      : { kind: 'similar', openings: similar, matched: [] };
  }

  async similar(reference: Reference, limit: number, by: Similarity): Promise<readonly Opening[]> {
    return similarOpenings(this.openings, await this.#postings(), reference, limit, by);
  }

  #queryOf = (q: string): SearchQuery =>
    parseQuery(q, this.#options.synonyms, this.#options.sameWords);
}

/**
 * Narrows and sorts the openings that were found. If the API host has answered, or the text was corrected, the matches
 * of the catalogue are `related`.
 */
function answerOf(
  search: Search,
  { corrected, openings }: Omit<Matches, 'query'>,
  ofHost: readonly Opening[] | undefined,
): Omit<Answer, 'meansAll' | 'matched'> {
  const { q, company_id, ...filters } = search;
  const own = openings.filter(matcherOf({ company_id }));
  const isOwn = ofHost === undefined && corrected === undefined;
  const beforeFilters = isOwn ? own : (ofHost ?? []);
  const related = isOwn || q === '' ? [] : own;
  return {
    openings: filterOpenings(beforeFilters, filters),
    beforeFilters,
    related: filterOpenings(related, filters),
    ...(corrected !== undefined && { corrected }),
    choices: (name) =>
      name === 'company_id'
        ? filterChoices(name, [...(ofHost ?? []), ...openings], search)
        : filterChoices(name, [...beforeFilters, ...related], filters),
  };
}
