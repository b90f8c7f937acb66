import type { FullTextEntry } from '#src/database/database.ts';
import {
  fieldWeights,
  foldForSearch,
  type SearchField,
  searchedTexts,
} from '#src/domain/catalogue/words.ts';
import type { Opening } from '#src/domain/model/opening.ts';

export const openingsIndex = {
  table: 'openings_search',
  idColumn: 'opening_id',
  weights: fieldWeights,
} as const;

/** Returns the entry of an opening in the index. */
export const searchEntry = (
  opening: Pick<Opening, 'id' | 'company_id'> & Parameters<typeof searchedTexts>[0],
): FullTextEntry<SearchField> => {
  const { role, skills, cities, description } = searchedTexts(opening);
  return {
    id: opening.id,
    group: opening.company_id,
    texts: {
      role: foldForSearch(role),
      skills: foldForSearch(skills),
      cities: foldForSearch(cities),
      description: foldForSearch(description),
    },
  };
};
