import type { Company, Opening } from '#src/domain/model/opening.ts';
import { distinctNames, nameKey } from '#src/domain/rules/text/text.ts';
import type { HostDatabase } from '../database/schema.ts';
import { ImportError } from './csv.ts';
import type { FileOpening, OpeningsFile } from './openings-file.ts';

/**
 * Assigns the ids and companies that a file of openings leaves out, and returns the openings with their companies. An
 * opening stays without a company only if the file names no company for it.
 */
export async function completeOpenings(
  { db }: HostDatabase,
  { openings }: OpeningsFile,
  company: string | undefined,
): Promise<{ openings: FileOpening[]; companies: Company[] }> {
  const ids = await db
    .selectFrom('openings')
    .select('id')
    // The id of a removed opening is not used again, or its applications would seem to be for the new opening.
    .union(db.selectFrom('applications').select('joblistingid as id'))
    .execute();
  const nextId = freeIds([
    ...ids.map(({ id }) => id),
    ...openings.map(({ opening }) => opening.id),
  ]);
  const stored = await db.selectFrom('companies').selectAll().execute();
  const { companyOf, companies } = resolveCompanies(stored, openings, company);
  const completed = openings.map(({ where, opening }) => ({
    where,
    opening: { ...opening, id: opening.id || nextId(), ...companyOf(opening) },
  }));
  return { openings: completed, companies };
}

/** Openings that name a company without its id do not change its name. @throws ImportError */
function resolveCompanies(
  stored: readonly Company[],
  openings: readonly FileOpening[],
  fallback = '',
) {
  const names = new Map(stored.map(({ id, company_name }) => [id, company_name]));
  const idByName = new Map(stored.map(({ id, company_name }) => [nameKey(company_name), id]));
  /** The names by id that the file adds or changes. */
  const changed = new Map<string, string>();
  const problems: string[] = [];
  const withId = openings.filter(({ opening }) => opening.company_id !== '');
  for (const [id, items] of Map.groupBy(withId, ({ opening }) => opening.company_id)) {
    const [company_name, another] = distinctNames(items.map(({ opening }) => opening.company_name));
    const where = `${items[0]?.where}: company_name: company ${id} has`;
    if (another !== undefined)
      problems.push(`${where} two names in the file, ${company_name} and ${another}.`);
    else if (company_name !== undefined) {
      changed.set(id, company_name);
      idByName.set(nameKey(company_name), id);
    } else if (!names.has(id))
      problems.push(`${where} no name in the file and none in the database.`);
  }
  if (problems.length > 0) throw new ImportError(problems);
  const nextId = freeIds([...names.keys(), ...changed.keys()]);
  const idOf = ({ company_id, company_name }: Opening): string => {
    if (company_id !== '') return company_id;
    const isNamed = company_name.trim() !== '';
    if (!isNamed && names.has(fallback)) return fallback;
    const name = (isNamed ? company_name : fallback).trim();
    if (name === '') return '';
    const existing = idByName.get(nameKey(name));
    if (existing !== undefined) return existing;
    const id = nextId();
    idByName.set(nameKey(name), id);
    changed.set(id, name);
    return id;
  };
  const ids = new Map(openings.map(({ opening }) => [opening, idOf(opening)]));
  const companyOf = (opening: Opening) => {
    const company_id = ids.get(opening) ?? '';
    return { company_id, company_name: changed.get(company_id) ?? names.get(company_id) ?? '' };
  };
  const companies = Array.from(changed, ([id, company_name]) => ({ id, company_name }));
  return { companyOf, companies };
}

function freeIds(ids: Iterable<string>): () => string {
  let last = 0;
  for (const id of ids) if (/^\d{1,15}$/.test(id)) last = Math.max(last, Number(id));
  return () => {
    last += 1;
    return String(last);
  };
}
