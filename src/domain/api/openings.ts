import { RefusedError } from '../../http/errors.ts';
import { maxLength } from '../model/limits.ts';
import { type Company, companySchema, type Opening, openingSchema } from '../model/opening.ts';
import { getList } from './list.ts';
import { type ApiHost, type CallOptions, getJson, type Versioned } from './request.ts';
import { parseItemLeniently, parseOnce } from './response.ts';

/** Section 7, GET openingsall: all openings. GET listopenings gives the same and is not used. */
export function listOpenings(host: ApiHost, options?: CallOptions): Promise<Versioned<Opening[]>> {
  return getList(host, 'openingsall', {}, openingSchema, options);
}

export interface OpeningSearch {
  readonly company_id: string;
  /** An empty text matches all openings of the company. */
  readonly q: string;
}

/** Section 7, GET openings: a company's openings that match a text. */
export function searchOpenings(
  host: ApiHost,
  { company_id, q }: OpeningSearch,
  options?: CallOptions,
): Promise<Versioned<Opening[]>> {
  return getList(host, 'openings', { company_id, q }, openingSchema, options);
}

/** Section 7, GET companylocations: the companies of the search form. */
export function listCompanies(host: ApiHost, options?: CallOptions): Promise<Versioned<Company[]>> {
  return getList(host, 'companylocations', {}, companySchema, options);
}

/**
 * Section 7, GET findopening/{id}. 'closed' for HTTP 410. Undefined if the opening does not exist: HTTP 404, a refusal
 * in the host's own JSON, or a success without an opening. Rejects on host errors (5xx, 401, 403, 408, 429,
 * HTML of a proxy).
 */
export async function readOpening(
  host: ApiHost,
  id: string,
  options?: CallOptions,
): Promise<Versioned<Opening | 'closed' | undefined>> {
  // A dot segment would change the path of the URL, even percent-encoded.
  if (['', '.', '..'].includes(id) || id.length > maxLength.id) return missing;
  try {
    const path = `findopening/${encodeURIComponent(id.toWellFormed())}`;
    const { value: response, version } = await getJson(host, path, {}, options);
    const { data } = response.body;
    if (data === null || data === undefined) return missing;
    const value = parseOnce(response, () =>
      parseItemLeniently(response, openingSchema, data, host.onMalformedItem),
    );
    return { value, version };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.httpStatus === 410) return { value: 'closed', version: 'closed' };
    if (isNotFound(error)) return missing;
    throw error;
  }
}

const missing = { value: undefined, version: 'missing' };

function isNotFound({ httpStatus, body }: RefusedError): boolean {
  if (httpStatus === 404) return true;
  return body !== undefined && httpStatus < 500 && ![401, 403, 408, 429].includes(httpStatus);
}
