import type { Opening } from '../model/opening.ts';
import type { SearchIndex } from './search-index.ts';
import { parseQuery, type Synonyms } from './search-query.ts';

/** The openings that the words of a text find, with their forms and synonyms, or else with typing errors corrected. */
export interface CorrectedSearch {
  readonly openings: readonly Opening[];
  /** The text without typing errors, by which the openings were found; only if there was none for the text itself. */
  readonly corrected?: string;
}

export function searchWithCorrection(
  index: SearchIndex<Opening>,
  synonyms: Synonyms,
  q: string,
  matches: (opening: Opening) => boolean,
): CorrectedSearch {
  const query = parseQuery(q, synonyms);
  const openings = index.search(query, matches);
  const corrected = openings.length === 0 ? index.correct(query, matches) : undefined;
  if (corrected === undefined) return { openings };
  return { openings: index.search(parseQuery(corrected, synonyms), matches), corrected };
}

/**
 * Searches a company for what the API host has not found, and corrects the text only if the host found nothing. If no
 * company has the words, the text is corrected as in a search without a company, so that both have the same correction.
 */
export function findAdded(
  index: SearchIndex<Opening>,
  synonyms: Synonyms,
  { company_id, q }: { readonly company_id: string; readonly q: string },
  found: readonly Opening[],
): CorrectedSearch {
  const ids = new Set(found.map(({ id }) => id));
  const isAdded = (opening: Opening) => opening.company_id === company_id && !ids.has(opening.id);
  const query = parseQuery(q, synonyms);
  const uncorrected = { openings: index.search(query, isAdded) };
  if (uncorrected.openings.length > 0 || found.length > 0) return uncorrected;
  const everywhere = searchWithCorrection(index, synonyms, q, () => true);
  const isElsewhere = everywhere.corrected === undefined && everywhere.openings.length > 0;
  const corrected = isElsewhere ? index.correct(query, isAdded) : everywhere.corrected;
  if (corrected === undefined) return uncorrected;
  const openings = index.search(parseQuery(corrected, synonyms), isAdded);
  return openings.length > 0 ? { openings, corrected } : uncorrected;
}
