import type { Application } from './application.ts';

/**
 * The application's own fields in the order the form shows them; `answers` come after. Beside the schema, not
 * in its file, so that the browser gets the list without zod.
 */
export const applicationFields = [
  'firstname',
  'lastname',
  'emailaddress',
  'phone',
  'age',
  'education',
  'course',
  'grades',
  'years_of_experience',
  'current_employer',
  'linkedinprofile',
  'referrer',
  'referrer_name',
  'cover_letter',
] as const satisfies readonly (keyof Application)[];
export type ApplicationField = (typeof applicationFields)[number];
