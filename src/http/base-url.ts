/**
 * Parses the base URL of an API host: http or https, an origin with an optional path, no trailing slash. The result is
 * undefined for any other text, and for a URL with credentials, a query or a fragment.
 */
export function parseBaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== url.origin + url.pathname)
    return undefined;
  // linear: the address is a setting
  return url.href.replace(/\/+$/, '');
}

/** The address of an API host is a base URL, or `unix:` and the absolute path of a Unix socket. */
export const parseApiAddress = (text: string): string | undefined =>
  socketPathOf(text) === undefined ? parseBaseUrl(text) : text;

/** Connections to a Unix socket ignore the origin of the URL. */
export const baseUrlOf = (address: string): string =>
  // linear: the address is a setting
  socketPathOf(address) === undefined ? address.replace(/\/+$/, '') : 'http://unix-socket';

export const socketPathOf = (address: string): string | undefined =>
  address.startsWith('unix:/') ? address.slice('unix:'.length) : undefined;
