import type { HostDatabase } from './database/schema.ts';

/** Returns the names of the companies that have openings. */
export async function companiesOfOpenings(db: HostDatabase['db']): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .select('company_name')
    .where('id', 'in', db.selectFrom('openings').select('company_id'))
    .orderBy('company_name')
    .execute();
  return rows.map(({ company_name }) => company_name);
}
