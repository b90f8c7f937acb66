import examples from 'libphonenumber-js/examples.mobile.json';
import metadata from 'libphonenumber-js/metadata.max.json';
import { nigeria, type PhoneCountry } from '#src/domain/model/application-options.ts';

/** libphonenumber-js's METADATA.md describes the entries of a country. A missing entry is 0. */
interface Plan {
  readonly 0: string;
  readonly 2: string;
  readonly 4:
    | 0
    | readonly [pattern: string, text: string, begin?: 0 | string[], rule?: 0 | string][];
  readonly 5: string | 0;
  readonly 7: string | 0;
  readonly 8: string | 0;
  readonly 11: readonly (0 | readonly [pattern: string, lengths?: readonly number[]])[];
}
const plans = metadata.countries as unknown as Readonly<Record<string, Plan>>;

export const isPhoneCountry = (code: string): boolean => Object.hasOwn(plans, code);

/**
 * Returns the patterns of telephone numbers of countries that are valid, not merely possible, by the metadata of
 * libphonenumber. If Nigeria is the first country, section 5 defines its numbers.
 */
export function phoneCountries(region: {
  readonly locale: string;
  readonly phoneCountries: readonly string[];
}): PhoneCountry[] {
  const names = new Intl.DisplayNames(region.locale, { type: 'region' });
  return region.phoneCountries.map((code, index) => ({
    ...(code === 'NG' && index === 0 ? nigeria : readCountry(code, index === 0)),
    name: names.of(code) ?? code,
  }));
}

function readCountry(code: string, isHome: boolean): Omit<PhoneCountry, 'name'> {
  const plan = plans[code];
  if (!plan) throw new TypeError(`There is no metadata of numbers of ${code}.`);
  const { 0: callingCode, 2: general, 4: formats, 5: trunk, 7: prefix, 8: transform } = plan;
  const kinds = plan[11].flatMap((kind) => {
    if (!kind || kind[0] === '') return [];
    const ofLength = kind[1]?.map((length) => `\\d{${length}}`).join('|');
    return ofLength ? `(?=(?:${ofLength})$)(?:${kind[0]})` : kind[0];
  });
  const example: string = examples[code as keyof typeof examples];
  const [pattern = '', text = '', , rule = 0] =
    (formats || []).find(
      ([whole, , begin]) =>
        new RegExp(`^(?:${whole})$`).test(example) &&
        (!begin || new RegExp(`^(?:${begin.at(-1)})`).test(example)),
    ) ?? [];
  // A rule such as '(0$1)' puts the trunk prefix before the first group.
  const trunkPrefix = (rule || '').replace(/\$.*|\D/g, '');
  const grouped = example.replace(new RegExp(pattern), text);
  return {
    callingCode,
    number: `(?=(?:${general})$)(?:${kinds.join('|')})`,
    prefix: prefix || trunk || '',
    ...(transform && { transform }),
    trunkPrefix,
    example: isHome ? trunkPrefix + grouped : `+${callingCode}${example}`,
  };
}
