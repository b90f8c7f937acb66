import type { Opening } from '#src/domain/model/opening.ts';
import { htmlToText } from '#src/html/html-text.ts';

type Searched = Pick<
  Opening,
  'role_name' | 'requiredskill' | 'extra_skill' | 'locations' | 'jobdescription'
> &
  Partial<Pick<Opening, 'jobstatus' | 'employment_type'>>;

interface SearchedText {
  readonly field: 'role' | 'skills' | 'cities' | 'hours' | 'description';
  /** The weight in the API host's full-text index. Texts with the weight 0 are not in this index. */
  readonly weight: number;
  readonly textOf: (opening: Searched) => string;
  readonly isHtml?: boolean;
}

/**
 * The texts of an opening that are searched, the most important first. A match counts the same in all texts of one
 * field. The weights are so far apart that neither the number of matches nor the length of a text changes the order.
 */
export const searchedTexts: readonly SearchedText[] = [
  { field: 'role', weight: 1e9, textOf: ({ role_name }) => role_name },
  {
    field: 'skills',
    weight: 1e6,
    textOf: ({ requiredskill, extra_skill }) => `${requiredskill} ${extra_skill}`,
  },
  {
    field: 'cities',
    weight: 1e3,
    textOf: ({ locations }) => locations.map(({ city }) => city).join(', '),
  },
  { field: 'hours', weight: 0, textOf: ({ jobstatus = '' }) => jobstatus },
  {
    field: 'hours',
    weight: 0,
    textOf: ({ employment_type = '' }) => employment_type.replaceAll('_', ' '),
  },
  { field: 'description', weight: 1, textOf: ({ jobdescription }) => jobdescription, isHtml: true },
];

export const plainTextOf = ({ textOf, isHtml }: SearchedText, opening: Searched): string =>
  isHtml ? htmlToText(textOf(opening)) : textOf(opening);

const fields = [...new Set(searchedTexts.map(({ field }) => field))];
/** The number of bits in a mask of fields. */
export const fieldCount = fields.length;
/** The bit of each field in a mask. The first field is the most important. */
export const fieldBits = Object.fromEntries(
  fields.map((field, at) => [field, 1 << at]),
) as Readonly<Record<SearchedText['field'], number>>;
export const anyField = (1 << fieldCount) - 1;

// The other 24 bits of a number contain a word's number or an opening's position.
if (fieldCount > 8) throw new RangeError('There are more than eight searched fields.');
