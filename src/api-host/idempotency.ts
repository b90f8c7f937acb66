import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { hostMessages, Refusal } from './replies.ts';

/** What lets a request be sent twice and done once. */
export interface RequestKey {
  readonly key: string;
  /** Tells whether two requests under one key ask the same. */
  readonly digest: string;
}

/**
 * The request's Idempotency-Key with a digest of what it asks; undefined when it has none.
 * @throws Refusal 400 for a key of no use
 */
export function requestKey(c: Context, asked: unknown): RequestKey | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Refusal(400, hostMessages.keyInvalid);
  return { key, digest: createHash('sha256').update(canonicalJson(asked)).digest('base64url') };
}

/** JSON in which the order of an object's names makes no difference. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, held: unknown) =>
    held !== null && typeof held === 'object' && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  );
}
