import type { Context } from 'hono';

/** A body that is no form has no fields: the validation names those that are required. */
export const readForm = (c: Context): Promise<FormData> =>
  c.req.formData().catch(() => new FormData());
