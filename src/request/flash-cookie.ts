import type { Context } from 'hono';
import { generateCookie, getCookie, setCookie } from 'hono/cookie';
import { settings } from '#src/config/settings.ts';
import type { SiteEnv } from './site-env.ts';

/** The redirect follows at once. If the page is never opened, an old value is shown for no longer than this. */
const lifetimeSeconds = 60;

/** Browsers accept a `__Host-` cookie only from this host, and only over https. */
function optionsOf(maxAge: number) {
  const options = { path: '/', maxAge, httpOnly: true, sameSite: 'Strict' } as const;
  const isSecure = settings().siteOrigin.startsWith('https:');
  return isSecure ? ({ ...options, prefix: 'host', secure: true } as const) : options;
}

/** Keeps a value for the page to which the response redirects. */
export const setFlashCookie = (c: Context<SiteEnv>, name: string, value: string): void =>
  setCookie(c, name, value, optionsOf(lifetimeSeconds));

/** Returns the value and removes it, so that only one page shows it. */
export function takeFlashCookie(c: Context<SiteEnv>, name: string): string | undefined {
  const options = optionsOf(0);
  const value = getCookie(c, name, 'prefix' in options ? options.prefix : undefined);
  if (value !== undefined) c.get('setCookies').push(generateCookie(name, '', options));
  return value;
}
