import { type Opening, openingSchema } from '../model/opening.ts';
import { listIn } from './parse.ts';
import { type ApiHost, type CallOptions, read } from './request.ts';

/** Section 7, GET openings: those of a company that match a text. An empty text matches all of them. */
export async function searchOpenings(
  host: ApiHost,
  { company_id, q }: { readonly company_id: string; readonly q: string },
  options?: CallOptions,
): Promise<Opening[]> {
  const reply = await read(host, 'openings', { company_id, q }, options);
  return listIn(reply, openingSchema, host.onMalformedItem);
}
