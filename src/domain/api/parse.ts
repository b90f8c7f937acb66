import { z } from 'zod';
import { MalformedError } from '../../http/errors.ts';
import type { Accepted, ApiHost } from './request.ts';

/**
 * The list in a read's `data`. An item that cannot be understood is left out and reported: one bad opening
 * must not hide the others. `data: null` is an empty list; anything else is a MalformedError.
 */
export function listIn<Item extends z.ZodType>(
  { asked, body }: Accepted,
  item: Item,
  onMalformedItem: ApiHost['onMalformedItem'],
): z.output<Item>[] {
  const list = body.data === null ? [] : body.data;
  if (!Array.isArray(list))
    throw new MalformedError(asked, { httpStatus: 200, detail: 'a reply without a list in data' });
  return list.flatMap((value: unknown, index) => {
    const parsed = item.safeParse(value);
    if (parsed.success) return [parsed.data];
    onMalformedItem({ url: asked.url, index, detail: z.prettifyError(parsed.error) });
    return [];
  });
}

/** A whole reply, or one of its parts, that must be understood. */
export function parsed<Schema extends z.ZodType>(
  { asked }: Accepted,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new MalformedError(asked, {
    httpStatus: 200,
    detail: z.prettifyError(result.error),
    cause: result.error,
  });
}
