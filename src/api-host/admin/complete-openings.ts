import type { Company, Opening } from '#src/domain/model/opening.ts';
import { nameKey } from '#src/domain/rules/text.ts';
import type { HostDatabase } from '../database/schema.ts';
import { ImportError } from './import-error.ts';
import type { FileOpening, OpeningsFile } from './openings-file.ts';

/**
 * Assigns the ids and companies that a file of openings leaves out, and returns the openings with their companies. An
 * opening stays without a company only if the file names no company for it.
 */
export async function completeOpenings(
  { db }: HostDatabase,
  { openings, board }: OpeningsFile,
  company: string | undefined,
): Promise<{
  openings: FileOpening[];
  companies: Company[];
  /** The companies whose openings are closed if the file of the job board does not have them. */
  boardCompanies: ReadonlySet<string>;
}> {
  const ids = await db
    .selectFrom('openings')
    .select('id')
    // The id of a removed opening is not used again: an application to it must not seem to be for a later opening.
    .union(db.selectFrom('applications').select('joblistingid as id'))
    .execute();
  const nextId = freeIds([
    ...ids.map(({ id }) => id),
    ...openings.map(({ opening }) => opening.id),
  ]);
  const known = await db.selectFrom('companies').selectAll().execute();
  const { companyOf, companies } = resolveCompanies(known, openings, company);
  const complete = openings.map(({ where, opening }) => ({
    where,
    opening: { ...opening, id: opening.id || nextId(), ...companyOf(opening) },
  }));
  const companyIds = complete.map(({ opening }) => opening.company_id);
  // A list without openings may also be a file of this program, which must not close anything.
  const isUnnamed =
    companyIds.length === 0
      ? company === undefined && board !== 'lever'
      : companyIds.some((id) => id === '');
  if (board !== undefined && isUnnamed)
    throw new ImportError([
      'The job board does not name the company of its openings: add --company with its id or name.',
    ]);
  // A job board without openings has closed its last opening.
  const companiesOfEmptyBoard = known.filter(
    ({ id, company_name }) =>
      id === company || (company !== undefined && nameKey(company_name) === nameKey(company)),
  );
  const boardCompanies = new Set(
    companyIds.length === 0 ? companiesOfEmptyBoard.map(({ id }) => id) : companyIds,
  );
  return { openings: complete, companies, boardCompanies };
}

function resolveCompanies(
  known: readonly Company[],
  openings: readonly FileOpening[],
  fallback = '',
) {
  const names = new Map(known.map(({ id, company_name }) => [id, company_name]));
  const idByName = new Map(known.map(({ id, company_name }) => [nameKey(company_name), id]));
  const namesInFile = new Map<string, Set<string>>();
  const addName = (id: string, name: string) => {
    const ownNames = namesInFile.get(id) ?? new Set<string>();
    if (name.trim() !== '') ownNames.add(name.trim());
    namesInFile.set(id, ownNames);
  };
  const first = new Map<string, string>();
  for (const { where, opening } of openings) {
    if (opening.company_id === '') continue;
    if (!first.has(opening.company_id)) first.set(opening.company_id, where);
    addName(opening.company_id, opening.company_name);
    if (opening.company_name.trim() !== '')
      idByName.set(nameKey(opening.company_name), opening.company_id);
  }
  const nextId = freeIds([...names.keys(), ...namesInFile.keys()]);
  const idOf = ({ company_id, company_name }: Opening): string => {
    if (company_id !== '') return company_id;
    const name = company_name.trim() === '' ? fallback : company_name;
    if (name.trim() === '') return '';
    if (company_name.trim() === '' && names.has(name)) return name;
    const id = idByName.get(nameKey(name)) ?? nextId();
    idByName.set(nameKey(name), id);
    // Another spelling of its name does not rename an existing company.
    if (!names.has(id)) addName(id, namesInFile.get(id)?.size ? '' : name);
    return id;
  };
  const ids = new Map(openings.map(({ opening }) => [opening, idOf(opening)]));
  const problems: string[] = [];
  const companies: Company[] = [];
  for (const [id, ownNames] of namesInFile) {
    const [company_name, another] = ownNames;
    const where = `${first.get(id)}: company_name: company ${id} has`;
    if (another !== undefined)
      problems.push(`${where} two names in the file, ${company_name} and ${another}.`);
    else if (company_name !== undefined) companies.push({ id, company_name });
    else if (!names.has(id))
      problems.push(`${where} no name in the file and none in the database.`);
  }
  if (problems.length > 0) throw new ImportError(problems);
  for (const { id, company_name } of companies) names.set(id, company_name);
  const companyOf = (opening: Opening) => {
    const company_id = ids.get(opening) ?? '';
    return { company_id, company_name: names.get(company_id) ?? '' };
  };
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
