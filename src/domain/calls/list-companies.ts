import { type Company, companySchema } from '../model/company.ts';
import { type CallOptions, type Host, read } from './host.ts';
import { listIn } from './parse.ts';

/** Section 7, GET companylocations: the companies one may search by. */
export async function listCompanies(host: Host, options?: CallOptions): Promise<Company[]> {
  const reply = await read(host, 'companylocations', {}, options);
  return listIn(reply, companySchema, host.onMalformedItem);
}
