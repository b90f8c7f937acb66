import type { Selectable } from 'kysely';
import type { Opening } from '#src/domain/model/opening.ts';
import { closesAt } from './closing-date.ts';
import type { Tables } from './database/schema.ts';
import { toStoredText } from './stored-text.ts';

type OpeningRow = Selectable<Tables['openings']> & { company_name: string };

/** The opening as it is stored: fields nobody knows go together into `further`. */
export function toRow(opening: Opening): Selectable<Tables['openings']> {
  const {
    id,
    company_id,
    company_name: _namedByItsCompany,
    role_name,
    jobdescription,
    jobstatus,
    requiredskill,
    extra_skill,
    locations,
    questions,
    date_posted,
    closing_date,
    employment_type,
    salary,
    ...further
  } = opening;
  return {
    id,
    company_id,
    role_name: toStoredText(role_name),
    jobdescription: toStoredText(jobdescription),
    jobstatus: toStoredText(jobstatus),
    requiredskill: toStoredText(requiredskill),
    extra_skill: toStoredText(extra_skill),
    locations: JSON.stringify(locations),
    questions: JSON.stringify(questions),
    date_posted: date_posted ?? null,
    closing_date: closing_date ?? null,
    closes_at: closesAt(closing_date),
    employment_type: employment_type ?? null,
    salary: salary ? JSON.stringify(salary) : null,
    further: JSON.stringify(further),
  };
}

/** The opening as section 3 has it on the wire; optional fields stay away where they are not known. */
export function toOpening(row: OpeningRow): Opening {
  return {
    ...(JSON.parse(row.further) as Record<string, unknown>),
    id: row.id,
    role_name: row.role_name,
    company_id: row.company_id,
    company_name: row.company_name,
    locations: JSON.parse(row.locations) as Opening['locations'],
    jobdescription: row.jobdescription,
    jobstatus: row.jobstatus,
    requiredskill: row.requiredskill,
    extra_skill: row.extra_skill,
    questions: JSON.parse(row.questions) as Opening['questions'],
    ...(row.date_posted !== null && { date_posted: row.date_posted }),
    ...(row.closing_date !== null && { closing_date: row.closing_date }),
    ...(row.employment_type !== null && { employment_type: row.employment_type }),
    ...(row.salary !== null && { salary: JSON.parse(row.salary) as Opening['salary'] }),
  };
}
