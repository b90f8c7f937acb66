import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import { type CallInfo, MalformedError } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/transport.ts';
import { parseJson } from '../model/json.ts';
import { listLimits } from '../model/limits.ts';
import { parseLeniently } from './lenient.ts';
import { checkBody, checkSuccess, type MalformedItem } from './response.ts';

/** Larger responses are parsed in a worker: 1 MiB takes some 10 ms. */
const largeBytes = 1024 * 1024;

/**
 * Its text is the program of the worker, because each build would have to find a separate file, so it uses nothing
 * outside itself. The first message is the body without its items, or undefined for no JSON object. Each further
 * message has a hundred items, which the receiver handles in a few milliseconds.
 */
function parseInWorker(
  { parentPort, workerData }: typeof import('node:worker_threads'),
  parse: typeof parseJson,
): void {
  let body: { data?: unknown } | undefined;
  let items: unknown[] = [];
  try {
    const parsed = parse(new TextDecoder().decode(workerData));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) body = parsed;
    if (body && Array.isArray(body.data)) {
      items = body.data;
      body.data = [];
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  parentPort?.postMessage(body);
  parentPort?.on('message', () => parentPort.postMessage(items.splice(0, 100)));
}

const workerProgram = `(${parseInWorker})(require('node:worker_threads'), ${parseJson});`;

function idOf(item: unknown): Pick<MalformedItem, 'id'> {
  const { id }: { readonly id?: unknown } = Object(item);
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id).slice(0, 60) } : {};
}

/**
 * Parses the list in `data` of a response (section 7). Invalid parts of an item, items that lack a required field, and
 * items beyond `listLimits.items` are omitted and reported, so that they do not hide the others. `data: null` is an empty
 * list; a missing list is a MalformedError. A large list is parsed in a worker and validated a hundred items at a time, so
 * that it does not delay other requests (decision 005).
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

  if (response.body.length <= largeBytes) {
    listIn(call, checkSuccess(call, response)).forEach(add);
    return kept;
  }
  await using worker = new Worker(workerProgram, {
    eval: true,
    execArgv: [],
    workerData: response.body,
    transferList: [response.body.buffer],
  });
  const [body] = await once(worker, 'message');
  listIn(call, checkBody(call, response, body));
  for (;;) {
    worker.postMessage('next');
    const [items] = await once(worker, 'message');
    if (items.length === 0) return kept;
    items.forEach(add);
  }
}

function listIn(call: CallInfo, { data }: { readonly data?: unknown }): readonly unknown[] {
  if (data === null) return [];
  if (Array.isArray(data)) return data;
  throw new MalformedError(call, { httpStatus: 200, detail: 'a response without a list in data' });
}
