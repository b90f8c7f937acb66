import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { parseAccept } from 'hono/utils/accept';

/** Browsers get a page, scripts get JSON, and other clients get plain text. */
export const preferredType = (c: Context): 'text/html' | 'application/json' | 'text/plain' =>
  accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'application/json'],
    default: 'text/plain',
  }) as ReturnType<typeof preferredType>;

/** The best coding is first. */
export const contentCodings = ['br', 'gzip'] as const;
export type ContentCoding = (typeof contentCodings)[number];

/**
 * Returns the first of `available` that an Accept-Encoding header allows; the order of the header does not count. The
 * result is undefined if it allows none. hono's `accepts` needs a Context, which a stored response does not have
 * (src/page-cache/page-cache.ts).
 */
export function preferredCoding<Coding extends ContentCoding>(
  header: string | undefined,
  available: readonly Coding[],
): Coding | undefined {
  const accepted = parseAccept((header ?? '').toLowerCase());
  const quality = new Map(accepted.map(({ type, q }) => [type, q]));
  return available.find((name) => (quality.get(name) ?? quality.get('*') ?? 0) > 0);
}
