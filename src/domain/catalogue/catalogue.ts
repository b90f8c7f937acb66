import type { Opening } from '../model/opening.ts';
import { Engine, type Reference, type Scope, type Similarity } from './engine.ts';
import { type FilterChoice, filterChoices, filterOpenings, matcherOf } from './filters.ts';
import { statusCheck } from './opening-dates.ts';
import { buildPostings, type Postings } from './postings.ts';
import { type PhrasesByKey, parseQuery, type SearchQuery, type Synonyms } from './query.ts';
import { companyOf, type FilterName, type Search } from './search-parameters.ts';
import type { Sequence } from './words.ts';

/** A search with its filters and order; the page of a list changes nothing. */
interface CatalogueQuestion extends Search {
  /** What the API host found for the text and the company. It stands first, in this order. */
  readonly found?: readonly Opening[];
  /** Of openings that match a text equally well these come first, such as those in the language of the page. */
  readonly isPreferred?: (opening: Opening) => boolean;
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
  readonly synonyms: Synonyms;
  readonly sameWords?: PhrasesByKey;
  readonly timeZone: string;
}

/** All openings of one version of a list, which answers every question about them. */
export class Catalogue {
  readonly openings: readonly Opening[];
  readonly #options: CatalogueOptions;
  #postings: Promise<Postings> | undefined;
  #earlier: Promise<Postings> | undefined;
  #byId: ReadonlyMap<string, Opening> | undefined;

  constructor(openings: readonly Opening[], options: CatalogueOptions) {
    this.openings = openings;
    this.#options = options;
  }

  /** Returns the catalogue of a later version. Unchanged openings keep their words. */
  next(openings: readonly Opening[]): Catalogue {
    const later = new Catalogue(openings, this.#options);
    later.#earlier = this.#postings ?? this.#earlier;
    return later;
  }

  /** The words of the openings are read once, when they are needed. */
  async #engine(): Promise<Engine> {
    this.#postings ??= (async () => {
      const postings = await buildPostings(this.openings, (await this.#earlier)?.vocabulary);
      this.#earlier = undefined;
      return postings;
    })();
    return new Engine(this.openings, await this.#postings);
  }

  withId(id: string): Opening | undefined {
    this.#byId ??= new Map(this.openings.map((opening) => [opening.id, opening]));
    return this.#byId.get(id);
  }

  /** Resolves as soon as the words of the openings are known: then texts are answered at once. */
  async complete(): Promise<void> {
    await this.#engine();
  }

  /** With `now` openings that are closed at that time are left out. */
  async ask(
    { found, isPreferred = () => true, ...search }: CatalogueQuestion,
    now?: Date,
  ): Promise<Answer> {
    const engine = search.q === '' ? undefined : await this.#engine();
    const statusOf = now && statusCheck(this.#options.timeZone, now);
    const isOpen = (one: Opening) => statusOf?.(one) !== 'closed';
    const ids = new Set(found?.map(({ id }) => id));
    const isAmong = (one: Opening) => isOpen(one) && !ids.has(one.id);
    const query = this.#queryOf(search.q);
    const openings = engine?.find(query, { isAmong, isPreferred }) ?? this.#openingsThat(isAmong);
    const ofHost = found?.filter(isOpen);
    const isOfCompany = matcherOf(search.company_id ? { company_id: search.company_id } : {});
    const typed: Matches = { query, openings };
    const isFound = ofHost?.length || openings.some(isOfCompany);
    const scope = { isAmong, isPreferred, isOfCompany };
    const matches = (!isFound && engine && this.#corrected(engine, typed, scope)) || typed;
    return {
      ...answerOf(search, matches, ofHost),
      meansAll: query.meansAll,
      matched: engine?.matched(matches.query) ?? [],
    };
  }

  /** Corrects typing errors by the words of all companies, unless another company has the words as they were typed. */
  #corrected(
    engine: Engine,
    typed: Matches,
    { isOfCompany, ...scope }: Scope & { readonly isOfCompany: (opening: Opening) => boolean },
  ): Matches | undefined {
    const isElsewhere = typed.openings.length > 0;
    const isAmong = (one: Opening) => scope.isAmong(one) && (!isElsewhere || isOfCompany(one));
    const corrected = engine.correct(typed.query, isAmong);
    if (corrected === undefined) return undefined;
    const query = this.#queryOf(corrected);
    const openings = engine.find(query, scope);
    const ofCompany = openings.filter(isOfCompany);
    if (ofCompany.length === 0) return undefined;
    const all = isElsewhere ? [...typed.openings, ...ofCompany] : openings;
    return { query, corrected, openings: all };
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
    return (await this.#engine()).similar(reference, limit, by);
  }

  #queryOf = (q: string): SearchQuery =>
    parseQuery(q, this.#options.synonyms, this.#options.sameWords);

  /** Returns `this.openings` itself if all match: what is rendered of a list is found again by its identity. */
  #openingsThat(isAmong: (opening: Opening) => boolean): readonly Opening[] {
    const some = this.openings.filter(isAmong);
    return some.length === this.openings.length ? this.openings : some;
  }
}

/**
 * Narrows and sorts what was found. What the catalogue found for a text is related if the host has found something too, or if
 * the text was corrected.
 */
function answerOf(
  search: Search,
  { corrected, openings }: Matches,
  ofHost: readonly Opening[] | undefined,
): Omit<Answer, 'meansAll' | 'matched'> {
  const { q, company_id, ...filters } = search;
  const atCompany = company_id ? openings.filter(matcherOf({ company_id })) : openings;
  const isCorrected = corrected !== undefined;
  const beforeFilters = ofHost ?? (isCorrected ? [] : atCompany);
  const related = q !== '' && (ofHost || isCorrected) ? atCompany : [];
  return {
    openings: filterOpenings(beforeFilters, filters),
    beforeFilters,
    related: filterOpenings(related, filters),
    ...(isCorrected && { corrected }),
    choices: (name) =>
      name === 'company_id'
        ? filterChoices(name, ofHost ? [...ofHost, ...openings] : openings, search)
        : filterChoices(name, [...beforeFilters, ...related], filters),
  };
}
