import type { Opening } from '#src/domain/model/opening.ts';
import { foldForSearch } from '#src/domain/rules/search-terms.ts';
import { htmlToText } from '#src/html/html-text.ts';

/** A match in the role counts more than one in skills, cities or the description. */
export const openingsIndex = {
  table: 'openings_search',
  idColumn: 'opening_id',
  weights: { role: 10, skills: 4, cities: 3, description: 1 },
} as const;

export function searchableTexts(
  opening: Pick<
    Opening,
    'role_name' | 'jobdescription' | 'requiredskill' | 'extra_skill' | 'locations'
  >,
): Record<keyof typeof openingsIndex.weights, string> {
  return {
    role: foldForSearch(opening.role_name),
    skills: foldForSearch(`${opening.requiredskill} ${opening.extra_skill}`),
    cities: foldForSearch(opening.locations.map(({ city }) => city).join(', ')),
    description: foldForSearch(htmlToText(opening.jobdescription)),
  };
}
