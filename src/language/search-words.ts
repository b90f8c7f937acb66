import { employmentCode } from '#src/domain/catalogue/employment-terms.ts';
import {
  type FilterName,
  filterNames,
  type Search,
} from '#src/domain/catalogue/search-parameters.ts';
import { fill, formatList, oncePerLanguage } from './format.ts';
import { language, texts } from './server.ts';

/** An unknown employment type is shown with spaces for underscores. */
export function employmentText(type: string): string {
  const code = employmentCode(type);
  return code ? texts().openings.employmentTypes[code] : type.replaceAll('_', ' ').trim();
}

/** Returns the name of a language in the language of the page. A text that is no tag stays as it is. */
const languageName = (tag: string): string =>
  /^[a-z]{2,3}$/i.test(tag) ? (languageNames().of(tag) ?? tag) : tag;
const languageNames = oncePerLanguage(
  ({ locale }) => new Intl.DisplayNames(locale, { type: 'language' }),
);

const filterLabels: Readonly<Record<FilterName, (value: string) => string>> = {
  company_id: (id) => id,
  city: (city) => city,
  type: employmentText,
  language: languageName,
};
export const filterLabel = (name: FilterName, value: string): string => filterLabels[name](value);

/** Returns the text of a search for a sentence that quotes it, without quotes around the whole text. */
export const quotedText = (text: string): string =>
  text.replace(/^(?:"([^"]+)"|“([^“”]+)”|«([^«»]+)»)$/, '$1$2$3');

/**
 * Describes a search: ' at First Light Bakery for “baker” in Lagos or Abuja, full time'. `companies` are the names of
 * its companies.
 */
export function searchInWords(search: Search, companies: readonly string[] = []): string {
  const { atCompany, forText, filters } = texts().openings;
  return [
    companies.length === 0
      ? ''
      : fill(atCompany, { company: formatList(companies, 'disjunction') }),
    search.q === '' ? '' : fill(forText, { text: quotedText(search.q) }),
    ...filterNames.map((name) => {
      const values = search[name];
      if (values === undefined || name === 'company_id') return '';
      const label = formatList(
        values.map((value) => filterLabel(name, value)),
        'disjunction',
      );
      const lowerCase = label.toLocaleLowerCase(language().locale);
      return fill(filters[name].phrase, { label, lowerCase });
    }),
  ].join('');
}
