import { createHash } from 'node:crypto';

/** A strong ETag of a response's content, with its quotes. */
export function etagOf(...content: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of content) hash.update(part);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/** Whether If-None-Match has the ETag; it compares weakly (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
