/**
 * The base URL of an API host: http or https, an origin with an optional path, no trailing slash.
 * Undefined for any other text, and for a URL with credentials, a query or a fragment.
 */
export function parseBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== url.origin + url.pathname)
    return undefined;
  // linear: the address is a setting
  return url.href.replace(/\/+$/, '');
}
