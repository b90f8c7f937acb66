import { unknownCompanies } from '#src/config/companies.ts';
import type { HostSettings } from '#src/config/settings.ts';
import type { EventLog } from '#src/telemetry/logger.ts';
import type { HostDatabase } from '../database/schema.ts';
import { sampleOpenings } from './sample-data.ts';

/** Warns of public sample openings, and of companies that the site config does not name. */
export async function warnOfOpenings(
  { db }: HostDatabase,
  { publicOrigin: origin }: Pick<HostSettings, 'publicOrigin'>,
  log: EventLog,
): Promise<void> {
  const samples = origin === undefined ? 0 : (await sampleOpenings(db)).length;
  if (samples > 0)
    log.warn({
      event: 'samples-public',
      samples,
      msg: `People can apply to ${samples} invented openings at ${origin}: careers host clear-samples removes them.`,
    });
  const unknown = unknownCompanies(await companiesOfOpenings(db));
  if (unknown.length > 0) log.warn({ event: 'companies-unknown', msg: unknown.join('\n') });
}

export async function companiesOfOpenings(db: HostDatabase['db']): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .select('company_name')
    .where('id', 'in', db.selectFrom('openings').select('company_id'))
    .orderBy('company_name')
    .execute();
  return rows.map(({ company_name }) => company_name);
}
