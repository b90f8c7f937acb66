import { hash } from 'node:crypto';

/** Returns the source of a Content-Security-Policy that allows an inline script or style of this content. */
export const hashSource = (content: string | Buffer): string =>
  `'sha256-${hash('sha256', content, 'base64')}'`;
