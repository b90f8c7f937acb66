import type { IncomingMessage } from 'node:http';

/** Whether a request has several Host headers: the response must be a 400 (RFC 9112, section 3.2). Node reads the first. */
export const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length > 1;
