import { z } from 'zod';
import { textSchema } from './opening.ts';

/** Section 3, with the API's names. Every value is text, as in a form. `answers` maps a question's id to the answer. */
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

/** The application with the id that the host assigned: the `applicant_info` of each upload. */
export const applicantInfoSchema = applicationSchema.extend({ applicant_id: z.string().min(1) });
export type ApplicantInfo = z.output<typeof applicantInfoSchema>;

/** Section 3, Contact message. */
export const contactMessageSchema = z.object({
  firstname: textSchema,
  lastname: textSchema,
  email: textSchema,
  phone: textSchema,
  msg: textSchema,
  subject: textSchema,
});
export type ContactMessage = z.output<typeof contactMessageSchema>;
