import type { Opening } from '#src/domain/model/opening.ts';
import { table } from './table.ts';

/** Openings as people read them: one a line. */
export function openingsTable(stream: NodeJS.WriteStream, openings: readonly Opening[]): string {
  return table(
    stream,
    ['ID', 'ROLE', 'COMPANY', 'CITIES', 'STATUS'],
    openings.map(({ id, role_name, company_name, locations, jobstatus }) => [
      id,
      role_name,
      company_name,
      locations.map(({ city }) => city).join(', '),
      jobstatus,
    ]),
  );
}
