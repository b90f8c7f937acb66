import { z } from 'zod';
import { idSchema, listOf, textSchema } from './api-schemas.ts';

/** One dynamic question of an opening. `required` is '1' when an answer must be given (section 3). */
export const questionSchema = z.looseObject({
  id: idSchema,
  question: textSchema,
  required: textSchema,
  interview_questions_id: idSchema.nullish().catch(undefined),
});
export type Question = z.output<typeof questionSchema>;

export const locationSchema = z.looseObject({
  city: textSchema,
  region: z.string().optional().catch(undefined),
  country: z.string().optional().catch(undefined),
});
export type Location = z.output<typeof locationSchema>;

/** Pay, where a host gives it; `currency` is ISO 4217, `unit` as schema.org's unitText (MONTH, HOUR…). */
export const salarySchema = z.looseObject({
  min: z.coerce.number(),
  max: z.coerce.number(),
  currency: z.string(),
  unit: z.string(),
});
export type Salary = z.output<typeof salarySchema>;

const isoDateSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])
  .optional()
  .catch(undefined);

/**
 * Section 3, Opening, as a host sends it. `jobdescription` is untrusted HTML.
 * Unknown fields pass through; the optional ones of the contract that make no sense are dropped.
 */
export const openingSchema = z.looseObject({
  id: idSchema,
  role_name: z.string(),
  company_id: idSchema,
  company_name: textSchema,
  locations: listOf(locationSchema),
  jobdescription: textSchema,
  jobstatus: textSchema,
  requiredskill: textSchema,
  extra_skill: textSchema,
  questions: listOf(questionSchema),
  date_posted: isoDateSchema,
  closing_date: isoDateSchema,
  employment_type: z.string().optional().catch(undefined),
  salary: salarySchema.optional().catch(undefined),
});
export type Opening = z.output<typeof openingSchema>;

/** Section 3, Company. The option 'Select company...' belongs to the select, not to this list. */
export const companySchema = z.looseObject({
  id: idSchema,
  company_name: z.string(),
});
export type Company = z.output<typeof companySchema>;
