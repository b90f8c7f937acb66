import { type ImportPlan, planImport, writeImport } from '#src/api-host/admin/import-openings.ts';
import { parseOpeningsJson } from '#src/api-host/admin/openings-file.ts';
import type { HostDatabase } from '#src/api-host/database/schema.ts';
import type { OpeningBatches } from '#src/api-host/openings/opening-store.ts';
import type { Opening } from '#src/domain/model/opening.ts';

/** Returns the openings of a JSON file. */
export const parseOpenings = (json: unknown): Opening[] =>
  parseOpeningsJson(json).openings.map(({ opening }) => opening);

/** Imports openings that were parsed, as `careers host openings import` does. */
export async function importOpenings(
  database: HostDatabase,
  openings: readonly Opening[],
  now: Date,
): Promise<ImportPlan> {
  const plan = await planImport(
    database,
    { openings: openings.map((opening) => ({ where: `Id ${opening.id}`, opening })), absent: [] },
    { now },
  );
  await writeImport(database, plan, now);
  return plan;
}

/** Returns the ids of a list that is read in batches, in its order. */
export async function idsOf(batches: OpeningBatches): Promise<string[]> {
  const ids: string[] = [];
  for await (const batch of batches) ids.push(...batch.map(({ id }) => id));
  return ids;
}

/** Returns an opening in the shape of a file for import; without a closing date unless a test sets one. */
export function opening(changed: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 101,
    role_name: 'Head Baker',
    company_id: 1,
    company_name: 'Test Bakery',
    locations: [{ city: 'Lagos', region: 'Lagos', country: 'NG' }],
    jobdescription: '<p>Bake <b>bread</b> at night.</p>',
    jobstatus: 'Full time',
    requiredskill: 'Baking',
    extra_skill: '',
    questions: [
      { id: 1001, question: 'How many loaves?', required: '1', interview_questions_id: 7 },
      { id: 1002, question: 'Which ovens?', required: '0', interview_questions_id: 8 },
    ],
    date_posted: '2025-12-30',
    employment_type: 'FULL_TIME',
    salary: { min: 1000, max: 2000, currency: 'NGN', unit: 'MONTH' },
    ...changed,
  };
}

export const testOpenings: readonly Record<string, unknown>[] = [
  opening(),
  opening({
    id: 102,
    role_name: 'Oven Hand',
    requiredskill: 'Bread, lifting',
    questions: [],
    date_posted: '2025-12-31',
  }),
  opening({
    id: 201,
    company_id: 2,
    company_name: 'Test Grill',
    role_name: 'Grill Cook',
    questions: [],
    date_posted: '2025-12-29',
  }),
];
