import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { embedPath, embedScriptPath, isSecretPath } from '#src/addresses.ts';

/**
 * A page has its own policy. A file of the build is no document and gets fewer headers, because a first visit loads ten
 * files. @param siteOrigin Strict-Transport-Security is sent only if this is https
 */
export function securityHeaders(siteOrigin: string): MiddlewareHandler {
  const strictTransportSecurity =
    siteOrigin.startsWith('https:') && 'max-age=31536000; includeSubDomains';
  const fileHeaders = secureHeaders({
    ...notSent,
    strictTransportSecurity,
    xFrameOptions: false,
    referrerPolicy: false,
    crossOriginOpenerPolicy: false,
  });
  const page = {
    ...notSent,
    strictTransportSecurity,
    xFrameOptions: 'DENY',
    // The address of a search contains what the visitor typed. Forms keep their Origin header.
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: Object.fromEntries(unusedFeatures.map((name) => [name, false])),
  } as const;
  const pageHeaders = secureHeaders(page);
  // The address contains a token, so other pages of the site must not receive it either.
  const linkPageHeaders = secureHeaders({ ...page, referrerPolicy: 'no-referrer' });
  // Other sites load the script and frame the page. In the page visitors can only click links.
  const embeddingHeaders = secureHeaders({
    ...page,
    xFrameOptions: false,
    crossOriginResourcePolicy: 'cross-origin',
  });
  return async (c, next) => {
    const { path } = c.req;
    if (path.startsWith('/assets/')) return fileHeaders(c, next);
    if (path === embedPath || path === embedScriptPath) {
      await embeddingHeaders(c, next);
      // A script element of another site may have `crossorigin`.
      if (path === embedScriptPath) c.res.headers.set('access-control-allow-origin', '*');
      return;
    }
    return (isSecretPath(path) ? linkPageHeaders : pageHeaders)(c, next);
  };
}

const unusedFeatures = `accelerometer browsingTopics camera displayCapture geolocation gyroscope hid
  magnetometer microphone midi payment serial usb xrSpatialTracking`.split(/\s+/);

/** These headers are not sent, because only browsers that this site does not support need them. */
const notSent = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;
