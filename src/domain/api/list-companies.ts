import { type Company, companySchema } from '../model/company.ts';
import { listIn } from './parse.ts';
import { type ApiHost, type CallOptions, read } from './request.ts';

/** Section 7, GET companylocations: the companies one may search by. */
export async function listCompanies(host: ApiHost, options?: CallOptions): Promise<Company[]> {
  const reply = await read(host, 'companylocations', {}, options);
  return listIn(reply, companySchema, host.onMalformedItem);
}
