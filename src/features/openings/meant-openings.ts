import { synonyms } from '#src/config/languages.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { type SearchIndex, searchIndex } from '#src/domain/rules/search-index.ts';
import { understand } from '#src/domain/rules/search-query.ts';
import { withinTimeout } from './within-timeout.ts';

/** What the words of a text mean, or else the words that are meant by them. */
export interface MeantOpenings {
  readonly openings: readonly Opening[];
  /** The text without typing errors, by which the openings were found; only if there was none for the text itself. */
  readonly corrected?: string;
}

/** A search waits this time for the descriptions of a new list, in milliseconds, and then does without them. */
const descriptionsTimeoutMs = 300;

/** The index of a list that no search has used yet. @param all all openings of the site */
export async function indexForSearch(all: readonly Opening[]): Promise<SearchIndex<Opening>> {
  const index = await searchIndex(all);
  await withinTimeout(index.withDescriptions(), descriptionsTimeoutMs);
  return index;
}

export function findMeant(
  index: SearchIndex<Opening>,
  q: string,
  matches: (opening: Opening) => boolean,
): MeantOpenings {
  const query = understand(q, synonyms);
  const openings = index.search(query, matches);
  const corrected = openings.length === 0 ? index.correct(query, matches) : undefined;
  if (corrected === undefined) return { openings };
  return { openings: index.search(understand(corrected, synonyms), matches), corrected };
}

/** Returns what the text means at a company and the API host has not found; a correction only if it found nothing. */
export function findAdded(
  index: SearchIndex<Opening>,
  { company_id, q }: { readonly company_id: string; readonly q: string },
  found: readonly Opening[],
): MeantOpenings {
  const ids = new Set(found.map(({ id }) => id));
  const isAdded = (opening: Opening) => opening.company_id === company_id && !ids.has(opening.id);
  if (found.length > 0) return { openings: index.search(understand(q, synonyms), isAdded) };
  const meant = findMeant(index, q, isAdded);
  if (meant.openings.length > 0) return meant;
  // The company may have the words only in descriptions, which give no corrections.
  const { corrected } = findMeant(index, q, () => true);
  if (corrected === undefined) return meant;
  const openings = index.search(understand(corrected, synonyms), isAdded);
  return openings.length > 0 ? { openings, corrected } : meant;
}
