import type { Company } from '#src/domain/model/opening.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import type { HostDatabase } from '../database/schema.ts';
import { saveCompanies, saveOpenings } from '../openings.ts';
import { recordOpeningsProvided } from '../sample-data.ts';

/** A file of openings is invalid; nothing was imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** One message for each fault, with the opening it is in. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Openings in the shape the API sends (section 3): a list, or a response with a list in `data`. Stricter than
 * the API client, which omits invalid parts: the importer can correct the file.
 * @throws ImportError
 */
export function parseOpenings(json: unknown): Opening[] {
  const list = hasData(json) ? json.data : json;
  if (!Array.isArray(list)) throw new ImportError(['The file must contain a list of openings.']);
  const problems: string[] = [];
  const openings = list.flatMap((item: unknown, index) => {
    const parsed = openingSchema.safeParse(item);
    if (!parsed.success) {
      problems.push(
        ...parsed.error.issues.map(
          ({ path, message }) => `Opening ${index + 1}: ${path.join('.') || 'it'}: ${message}`,
        ),
      );
      return [];
    }
    problems.push(
      ...findings(parsed.data).map(
        (finding) => `Opening ${index + 1} (${parsed.data.id}): ${finding}`,
      ),
    );
    return [parsed.data];
  });
  problems.push(
    ...repeated(openings.map(({ id }) => id)).map((id) => `There are two openings with id ${id}.`),
  );
  if (problems.length > 0) throw new ImportError(problems);
  return openings;
}

/**
 * Adds openings and their companies, or replaces openings with the same ids, in one transaction. Other
 * openings do not change. A host running on the same data serves the openings at once.
 * @throws ImportError if a company has no name in the file and none in the database
 */
export async function importOpenings(
  { transaction, dialect }: HostDatabase,
  openings: readonly Opening[],
  now: Date,
): Promise<{ added: number; replaced: number; companies: number }> {
  return transaction([], async (trx) => {
    const known = await trx.selectFrom('companies').selectAll().execute();
    const companies = companiesOf(openings, known);
    const existing = new Set(
      (await trx.selectFrom('openings').select('id').execute()).map(({ id }) => id),
    );
    await saveCompanies(trx, companies);
    await saveOpenings(trx, dialect, openings);
    await recordOpeningsProvided(trx, now);
    const replaced = openings.filter(({ id }) => existing.has(id)).length;
    return { added: openings.length - replaced, replaced, companies: companies.length };
  });
}

function companiesOf(openings: readonly Opening[], known: readonly Company[]): Company[] {
  const names = new Map<string, Set<string>>();
  for (const { company_id, company_name } of openings) {
    const given = names.get(company_id) ?? new Set<string>();
    if (company_name.trim() !== '') given.add(company_name.trim());
    names.set(company_id, given);
  }
  const problems: string[] = [];
  const companies: Company[] = [];
  for (const [id, given] of names) {
    const [company_name, another] = given;
    if (another !== undefined) problems.push(`Company ${id} has two names in the file.`);
    else if (company_name !== undefined) companies.push({ id, company_name });
    else if (!known.some((company) => company.id === id))
      problems.push(`Company ${id} has no name in the file and none in the database.`);
  }
  if (problems.length > 0) throw new ImportError(problems);
  return companies;
}

/** Faults that the schema accepts. */
function findings({ role_name, company_id, questions }: Opening): string[] {
  return [
    ...(role_name.trim() === '' ? ['role_name is empty.'] : []),
    ...(company_id === '' ? ['company_id is missing.'] : []),
    ...repeated(questions.map(({ id }) => id)).map((id) => `it has two questions with id ${id}.`),
  ];
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))];
}

const hasData = (json: unknown): json is { readonly data: unknown } =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && 'data' in json;
