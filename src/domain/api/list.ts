import type { z } from 'zod';
import { listLimits } from '#src/domain/model/limits.ts';
import { type CallInfo, MalformedError } from '#src/http/errors.ts';
import type { HttpResponse } from '#src/http/transport.ts';
import { mapYielding } from '#src/jobs/yielding.ts';
import { parseLeniently } from './lenient.ts';
import { checkSuccess, type MalformedItem } from './response.ts';

function idOf(item: unknown): Pick<MalformedItem, 'id'> {
  const { id }: { readonly id?: unknown } = Object(item);
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id).slice(0, 60) } : {};
}

/**
 * Parses the items of a list. Invalid parts of an item, items that lack a required field, and items beyond
 * `listLimits.items` are omitted and reported, so that they do not hide the others. Other requests run between the items of
 * a long list (decision 005).
 */
export async function parseItems<Schema extends z.ZodType<object>>(
  schema: Schema,
  items: readonly unknown[],
  report: (item: Omit<MalformedItem, 'url'>) => void,
): Promise<z.output<Schema>[]> {
  const { items: max } = listLimits;
  const parsed = await mapYielding(items.slice(0, max), (item, index) => {
    const { value, detail } = parseLeniently(schema, item);
    const omitted = value === undefined ? 'item' : 'parts';
    if (detail !== undefined) report({ index, ...idOf(item), omitted, detail });
    return value;
  });
  if (items.length > max) {
    const detail = `a list of more than ${max} items: the others are omitted`;
    report({ index: max, ...idOf(items[max]), omitted: 'item', detail });
  }
  return parsed.filter((item) => item !== undefined);
}

/** Parses the list in `data` of a response (section 7). `data: null` is an empty list; a missing list is a MalformedError. */
export const parseList = <Schema extends z.ZodType<object>>(
  schema: Schema,
  call: CallInfo,
  response: HttpResponse,
  onMalformedItem: ((item: MalformedItem) => void) | undefined,
): Promise<z.output<Schema>[]> =>
  parseItems(schema, listIn(call, checkSuccess(call, response)), (item) =>
    onMalformedItem?.({ url: call.url, ...item }),
  );

function listIn(call: CallInfo, { data }: { readonly data?: unknown }): readonly unknown[] {
  if (data === null) return [];
  if (Array.isArray(data)) return data;
  throw new MalformedError(call, { httpStatus: 200, detail: 'a response without a list in data' });
}
