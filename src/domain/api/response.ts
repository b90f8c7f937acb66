import { z } from 'zod';
import { parseJson } from '#src/domain/model/json.ts';
import { messages } from '#src/domain/model/messages.ts';
import { type CallInfo, MalformedError, RefusedError } from '#src/http/errors.ts';
import type { HttpResponse } from '#src/http/transport.ts';
import { isSuccess } from './response-status.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Any complete response; error messages name its call. */
export interface CallResponse extends HttpResponse {
  readonly call: CallInfo;
}

/** A successful response (section 7). */
export interface ApiResponse {
  readonly call: CallInfo;
  readonly body: JsonObject;
}

export interface MalformedItem {
  readonly url: string;
  readonly index: number;
  readonly id?: string;
  readonly omitted: 'item' | 'parts';
  /** The path of each part and why it is invalid; contains no values. */
  readonly detail: string;
}

/**
 * Applies section 7's success test for reads and writes: the status is true, 'True' or 1. Otherwise it throws a
 * RefusedError with the response's body and message. An HTTP error is always a refusal. An HTTP success that is not a JSON
 * object is a MalformedError.
 */
export function checkSuccess(response: CallResponse): JsonObject {
  const { call } = response;
  const body = parseJsonObject(response);
  const isHttpSuccess = response.status >= 200 && response.status < 300;
  if (isHttpSuccess && body && isSuccess(body.status)) return body;
  if (response.status < 400 && !(isHttpSuccess && body))
    throw new MalformedError(call, {
      httpStatus: response.status,
      detail:
        response.status >= 300
          ? `HTTP ${response.status}, and redirects are not followed`
          : 'a response that is not a JSON object',
    });
  const wait = retryAfterMs(response.headers['retry-after']);
  throw new RefusedError(call, {
    httpStatus: response.status,
    message: responseMessage(body) ?? messages.unspecified,
    body,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

export function responseMessage(body: JsonObject | undefined): string | undefined {
  const message = body?.message;
  return typeof message === 'string' && message.trim() !== '' ? message : undefined;
}

/** Returns the response's JSON if it is an object. The content type is ignored, and a byte order mark is accepted. */
export function parseJsonObject(response: HttpResponse): JsonObject | undefined {
  try {
    const value = parseJson(response.body.toString());
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

export function parseItem<Schema extends z.ZodType>(
  { call }: Pick<ApiResponse, 'call'>,
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

/**
 * Converts a Retry-After header, in seconds or as an HTTP date, to milliseconds from `now`. The result is never negative.
 */
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
