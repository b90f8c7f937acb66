import type { IncomingMessage } from 'node:http';

/** A request with several Host headers must get a 400 (RFC 9112, section 3.2). Node reads only the first. */
export const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length > 1;
