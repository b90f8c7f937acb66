import type { MiddlewareHandler } from 'hono';

export interface SecurityOptions {
  /** The site's public origin: Strict-Transport-Security is sent only where that is https. */
  readonly siteOrigin: string;
}

/** Powers no page of the site uses, taken from everything it might ever load. */
const powers =
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb xr-spatial-tracking';

/** The headers that are the same for every answer; the content security policy is each page's own (content-security.ts). */
export function securityHeaders({ siteOrigin }: SecurityOptions): MiddlewareHandler {
  const headers: Readonly<Record<string, string>> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Addresses of openings may be told to others, searches may not; and Origin stays on forms.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': powers
      .split(' ')
      .map((power) => `${power}=()`)
      .join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(siteOrigin.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}
