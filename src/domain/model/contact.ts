import { z } from 'zod';
import { textSchema } from './opening.ts';

export const contactMessageSchema = z.object({
  firstname: textSchema,
  lastname: textSchema,
  email: textSchema,
  phone: textSchema,
  msg: textSchema,
  subject: textSchema,
});
export type ContactMessage = z.output<typeof contactMessageSchema>;
