import { z } from 'zod';
import { textSchema } from './api-schemas.ts';

/** Section 3, Contact message, with the API's field names. */
export const contactMessageSchema = z.object({
  firstname: textSchema,
  lastname: textSchema,
  email: textSchema,
  phone: textSchema,
  msg: textSchema,
  subject: textSchema,
});
export type ContactMessage = z.output<typeof contactMessageSchema>;
