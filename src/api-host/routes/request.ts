import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { z } from 'zod';
import { networkHeader } from '#src/domain/api/request.ts';
import { parseJson } from '#src/domain/model/json.ts';
import { linkToken } from '#src/domain/model/linked-application.ts';
import { BodyError, readBodyBytes } from '#src/http/read-body.ts';
import type { RequestKey } from '../database/schema.ts';
import { Refusal, refusalMessages } from './responses.ts';

/** Room for the longest letter and twenty long answers with every character escaped. */
export const maxJsonBytes = 1024 * 1024;

/** @throws Refusal 400 not JSON, 408 too slow, 413 too large, 415 not declared as JSON */
export async function readJson(
  incoming: Readable & Pick<IncomingMessage, 'headers'>,
  { maxBytes = maxJsonBytes, timeoutMs = 30_000 } = {},
): Promise<unknown> {
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(incoming.headers['content-type'] ?? ''))
    throw new Refusal(415, refusalMessages.notJson);
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes)
    throw new Refusal(413, refusalMessages.bodyTooLarge);

  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  const bytes = await readBodyBytes(body, { maxBytes, timeoutMs }).catch((error: unknown) => {
    if (!(error instanceof BodyError)) throw error;
    if (error.problem === 'tooLong') throw new Refusal(413, refusalMessages.bodyTooLarge);
    if (error.problem === 'tooSlow') throw new Refusal(408, refusalMessages.bodyTooSlow);
    // The client has disconnected, so nobody receives this response.
    throw new Refusal(400, refusalMessages.notUnderstood);
  });
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, refusalMessages.notJson);
  }
}

/** Reads JSON of a shape. @throws Refusal as `readJson`, and 422 for another shape */
export async function readBody<Schema extends z.ZodType>(
  incoming: Parameters<typeof readJson>[0],
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJson(incoming));
  if (!parsed.success) throw new Refusal(422, refusalMessages.notUnderstood);
  return parsed.data;
}

export const tokenSchema = z.object({ token: z.string().regex(linkToken) });

/** Returns the token of a link. @throws Refusal as `readBody` */
export const readToken = async (incoming: Parameters<typeof readJson>[0]): Promise<string> =>
  (await readBody(incoming, tokenSchema)).token;

/** Returns the keyed hash of the visitor's network. Without a secret it is ignored, as any caller could send one. */
export const networkIn = (c: Context, secret: string | undefined): string | undefined =>
  secret === undefined ? undefined : /^[\w-]{43}$/.exec(c.req.header(networkHeader) ?? '')?.[0];

/**
 * Returns the request's Idempotency-Key with a digest of its content, or undefined without a key.
 * @throws Refusal 400 if the key is invalid
 */
export function requestKey(c: Context, content: unknown): RequestKey | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Refusal(400, refusalMessages.keyInvalid);
  return { key, digest: hash('sha256', canonicalJson(content), 'base64url') };
}

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
