import type { Opening } from '../model/opening.ts';
import type { SearchIndex } from './search-index.ts';
import { parseQuery, type Synonyms } from './search-query.ts';

/** The openings that the words of a text find, with their forms and synonyms, or else with typing errors corrected. */
export interface MeantOpenings {
  readonly openings: readonly Opening[];
  /** The text without typing errors, by which the openings were found; only if there was none for the text itself. */
  readonly corrected?: string;
}

export function findMeant(
  index: SearchIndex<Opening>,
  synonyms: Synonyms,
  q: string,
  matches: (opening: Opening) => boolean,
): MeantOpenings {
  const query = parseQuery(q, synonyms);
  const openings = index.search(query, matches);
  const corrected = openings.length === 0 ? index.correct(query, matches) : undefined;
  if (corrected === undefined) return { openings };
  return { openings: index.search(parseQuery(corrected, synonyms), matches), corrected };
}

/**
 * Returns what the text means at a company and the API host has not found; a correction only if it found nothing. If no
 * company has the words, it is the correction of a search without a company, so that both find the same.
 */
export function findAdded(
  index: SearchIndex<Opening>,
  synonyms: Synonyms,
  { company_id, q }: { readonly company_id: string; readonly q: string },
  found: readonly Opening[],
): MeantOpenings {
  const ids = new Set(found.map(({ id }) => id));
  const isAdded = (opening: Opening) => opening.company_id === company_id && !ids.has(opening.id);
  const query = parseQuery(q, synonyms);
  const meant = { openings: index.search(query, isAdded) };
  if (meant.openings.length > 0 || found.length > 0) return meant;
  const everywhere = findMeant(index, synonyms, q, () => true);
  const isElsewhere = everywhere.corrected === undefined && everywhere.openings.length > 0;
  const corrected = isElsewhere ? index.correct(query, isAdded) : everywhere.corrected;
  if (corrected === undefined) return meant;
  const openings = index.search(parseQuery(corrected, synonyms), isAdded);
  return openings.length > 0 ? { openings, corrected } : meant;
}
