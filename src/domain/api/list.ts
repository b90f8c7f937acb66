import type { z } from 'zod';
import { listLimits } from '#src/domain/model/limits.ts';
import { MalformedError } from '#src/http/errors.ts';
import { mapYielding } from '#src/jobs/yielding.ts';
import { parseLeniently } from './lenient.ts';
import { type CallResponse, checkSuccess, type MalformedItem } from './response.ts';

function idOf(item: unknown): Pick<MalformedItem, 'id'> {
  const { id }: { readonly id?: unknown } = Object(item);
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id).slice(0, 60) } : {};
}

/**
 * Parses the items of a list. Invalid parts of an item, items that lack a required field, and items beyond
 * `listLimits.items` are omitted and reported, so that the other items are still shown. Other requests run between the
 * items of a long list (decision 005).
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
  response: CallResponse,
  onMalformedItem: ((item: MalformedItem) => void) | undefined,
): Promise<z.output<Schema>[]> =>
  parseItems(schema, listIn(response), (item) =>
    onMalformedItem?.({ url: response.call.url, ...item }),
  );

function listIn(response: CallResponse): readonly unknown[] {
  const { data } = checkSuccess(response);
  if (data === null) return [];
  if (Array.isArray(data)) return data;
  throw new MalformedError(response.call, {
    httpStatus: 200,
    detail: 'a response without a list in data',
  });
}
