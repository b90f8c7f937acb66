import { z } from 'zod';

/**
 * API hosts send ids as numbers or strings. Strings become well-formed, because an address cannot contain half of a
 * surrogate pair.
 */
export const idSchema = z.union([
  z
    .string()
    .trim()
    .min(1)
    .transform((id) => id.toWellFormed()),
  z.number().transform(String),
]);

const optional = <Value extends z.ZodType>(value: Value) =>
  value
    .nullish()
    .transform((sent) => sent ?? undefined)
    .optional();

/** A text that a host may omit or send as null. */
export const textSchema = z
  .union([z.string(), z.number().transform(String), z.null()])
  .optional()
  .transform((value) => value ?? '');

const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);

/** Section 3: a question of an opening. `required` is '1' if an answer is required, any other value if not. */
const questionSchema = z.looseObject({
  id: idSchema,
  question: textSchema,
  required: textSchema.catch(''),
  interview_questions_id: optional(idSchema),
});
export type Question = z.output<typeof questionSchema>;

const locationSchema = z.looseObject({
  city: textSchema,
  region: optional(z.string()),
  country: optional(z.string()),
});
export type Location = z.output<typeof locationSchema>;

/** A number, or a text as databases write a decimal. Null and the empty text are no numbers. */
const amountSchema = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,15}(?:\.\d{1,6})?$/)
    .transform(Number),
]);

/** `currency` is ISO 4217, `unit` is schema.org's unitText (MONTH, HOUR…). */
const salarySchema = z.looseObject({
  min: amountSchema,
  max: amountSchema,
  currency: z.string(),
  unit: z.string(),
});
export type Salary = z.output<typeof salarySchema>;

/** Returns the canonical form of a BCP 47 tag: `fr-BJ` for `fr-bj`. RFC 5646 asks programs to support 35 characters. */
function canonicalTag(tag: string): string | undefined {
  try {
    return /^[a-z]{2,3}\b.{0,32}$/i.test(tag) ? Intl.getCanonicalLocales(tag)[0] : undefined;
  } catch {
    return undefined;
  }
}

const languageTagSchema = z
  .string()
  .refine((tag) => canonicalTag(tag) !== undefined, 'not a language tag such as fr or pt-BR')
  .transform((tag) => canonicalTag(tag) ?? tag);

const isoDateSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/**
 * Section 3, Opening. `jobdescription` is untrusted HTML. Unknown fields are retained. The API client omits invalid
 * parts (parseLeniently); an import refuses them.
 */
export const openingSchema = z.looseObject({
  id: idSchema,
  role_name: z.union([z.string(), z.number().transform(String)]),
  /** Empty if the host sent no id. The opening can still be shown, and the host decides about applications. */
  company_id: optional(idSchema).transform((value) => value ?? ''),
  company_name: textSchema,
  locations: listOf(locationSchema),
  jobdescription: textSchema,
  jobstatus: textSchema,
  requiredskill: textSchema,
  extra_skill: textSchema,
  questions: listOf(questionSchema),
  date_posted: optional(isoDateSchema),
  closing_date: optional(isoDateSchema),
  /** The instant at which somebody closed the opening, whatever its closing date. */
  closed_since: optional(z.iso.datetime({ offset: true })),
  employment_type: optional(z.string()),
  salary: optional(salarySchema),
  /** The language of the opening's own texts. */
  language: optional(languageTagSchema),
});
export type Opening = z.output<typeof openingSchema>;
export type OpeningNames = Pick<Opening, 'role_name' | 'company_name'>;

/** An opening that accepts no more applications; `opening` is absent if the host sends only the status. */
export class ClosedOpening {
  readonly opening: Opening | undefined;

  constructor(opening?: Opening) {
    this.opening = opening;
  }
}

/** Section 3, Company. The option 'Select company...' belongs to the select element, not to this list. */
export const companySchema = z.looseObject({ id: idSchema, company_name: z.string() });
export type Company = z.output<typeof companySchema>;
