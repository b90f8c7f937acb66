/**
 * The address of an API host as calls use it: an http(s) origin, or an address below which `/api/…` is found,
 * without a trailing slash. Undefined for anything else, credentials and queries included.
 */
export function asHostAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== url.origin + url.pathname)
    return undefined;
  return url.href.replace(/\/+$/, '');
}
