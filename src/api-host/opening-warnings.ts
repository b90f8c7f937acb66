import { unknownCompanies } from '#src/config/companies.ts';
import type { HostSettings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { statusCheck } from '#src/domain/catalogue/opening-dates.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import type { HostDatabase } from './database/schema.ts';
import type { HostLog } from './log.ts';
import { sampleOpenings } from './sample-data.ts';

/**
 * Warns of openings that people can apply to by mistake, and of those that the site config says nothing about, and says how
 * many nobody can see yet.
 */
export async function warnOfOpenings(
  { db }: HostDatabase,
  { publicOrigin: origin }: Pick<HostSettings, 'publicOrigin'>,
  log: HostLog,
  now: Date,
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
  const scheduled = await countScheduled(db, now);
  if (scheduled > 0)
    log.info({
      event: 'openings-scheduled',
      scheduled,
      msg: `Until its date_posted nobody sees ${counted(scheduled, 'opening')}: careers host openings list --status scheduled`,
    });
}

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

export async function countScheduled(db: HostDatabase['db'], now: Date): Promise<number> {
  const statusOf = statusCheck(siteConfig.region.timeZone, now);
  const rows = await db.selectFrom('openings').select(['date_posted', 'closing_date']).execute();
  return rows.filter((row) => statusOf(row) === 'scheduled').length;
}
