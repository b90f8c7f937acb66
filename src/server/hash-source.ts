import { createHash } from 'node:crypto';

/** The source expression of an inline script or style in a content security policy. */
export const hashSource = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
