import { type Opening, openingSchema } from '../model/opening.ts';
import { type CallOptions, type Host, read } from './host.ts';
import { listIn } from './parse.ts';

/** Section 7, GET openingsall: every opening. */
export async function listOpenings(host: Host, options?: CallOptions): Promise<Opening[]> {
  return listIn(await read(host, 'openingsall', {}, options), openingSchema, host.onMalformedItem);
}
