import { z } from 'zod';
import { type CallInfo, MalformedError, RefusedError } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/transport.ts';
import { parseJson } from '../model/json.ts';
import { messages } from '../model/messages.ts';
import { isSuccess } from '../rules/response-status.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A response that section 7 calls a success, with the call for error messages. */
export interface ApiResponse {
  readonly call: CallInfo;
  readonly body: JsonObject;
}

/** An item of a list, or parts of an item, omitted because they do not fit the schema. */
export interface MalformedItem {
  readonly url: string;
  /** The position in the list; 0 if the response has one item. */
  readonly index: number;
  /** If it has one. */
  readonly id?: string;
  readonly omitted: 'item' | 'parts';
  /** The path of each part and why it is invalid; contains no values. */
  readonly detail: string;
}

/**
 * Section 7's success test for reads and writes: status true, 'True' or 1, else a RefusedError with the
 * response's body and message. An HTTP error is always a refusal. An HTTP success that is not a JSON
 * object is a MalformedError.
 */
export const checkSuccess = (call: CallInfo, response: HttpResponse): JsonObject =>
  checkBody(call, response, parseJsonObject(response));

/** `checkSuccess` for a body that is parsed already. */
export function checkBody(
  call: CallInfo,
  response: HttpResponse,
  body: JsonObject | undefined,
): JsonObject {
  const isHttpSuccess = response.status >= 200 && response.status < 300;
  if (isHttpSuccess && body && isSuccess(body.status)) return body;
  if (response.status < 400 && !(isHttpSuccess && body))
    throw new MalformedError(call, {
      httpStatus: response.status,
      detail: describe(response.status),
    });
  const wait = retryAfterMs(response.headers['retry-after']);
  throw new RefusedError(call, {
    httpStatus: response.status,
    message: responseMessage(body) ?? messages.unspecified,
    body,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

/** The response's message, if it has one that is not blank. */
export function responseMessage(body: JsonObject | undefined): string | undefined {
  const message = body?.message;
  return typeof message === 'string' && message.trim() !== '' ? message : undefined;
}

/** The response's JSON if it is an object. Ignores the content type; accepts a byte order mark. */
export function parseJsonObject(response: HttpResponse): JsonObject | undefined {
  try {
    const value = parseJson(new TextDecoder().decode(response.body));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** A response or a part of it. Throws a MalformedError if it does not fit the schema. */
export function parseItem<Schema extends z.ZodType>(
  { call }: ApiResponse,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new MalformedError(call, {
    httpStatus: 200,
    detail: z.prettifyError(result.error),
    cause: result.error,
  });
}

/** A Retry-After header, seconds or an HTTP date, in milliseconds from `now`. Never negative. */
export function retryAfterMs(
  header: string | string[] | undefined,
  now: number = Date.now(),
): number | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse accepts almost any text. An HTTP date starts with the day of the week.
  const date = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function describe(status: number): string {
  return status >= 300
    ? `HTTP ${status}, and redirects are not followed`
    : 'a response that is not a JSON object';
}
