import type { Opening } from '../model/opening.ts';
import { Engine, type Reference, type Similarity } from './engine.ts';
import {
  type FilterChoice,
  filterChoices,
  filterOpenings,
  matcherOf,
  withKnownFilters,
} from './filters.ts';
import { statusCheck } from './opening-dates.ts';
import { type PhrasesByKey, parseQuery, type SearchQuery, type Synonyms } from './query.ts';
import { companyOf, type FilterName, type Search } from './search-parameters.ts';
import type { Sequence } from './words.ts';

/** A search with its filters and order; the page of a list changes nothing. */
export interface CatalogueQuestion extends Search {
  /** What the API host found for the text and the company. It stands first, in this order. */
  readonly found?: readonly Opening[];
  /** Of openings that match a text equally well these come first, such as those in the language of the page. */
  readonly isPreferred?: (opening: Opening) => boolean;
}

/** The openings of a question. All lists are narrowed by its filters and sorted by its order, but for `unfiltered`. */
export interface Answer {
  /** What the API host found, or else what the catalogue finds for the text as it was typed. */
  readonly openings: readonly Opening[];
  /** Those of the text and the companies. */
  readonly unfiltered: readonly Opening[];
  /** What the catalogue adds: openings that mean the same as the text, or those of the corrected text. */
  readonly near: readonly Opening[];
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

/** What a list without openings offers. */
export interface Alternatives {
  /** Where these openings are from: other companies that have the words, the same company, or similar ones of all companies. */
  readonly kind: 'elsewhere' | 'of-company' | 'similar';
  readonly openings: readonly Opening[];
  /** Only `elsewhere`: the text by which they were found, and what has matched. */
  readonly corrected?: string;
  readonly matched: readonly Sequence[];
}

const mostAlternatives = 6;

export interface CatalogueOptions {
  readonly synonyms: Synonyms;
  readonly sameWords?: PhrasesByKey;
  /** The time zone of the companies, in which closing dates end. */
  readonly timeZone: string;
}

/** All openings of one version of a list, which answers every question about them. */
export class Catalogue {
  readonly openings: readonly Opening[];
  readonly #options: CatalogueOptions;
  #building: Promise<Engine> | undefined;
  #earlier: Promise<Engine> | undefined;
  #byId: ReadonlyMap<string, Opening> | undefined;

  constructor(openings: readonly Opening[], options: CatalogueOptions) {
    this.openings = openings;
    this.#options = options;
  }

  /** Returns the catalogue of a later version. Unchanged openings keep their words. */
  next(openings: readonly Opening[]): Catalogue {
    const later = new Catalogue(openings, this.#options);
    later.#earlier = this.#building ?? this.#earlier;
    return later;
  }

  /** The words of the openings are read once, when they are needed. */
  #engine(): Promise<Engine> {
    this.#building ??= (async () => {
      const engine = await Engine.build(this.openings, await this.#earlier);
      this.#earlier = undefined;
      return engine;
    })();
    return this.#building;
  }

  /** Leaves out filters that no opening of the catalogue has (contract decision 13). */
  withKnownFilters(search: Search): Search {
    return withKnownFilters(search, this.openings);
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
  async ask({ found, isPreferred, ...search }: CatalogueQuestion, now?: Date): Promise<Answer> {
    const { q, company_id, ...filters } = search;
    const statusOf = now && statusCheck(this.#options.timeZone, now);
    const isOpen = (one: Opening) => statusOf?.(one) !== 'closed';
    const ids = new Set(found?.map(({ id }) => id));
    const isOther = (one: Opening) => isOpen(one) && !ids.has(one.id);
    const isOfCompany = company_id ? matcherOf({ company_id }) : () => true;
    const isAmong = (one: Opening) => isOfCompany(one) && isOther(one);
    const query = this.#queryOf(q);
    const engine = q === '' ? undefined : await this.#engine();
    const ofText = engine?.search(query, isOther, isPreferred) ?? this.#openingsThat(isOther);
    const ofCompany = company_id ? ofText.filter(isOfCompany) : ofText;
    const typed = found && !engine ? [] : ofCompany;
    const isNothing = typed.length + (found?.length ?? 0) === 0;
    const better = isNothing
      ? engine && this.#correct(engine, query, isAmong, isPreferred)
      : undefined;
    // The companies of a corrected text are offered unless some have the text as it was typed.
    const ofCorrected = () =>
      better && ofText.length === 0
        ? (engine?.search(this.#queryOf(better.text), isOther) ?? [])
        : (better?.openings ?? []);
    const isFirst = !found && !better;
    const unfiltered = isFirst ? typed : (found?.filter(isOpen) ?? []);
    const near = isFirst ? [] : (better?.openings ?? typed);
    return {
      openings: filterOpenings(unfiltered, filters),
      unfiltered,
      near: filterOpenings(near, filters),
      ...(better && { corrected: better.text }),
      meansAll: query.meansAll,
      matched: engine?.matched(better ? this.#queryOf(better.text) : query, found) ?? [],
      choices: (name) =>
        name === 'company_id'
          ? filterChoices(name, [...(found ?? []), ...ofText, ...ofCorrected()], search)
          : filterChoices(name, [...unfiltered, ...near], filters),
    };
  }

  /** Returns what a list offers if it has no openings: those of other companies for the words, or else similar ones. */
  async alternatives(search: Search, corrected?: string): Promise<Alternatives> {
    const { company_id, ...everywhere } = search;
    if (search.q !== '' && company_id) {
      const { openings, near, ...others } = await this.ask(everywhere);
      const elsewhere = [...openings, ...near].slice(0, mostAlternatives);
      if (elsewhere.length > 0) return { ...others, kind: 'elsewhere', openings: elsewhere };
    }
    const locations = search.city?.map((city) => ({ city })) ?? [];
    const company = companyOf(search);
    const reference = {
      role_name: corrected ?? search.q,
      company_id: company ?? '',
      locations,
    };
    const similar = await this.similar(reference, mostAlternatives, 'byCompany');
    const ofCompany = similar.filter((one) => one.company_id === company);
    return ofCompany.length > 0
      ? { kind: 'of-company', openings: ofCompany, matched: [] }
      : { kind: 'similar', openings: similar, matched: [] };
  }

  /** Returns openings that are similar to one, the most similar first. */
  async similar(reference: Reference, limit: number, by: Similarity): Promise<readonly Opening[]> {
    return (await this.#engine()).similar(reference, limit, by);
  }

  #queryOf = (q: string): SearchQuery =>
    parseQuery(q, this.#options.synonyms, this.#options.sameWords);

  /** If all do, it is the list itself, so that what is rendered of it is found again. */
  #openingsThat(isAmong: (opening: Opening) => boolean): readonly Opening[] {
    const some = this.openings.filter(isAmong);
    return some.length === this.openings.length ? this.openings : some;
  }

  /**
   * Returns the text without typing errors, and what it finds; undefined if that is nothing. The correction is that of all
   * companies, unless another company has the words: so that the counts of companies agree with their pages.
   */
  #correct(
    engine: Engine,
    query: SearchQuery,
    isAmong: (opening: Opening) => boolean,
    isPreferred?: (opening: Opening) => boolean,
  ) {
    const everyone = () => true;
    const isElsewhere = engine.search(query, everyone).length > 0;
    const text = engine.correct(query, isElsewhere ? isAmong : everyone);
    const openings =
      text === undefined ? [] : engine.search(this.#queryOf(text), isAmong, isPreferred);
    return text === undefined || openings.length === 0 ? undefined : { text, openings };
  }
}
