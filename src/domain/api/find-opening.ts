import { RefusedError } from '../../http/errors.ts';
import { type Opening, openingSchema } from '../model/opening.ts';
import { parsed } from './parse.ts';
import { type ApiHost, type CallOptions, read } from './request.ts';

/**
 * Section 7, GET findopening/{id}. Undefined when there is no such opening: HTTP 404 or 410, a refusal in
 * the host's own JSON, or a success without an opening. Host trouble (5xx, 408, 429, a proxy's page) is an error.
 */
export async function findOpening(
  host: ApiHost,
  id: string,
  options?: CallOptions,
): Promise<Opening | undefined> {
  // Dot segments would address another call, percent-encoded too.
  if (['', '.', '..'].includes(id)) return undefined;
  try {
    const path = `findopening/${encodeURIComponent(id.toWellFormed())}`;
    const reply = await read(host, path, {}, options);
    const data = reply.body.data;
    return data === null || data === undefined ? undefined : parsed(reply, openingSchema, data);
  } catch (error) {
    if (error instanceof RefusedError && saysNoSuchOpening(error)) return undefined;
    throw error;
  }
}

function saysNoSuchOpening({ httpStatus, body }: RefusedError): boolean {
  if (httpStatus === 404 || httpStatus === 410) return true;
  return body !== undefined && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429;
}
