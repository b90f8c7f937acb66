import type { Kysely } from 'kysely';
import { statusAt } from '#src/config/site-time.ts';
import { employmentCode } from '#src/domain/catalogue/employment-terms.ts';
import {
  type FilterName,
  filterNames,
  readSearch,
} from '#src/domain/catalogue/search-parameters.ts';
import type { Location } from '#src/domain/model/opening.ts';
import { nameKey } from '#src/domain/rules/text/text.ts';
import { searchInWords } from '#src/language/search-words.ts';
import { runInLanguage, texts } from '#src/language/server.ts';
import type { Tables } from '../database/schema.ts';
import { safeQuery } from '../mail/safe-text.ts';

/**
 * Returns a function that describes the search of an alert in words, in its language: ' at First Light Bakery for
 * “baker” in Lagos'. Anyone may have entered the search together with the address of a stranger, so all words come from
 * the openings, except the text in quotes. The openings are read once.
 */
export function alertWords(db: Kysely<Tables>) {
  let names: ReturnType<typeof readNames> | undefined;
  return async ({ search, language }: Pick<Tables['alerts'], 'search' | 'language'>) => {
    const { company_id = [], q, ...filters } = readSearch(JSON.parse(search));
    const companies = await db
      .selectFrom('companies')
      .select('company_name')
      .where('id', 'in', company_id)
      .orderBy('id')
      .execute();
    let isComplete = companies.length === company_id.length;
    const shown: Record<string, string | string[]> = { q: safeQuery(q) };
    for (const name of otherFilters)
      for (const value of filters[name] ?? []) {
        names ??= readNames(db);
        const isCode = name === 'type' && employmentCode(value) !== undefined;
        const ofOpening = (await names)[name].find((one) => nameKey(one) === nameKey(value));
        const word = isCode ? value : ofOpening;
        if (word) shown[name] = [shown[name] ?? [], word].flat();
        else isComplete = false;
      }
    return runInLanguage(language, () => {
      const companyNames = companies.map(({ company_name }) => company_name);
      const words = searchInWords(readSearch(shown), companyNames);
      return isComplete ? words : words + texts().alertMail.further;
    });
  };
}

type OtherFilter = Exclude<FilterName, 'company_id'>;
const otherFilters = filterNames.filter((name): name is OtherFilter => name !== 'company_id');

/** Returns the values that openings have for each filter. */
async function readNames(db: Kysely<Tables>): Promise<Record<OtherFilter, string[]>> {
  const openings = db
    .selectFrom('openings')
    .select(['locations', 'employment_type', 'language', 'date_posted']);
  const statusOf = statusAt(new Date());
  // A scheduled opening is not public yet.
  const rows = (await openings.distinct().execute()).filter(
    ({ date_posted }) => statusOf({ date_posted }) !== 'scheduled',
  );
  const locationsOf = (json: string): readonly Location[] => JSON.parse(json);
  return {
    city: rows.flatMap(({ locations }) => locationsOf(locations).map(({ city }) => city)),
    type: rows.map(({ employment_type }) => employment_type ?? ''),
    language: rows.map((row) => (row.language ?? '').replace(/-.*/, '')),
  };
}
