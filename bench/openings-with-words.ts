import type { Opening } from '../src/domain/model/opening.ts';

const syllables = ['ba', 'ke', 'ri', 'so', 'tu', 'na', 'mo', 'li', 'pe', 'da', 'go', 'fu', 'wa'];

/** Returns one of some thousand invented words, the same for the same number. */
export const inventedWord = (at: number): string =>
  [at % 13, Math.floor(at / 13) % 13, Math.floor(at / 169) % 13, (at * 7) % 13]
    .map((syllable) => syllables[syllable])
    .join('');

/** Returns the texts of the sample data, with words that make each opening another one. */
export function openingsWithWords(
  sample: readonly Opening[],
  count: number,
  companies: number,
): Opening[] {
  return Array.from({ length: count }, (_, at) => {
    const opening = sample[at % sample.length] as Opening;
    const words = Array.from({ length: 12 }, (_, next) => inventedWord(at * 31 + next * next)).join(
      ' ',
    );
    return {
      ...opening,
      id: `${at}`,
      company_id: `${at % companies}`,
      role_name: `${opening.role_name}, ${inventedWord(at)}`,
      jobdescription: `${opening.jobdescription}<p>${words}</p>`,
    };
  });
}

/** The queries for these openings, by kind. */
export const queries = {
  'a word': ['baker', 'barista', 'hygiene', 'lagos'],
  'its beginning': ['b', 'ba', 'cus', 'exp'],
  'a plural or an ending': ['bakers', 'pastries', 'qualities', 'cuisinières'],
  'a synonym': ['dishwasher', 'driver', 'cook', 'mama put'],
  'two words': ['head baker', 'cook lagos', 'customer service', 'stock control abuja'],
  'together or apart': ['parttime', 'headbaker', 'small chops'],
  'a phrase': ['"customer service"', '"cash and pos handling"'],
  'words that say nothing': ['baker jobs near me in lagos', 'offre d’emploi de cuisinier'],
  'a wrong letter': ['bakre', 'hed baker', 'barrista lagso', 'maintenanse technican'],
  'no opening': ['astronaut', 'xyzzy plugh', 'neurosurgeon in antarctica'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
