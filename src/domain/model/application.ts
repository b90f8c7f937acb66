import { z } from 'zod';
import { textSchema } from './api-schemas.ts';

/**
 * Section 3, Application, with the API's field names. Every value is a text, numbers included: that is
 * what a form holds and what is sent. Whether the values may be submitted is `validateApplication`'s.
 * `answers` maps a question's id to the answer's text.
 */
export const applicationSchema = z.object({
  firstname: textSchema,
  lastname: textSchema,
  emailaddress: textSchema,
  phone: textSchema,
  company_id: textSchema,
  age: textSchema,
  document_id: textSchema,
  years_of_experience: textSchema,
  current_employer: textSchema,
  linkedinprofile: textSchema,
  referrer: textSchema,
  education: textSchema,
  referrer_name: textSchema,
  cover_letter: textSchema,
  course: textSchema,
  grades: textSchema,
  joblistingid: textSchema,
  answers: z
    .record(z.string(), textSchema)
    .nullish()
    .transform((value) => value ?? {}),
});
export type Application = z.output<typeof applicationSchema>;

/** The application with the id the host gave it: what each upload carries as `applicant_info`. */
export const applicantInfoSchema = applicationSchema.extend({ applicant_id: z.string().min(1) });
export type ApplicantInfo = z.output<typeof applicantInfoSchema>;
