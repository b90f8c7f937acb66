import { z } from 'zod';

/** API hosts send ids as numbers or strings; the site uses strings. */
export const idSchema = z.union([z.string().min(1), z.number()]).transform(String);

/** A text that a host may omit or send as null. */
export const textSchema = z
  .union([z.string(), z.number().transform(String), z.null()])
  .optional()
  .transform((value) => value ?? '');

/** A list that a host may omit or send as null. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);

/** Section 3: a question of an opening. `required` is '1' if an answer is required. */
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

/** `currency` is ISO 4217, `unit` is schema.org's unitText (MONTH, HOUR…). */
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
 * Section 3, Opening. `jobdescription` is untrusted HTML. Unknown fields are retained; an optional field
 * of the contract with an invalid value is removed.
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
