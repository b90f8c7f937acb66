import { z } from 'zod';
import { applicationFieldNames } from './application-fields.ts';
import { textSchema } from './opening.ts';

const textsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textSchema])) as Record<Name, typeof textSchema>;

/** Section 3, with the API's names. Every value is text, as in a form. `answers` maps a question's id to the answer. */
export const applicationSchema = z.object({
  ...textsOf(applicationFieldNames),
  company_id: textSchema,
  document_id: textSchema,
  joblistingid: textSchema,
  answers: z
    .record(z.string(), textSchema)
    .nullish()
    .transform((value) => value ?? {}),
});
export type Application = z.output<typeof applicationSchema>;

/** The application with the id that the host assigned: the `applicant_info` of each upload. */
export const applicantInfoSchema = applicationSchema.extend({ applicant_id: z.string().min(1) });
export type ApplicantInfo = z.output<typeof applicantInfoSchema>;
