import { z } from 'zod';
import { idSchema } from '../model/api-schemas.ts';
import type { Application } from '../model/application.ts';
import { parsed } from './parse.ts';
import { type ApiHost, type CallOptions, write } from './request.ts';

const hasId = z.object({ id: idSchema }).transform(({ id }) => id);

/** `data.data.id` counts from the reply's body or, as some clients name theirs, from around it. */
export const applicantIdSchema = z.object({
  data: z.union([z.object({ data: hasId }).transform(({ data }) => data), hasId], {
    error: 'an accepted application without an id at data.data.id',
  }),
});

/**
 * Section 7, POST applyjobposting: sends the application, once. An accepted application whose id cannot be
 * read is a MalformedError with `mayHaveArrived`.
 */
export async function applyToOpening(
  host: ApiHost,
  application: Application,
  options?: CallOptions,
): Promise<{ applicant_id: string }> {
  const reply = await write(host, 'applyjobposting', application, options);
  return { applicant_id: parsed(reply, applicantIdSchema, reply.body).data };
}
