import { z } from 'zod';
import { idSchema } from './api-schemas.ts';

/** Section 3, Company. The default entry 'Select company...' is the select's, not an entity. */
export const companySchema = z.looseObject({
  id: idSchema,
  company_name: z.string(),
});
export type Company = z.output<typeof companySchema>;
