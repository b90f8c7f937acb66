import { type Opening, openingSchema } from '../model/opening.ts';
import { type CallOptions, type Host, read } from './host.ts';
import { listIn } from './parse.ts';

/** Section 7, GET openings: those of a company that match a text. An empty text matches all of them. */
export async function searchOpenings(
  host: Host,
  { company_id, q }: { readonly company_id: string; readonly q: string },
  options?: CallOptions,
): Promise<Opening[]> {
  const reply = await read(host, 'openings', { company_id, q }, options);
  return listIn(reply, openingSchema, host.onMalformedItem);
}
