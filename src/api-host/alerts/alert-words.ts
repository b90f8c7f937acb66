import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { searchInWords } from '#src/language/search-words.ts';
import { runInLanguage } from '#src/language/server.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { safeText } from '../mail/safe-text.ts';

/**
 * Returns the search of an alert in words, in its language: ' at First Light Bakery for "baker" in Lagos'. Anyone may have
 * entered its texts together with the address of a stranger.
 */
export async function wordsOf(
  db: HostDatabase['db'],
  { search, language }: Pick<Tables['alerts'], 'search' | 'language'>,
): Promise<string> {
  const { company_id, ...texts } = readSearch(JSON.parse(search));
  const company = await db
    .selectFrom('companies')
    .select('company_name')
    .where('id', '=', company_id)
    .executeTakeFirst();
  const safe = Object.entries(texts).map(([name, text]) => [name, safeText(String(text))]);
  return runInLanguage(language, () =>
    searchInWords(
      readSearch({ ...Object.fromEntries(safe), company_id }),
      // Without a name it would be a search at all companies.
      company?.company_name ?? (safeText(company_id) || undefined),
    ),
  );
}
