import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { type CallInfo, MalformedError } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/transport.ts';
import { listLimits } from '../model/limits.ts';
import { parseLeniently } from './lenient.ts';
import { checkSuccess, type MalformedItem } from './response.ts';

/** Other requests run after this many items: they are validated in a few milliseconds. */
const itemsPerTurn = 100;

function idOf(item: unknown): Pick<MalformedItem, 'id'> {
  const { id }: { readonly id?: unknown } = Object(item);
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id).slice(0, 60) } : {};
}

/**
 * Parses the list in `data` of a response (section 7). Invalid parts of an item, items that lack a required field, and
 * items beyond `listLimits.items` are omitted and reported, so that they do not hide the others. `data: null` is an empty
 * list; a missing list is a MalformedError. Other requests run between the items of a long list (decision 005).
 */
export async function parseList<Schema extends z.ZodType<object>>(
  schema: Schema,
  call: CallInfo,
  response: HttpResponse,
  onMalformedItem: ((item: MalformedItem) => void) | undefined,
): Promise<z.output<Schema>[]> {
  const kept: z.output<Schema>[] = [];
  let index = 0;
  const add = (item: unknown) => {
    const { value, detail } =
      index < listLimits.items
        ? parseLeniently(schema, item)
        : { detail: `a list of more than ${listLimits.items} items: the others are omitted` };
    if (detail !== undefined && index <= listLimits.items)
      onMalformedItem?.({
        url: call.url,
        index,
        ...idOf(item),
        omitted: value === undefined ? 'item' : 'parts',
        detail,
      });
    if (value !== undefined) kept.push(value);
    index += 1;
  };

  const items = listIn(call, checkSuccess(call, response));
  for (let at = 0; at < items.length; at += itemsPerTurn) {
    if (at > 0) await setImmediate();
    items.slice(at, at + itemsPerTurn).forEach(add);
  }
  return kept;
}

function listIn(call: CallInfo, { data }: { readonly data?: unknown }): readonly unknown[] {
  if (data === null) return [];
  if (Array.isArray(data)) return data;
  throw new MalformedError(call, { httpStatus: 200, detail: 'a response without a list in data' });
}
