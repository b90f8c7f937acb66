import type { FullTextEntry } from '#src/database/database.ts';
import { plainTextOf, searchedTexts } from '#src/domain/catalogue/searched-texts.ts';
import { foldForSearch } from '#src/domain/catalogue/words.ts';
import type { Opening } from '#src/domain/model/opening.ts';

const indexedTexts = searchedTexts.filter(({ weight }) => weight > 0);
// A field is one column of the index, so a second text would replace the first.
if (new Set(indexedTexts.map(({ field }) => field)).size < indexedTexts.length)
  throw new RangeError('A searched field has two texts with a weight.');

export const openingsIndex = {
  table: 'openings_search',
  idColumn: 'opening_id',
  weights: Object.fromEntries(indexedTexts.map(({ field, weight }) => [field, weight])),
} as const;

export const searchEntry = (
  opening: Pick<Opening, 'id' | 'company_id'> & Parameters<typeof plainTextOf>[1],
): FullTextEntry => ({
  id: opening.id,
  group: opening.company_id,
  texts: Object.fromEntries(
    indexedTexts.map((text) => [text.field, foldForSearch(plainTextOf(text, opening))]),
  ),
});
