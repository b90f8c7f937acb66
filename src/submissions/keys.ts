import { hkdfSync } from 'node:crypto';

/** One secret, one key a purpose: a key that leaks or is misused says nothing about the others. */
export interface SubmissionKeys {
  readonly seal: Buffer;
  readonly ticket: Buffer;
  readonly fingerprint: Buffer;
}

/** Derives 256-bit keys from the site's secret (HKDF-SHA-256). */
export function submissionKeys(secret: string): SubmissionKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'careers submissions', purpose, 32));
  return { seal: derive('seal'), ticket: derive('ticket'), fingerprint: derive('fingerprint') };
}
