import { createHash, hash } from 'node:crypto';
import type { z } from 'zod';
import { MalformedError } from '../../http/errors.ts';
import { parseJson } from '../model/json.ts';
import { listLimits } from '../model/limits.ts';
import { parseLeniently } from './lenient.ts';
import { ItemTable } from './list-memory.ts';
import { ListReader } from './list-reader.ts';
import { type ApiHost, type CallOptions, callUrl, request, type Versioned } from './request.ts';
import { checkSuccess } from './response.ts';
import { withRetries } from './retry.ts';

/**
 * A read of a list in `data`, parsed while it arrives: memory is bounded by the items, not by the bytes of the response.
 * An item with the same bytes as before is the same object, and an unchanged list the same array. Invalid parts of an
 * item, or an item that lacks a required field, are omitted and reported, so that they do not hide the others; likewise
 * what exceeds `listLimits`. `data: null` is an empty list; no list is a MalformedError.
 */
export function getList<Schema extends z.ZodType<object>>(
  host: ApiHost,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: Schema,
  { signal }: CallOptions = {},
): Promise<Versioned<z.output<Schema>[]>> {
  const url = callUrl(host, path, query);
  return withRetries((ms) => readList(host, url, schema, { kind: 'total', ms }, signal), {
    limitMs: host.timeoutMs,
    signal,
  });
}

async function readList<Schema extends z.ZodType<object>>(
  host: ApiHost,
  url: URL,
  schema: Schema,
  timeout: { readonly kind: 'total'; readonly ms: number },
  signal: AbortSignal | undefined,
): Promise<Versioned<z.output<Schema>[]>> {
  const call = { method: 'GET', url: url.origin + url.pathname };
  const { latest, items: tables } = host.lists;
  const former = latest.get(url.href);
  const table = tables.get(schema) ?? new ItemTable();
  tables.set(schema, table);

  const items: z.output<Schema>[] = [];
  const omitted = new Set<string>();
  let index = -1;
  let isJson = true;
  const omit = (key: string, detail: string) => {
    if (!former?.omitted.has(key) && !omitted.has(key))
      host.onMalformedItem({ url: call.url, index, omitted: 'item', detail });
    omitted.add(key);
  };
  const readItem = (bytes: Buffer | undefined) => {
    index += 1;
    if (index >= listLimits.items) {
      omit('items', `a list of more than ${listLimits.items} items: the others are omitted`);
      return;
    }
    if (!bytes) {
      omit(`bytes of ${index}`, `an item of more than ${listLimits.itemBytes} bytes`);
      return;
    }
    const digest = hash('sha256', bytes, 'base64');
    const known = table.get(digest) as z.output<Schema> | undefined;
    if (known) {
      items.push(known);
      return;
    }
    const { value, detail } = parseLeniently(schema, parseJson(bytes.toString('utf8')));
    if (value === undefined) omit(digest, detail ?? '');
    else {
      if (detail !== undefined)
        host.onMalformedItem({ url: call.url, index, omitted: 'parts', detail });
      items.push(value);
      table.set(digest, value);
    }
  };
  const reader = new ListReader({
    maxItemBytes: listLimits.itemBytes,
    maxEnvelopeBytes: listLimits.envelopeBytes,
    onItem: (bytes) => {
      if (!isJson) return;
      try {
        readItem(bytes);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        isJson = false;
      }
    },
  });

  const digest = createHash('sha256');
  const response = await request(host, {
    method: 'GET',
    url,
    signal,
    timeout,
    maxResponseBytes: listLimits.bytes,
    onData: (chunk) => {
      digest.update(chunk);
      if (!reader.push(chunk))
        throw new MalformedError(call, {
          httpStatus: 200,
          detail: `a response of more than ${listLimits.envelopeBytes} bytes beside its list`,
        });
    },
  });
  const isHttpSuccess = response.status >= 200 && response.status < 300;
  const envelope = isJson ? reader.envelope() : Buffer.from('not JSON');
  const { data } = checkSuccess(call, isHttpSuccess ? { ...response, body: envelope } : response);
  if (data !== null && !Array.isArray(data))
    throw new MalformedError(call, {
      httpStatus: 200,
      detail: 'a response without a list in data',
    });
  const isUnchanged =
    former?.items.length === items.length &&
    former.items.every((item, position) => item === items[position]);
  const version = digest.digest('base64');
  if (isUnchanged) return { value: former.items as z.output<Schema>[], version };
  latest.set(url.href, { items, omitted });
  return { value: items, version };
}
