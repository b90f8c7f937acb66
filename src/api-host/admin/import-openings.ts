import type { Company } from '#src/domain/model/opening.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import type { HostData } from '../data.ts';
import { saveCompanies, saveOpenings } from '../openings.ts';
import { recordOpeningsProvided } from '../sample-data.ts';

/** A file of openings that cannot be imported; nothing of it was. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** One sentence each, saying which opening. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Openings in the shape of section 3, as a host sends them: a list, or a reply that has one in `data`.
 * Stricter than the wall to other hosts, which drops what makes no sense: here someone can mend the file.
 * @throws ImportError
 */
export function parseOpenings(json: unknown): Opening[] {
  const list = hasData(json) ? json.data : json;
  if (!Array.isArray(list)) throw new ImportError(['The file must hold a list of openings.']);
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
      ...findings(item as Record<string, unknown>, parsed.data).map(
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
 * Adds openings, or puts them in place of those with the same id, all or none; openings the file does not
 * name stay. Companies come with them. A host running on the same data serves them at once.
 * @throws ImportError when a company has no name here or there
 */
export async function importOpenings(
  { db, engine }: Pick<HostData, 'db' | 'engine'>,
  openings: readonly Opening[],
  now: Date,
): Promise<{ added: number; replaced: number; companies: number }> {
  return db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom('companies').selectAll().execute();
    const companies = companiesOf(openings, known);
    const existing = new Set(
      (await trx.selectFrom('openings').select('id').execute()).map(({ id }) => id),
    );
    await saveCompanies(trx, companies);
    await saveOpenings(trx, engine, openings);
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
      problems.push(`Company ${id} has no name, neither in the file nor here.`);
  }
  if (problems.length > 0) throw new ImportError(problems);
  return companies;
}

/** What the schema let pass or dropped, and an importer should rather hear of. */
function findings(item: Readonly<Record<string, unknown>>, opening: Opening): string[] {
  const given = (name: string) => item[name] !== undefined && item[name] !== null;
  return [
    ...(opening.role_name.trim() === '' ? ['role_name is empty.'] : []),
    ...(['date_posted', 'closing_date', 'employment_type', 'salary'] as const)
      .filter((name) => given(name) && opening[name] === undefined)
      .map((name) => `${name} makes no sense.`),
    ...repeated(opening.questions.map(({ id }) => id)).map(
      (id) => `it has two questions with id ${id}.`,
    ),
  ];
}

const repeated = (ids: readonly string[]) => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];

const hasData = (json: unknown): json is { readonly data: unknown } =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && 'data' in json;
