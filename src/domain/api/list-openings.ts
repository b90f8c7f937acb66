import { type Opening, openingSchema } from '../model/opening.ts';
import { listIn } from './parse.ts';
import { type ApiHost, type CallOptions, read } from './request.ts';

/** Section 7, GET openingsall: every opening. */
export async function listOpenings(host: ApiHost, options?: CallOptions): Promise<Opening[]> {
  return listIn(await read(host, 'openingsall', {}, options), openingSchema, host.onMalformedItem);
}
