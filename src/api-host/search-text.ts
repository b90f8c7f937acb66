import type { FullTextEntry } from '#src/database/database.ts';
import { foldForSearch } from '#src/domain/catalogue/search-terms.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { htmlToText } from '#src/html/html-text.ts';

/**
 * A word in the role counts more than in the skills, then the cities, then the description. The scores of the databases
 * are bounded in the number of matches, and longer texts count less: the weights are so far apart that neither changes it.
 */
export const openingsIndex = {
  table: 'openings_search',
  idColumn: 'opening_id',
  weights: { role: 1e9, skills: 1e6, cities: 1e3, description: 1 },
} as const;

/** Returns the entry of an opening in the index. */
export const searchEntry = (
  opening: Pick<
    Opening,
    | 'id'
    | 'company_id'
    | 'role_name'
    | 'jobdescription'
    | 'requiredskill'
    | 'extra_skill'
    | 'locations'
  >,
): FullTextEntry<keyof typeof openingsIndex.weights> => ({
  id: opening.id,
  group: opening.company_id,
  texts: {
    role: foldForSearch(opening.role_name),
    skills: foldForSearch(`${opening.requiredskill} ${opening.extra_skill}`),
    cities: foldForSearch(opening.locations.map(({ city }) => city).join(', ')),
    description: foldForSearch(htmlToText(opening.jobdescription)),
  },
});
