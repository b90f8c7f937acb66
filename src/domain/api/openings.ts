import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { listLimits, maxLength } from '#src/domain/model/limits.ts';
import {
  ClosedOpening,
  companySchema,
  type Opening,
  openingSchema,
} from '#src/domain/model/opening.ts';
import { withBreakingSpaces } from '#src/html/html-text.ts';
import { MalformedError, RefusedError } from '#src/http/errors.ts';
import { parseLeniently } from './lenient.ts';
import { parseList } from './list.ts';
import { type ApiHost, type CallOptions, createRead, type Versioned } from './request.ts';
import { checkSuccess } from './response.ts';

export interface OpeningSearch {
  readonly company_id: string;
  /** An empty text matches all openings of the company. */
  readonly q: string;
}

const missing = { value: undefined, version: 'missing' };

const lines = ['role_name', 'jobstatus', 'requiredskill', 'extra_skill'] as const;

/** No-break spaces become spaces, so that lines break between the words of a text without markup. */
const readableOpening = openingSchema.transform((opening) => {
  for (const name of lines) opening[name] = withBreakingSpaces(opening[name]);
  for (const one of opening.questions) one.question = withBreakingSpaces(one.question);
  return opening;
});

export function createReads(host: ApiHost) {
  const readListOf = <Schema extends z.ZodType<object>>(schema: Schema) =>
    createRead(
      host,
      (response) => parseList(schema, response, host.onMalformedItem),
      listLimits.bytes,
    );
  let latest: ReadonlyMap<string, Opening> = new Map();
  // An unchanged opening is the same object in each list, which saves memory and keeps the results of `memoize`.
  const sharedOpening = readableOpening.transform((opening) => {
    const known = latest.get(opening.id);
    return known !== undefined && isDeepStrictEqual(known, opening) ? known : opening;
  });
  const readOpenings = readListOf(sharedOpening);
  const readCompanies = readListOf(companySchema);
  const readOne = createRead(
    host,
    (response) => {
      const { data } = checkSuccess(response);
      if (data === null || data === undefined) return undefined;
      const { value, detail } = parseLeniently(readableOpening, data);
      if (value === undefined)
        throw new MalformedError(response.call, { httpStatus: 200, detail: detail ?? '' });
      if (detail !== undefined)
        host.onMalformedItem?.({ url: response.call.url, index: 0, omitted: 'parts', detail });
      return value;
    },
    16 * 1024 * 1024,
  );
  return {
    /** GET openingsall. GET listopenings returns the same list and is not used. */
    listOpenings: async (options?: CallOptions) => {
      const all = await readOpenings('api/openingsall', {}, options);
      latest = new Map(all.value.map((opening) => [opening.id, opening]));
      return all;
    },
    searchOpenings: ({ company_id, q }: OpeningSearch, options?: CallOptions) =>
      readOpenings('api/openings', { company_id, q }, options),
    listCompanies: (options?: CallOptions) => readCompanies('api/companylocations', {}, options),
    /**
     * The result is undefined after HTTP 404, a refusal in the host's own JSON, or a success without an opening, and a
     * `ClosedOpening` after HTTP 410. The call rejects on host errors (5xx, 401, 403, 408, 429, HTML of a proxy).
     */
    readOpening: async (
      id: string,
      options?: CallOptions,
    ): Promise<Versioned<Opening | ClosedOpening | undefined>> => {
      // A dot segment would change the path of the URL, even percent-encoded.
      if (['', '.', '..'].includes(id) || id.length > maxLength.id) return missing;
      try {
        return await readOne(
          `api/findopening/${encodeURIComponent(id.toWellFormed())}`,
          {},
          options,
        );
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        if (error.httpStatus === 410)
          return { value: new ClosedOpening(openingIn(error.body)), version: 'closed' };
        if (isNotFound(error)) return missing;
        throw error;
      }
    },
  };
}

/** Returns the opening in a refusal, which a host may include. */
function openingIn(body: unknown): Opening | undefined {
  const { data } = z.object({ data: z.unknown() }).catch({ data: undefined }).parse(body);
  return parseLeniently(readableOpening, data).value;
}

function isNotFound({ httpStatus, body }: RefusedError): boolean {
  if (httpStatus === 404) return true;
  return body !== undefined && httpStatus < 500 && ![401, 403, 408, 429].includes(httpStatus);
}
