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

/** A search with its filters and order; the page of a list changes nothing. */
interface CatalogueQuestion extends Search {
  /** What the API host found for the text and the company. It stands first, in this order. */
  readonly hostOpenings?: readonly Opening[] | undefined;
  /** Of openings that match a text equally well these come first, such as those in the language of the page. */
  readonly isPreferred?: (opening: Opening) => boolean;
  /** Other openings are left out. */
  readonly isListed?: (opening: Opening) => boolean;
}

/** The openings of a question. All lists are narrowed by its filters and sorted by its order, but for `beforeFilters`. */
export interface Answer {
  /** What the API host found, or else what the catalogue finds for the text as it was typed. */
  readonly openings: readonly Opening[];
  /** The openings of the text and the companies, whatever the other filters are. */
  readonly beforeFilters: readonly Opening[];
  /** What the catalogue adds: openings that mean the same as the text, or those of the corrected text. */
  readonly related: readonly Opening[];
  /** The text without typing errors, only if nothing was found for the text as it was typed. */
  readonly corrected?: string;
  /** The text has only words that say nothing: it means all openings. */
  readonly meansAll: boolean;
  /** What has matched in texts of the openings, for `matchesIn`. */
  readonly matched: readonly Sequence[];
  /**
   * The choices of a filter among all that was found, the value with most openings first: companies among all that was found
   * for the text.
   */
  readonly choices: (name: FilterName) => readonly FilterChoice[];
}

/** What a text finds at all companies, besides what the host found: of no text all openings. */
interface Matches {
  readonly query: SearchQuery;
  readonly corrected?: string;
  readonly openings: readonly Opening[];
}

export interface Alternatives {
  /** Where these openings are from: other companies that have the words, the same company, or similar ones of all companies. */
  readonly kind: 'elsewhere' | 'of-company' | 'similar';
  readonly openings: readonly Opening[];
  /** Only `elsewhere`: the text by which they were found, and what has matched. */
  readonly corrected?: string;
  readonly matched: readonly Sequence[];
}

const maxAlternatives = 6;

interface CatalogueOptions {
  readonly synonyms: PhrasesByKey;
  readonly sameWords?: PhrasesByKey;
}

/** All openings of a list, which answers every question about them. A changed list has a catalogue of its own (`next`). */
export class Catalogue {
  readonly openings: readonly Opening[];
  readonly #options: CatalogueOptions;
  /** The words of the openings, until they are read those of the list before it. */
  #vocabulary: Vocabulary | undefined;
  /** This catalogue as soon as its words are known; until then the last one before it whose words are. */
  lastComplete: Catalogue | undefined;
  // What follows of the openings is computed once, when it is needed.
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

  /** Returns the catalogue of the list that follows. Unchanged openings keep their words. */
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

  /** Resolves as soon as the words of the openings are known: then texts are answered at once. */
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

  /** Corrects typing errors: those of words that other companies have as they were typed by the words of the company only. */
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

  /** Returns what a list offers if it has no openings: those of other companies for the words, or else similar ones. */
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
 * Narrows and sorts what was found. If the API host has answered, or the text was corrected, what the catalogue finds for a
 * text is related to it.
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
