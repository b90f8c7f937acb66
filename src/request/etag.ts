import { createHash } from 'node:crypto';

/** Returns a strong ETag with its quotes. */
export function etagOf(...content: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of content) hash.update(part);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}
