import { z } from 'zod';
import { textSchema } from './opening.ts';

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
