import { type Opening, openingSchema } from '../model/opening.ts';
import { listIn } from './parse.ts';
import { type ApiHost, type CallOptions, read } from './request.ts';

/** Section 7, GET listopenings: it exists and the product does not use it; the contract's check of a host does. */
export async function listOpeningsUnused(host: ApiHost, options?: CallOptions): Promise<Opening[]> {
  return listIn(await read(host, 'listopenings', {}, options), openingSchema, host.onMalformedItem);
}
