import { type Opening, openingSchema } from '../model/opening.ts';
import { type CallOptions, type Host, read } from './host.ts';
import { listIn } from './parse.ts';

/** Section 7, GET listopenings: it exists and the product does not use it; the contract's check of a host does. */
export async function listOpeningsUnused(host: Host, options?: CallOptions): Promise<Opening[]> {
  return listIn(await read(host, 'listopenings', {}, options), openingSchema, host.onMalformedItem);
}
