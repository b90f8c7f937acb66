import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

export interface SecurityHeadersOptions {
  /** The site's public origin: Strict-Transport-Security is sent only where it is https. */
  readonly siteOrigin: string;
}

/** The headers that are equal for every response. Each page has its own policy (content-security-policy.ts). */
export function securityHeaders({ siteOrigin }: SecurityHeadersOptions): MiddlewareHandler {
  return secureHeaders({
    xFrameOptions: 'DENY',
    // Other sites receive the origin only: the address of a search contains what the visitor typed. Forms
    // keep their Origin header.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity:
      siteOrigin.startsWith('https:') && 'max-age=31536000; includeSubDomains',
    // Browser features that no page uses.
    permissionsPolicy: {
      accelerometer: false,
      browsingTopics: false,
      camera: false,
      displayCapture: false,
      geolocation: false,
      gyroscope: false,
      hid: false,
      magnetometer: false,
      microphone: false,
      midi: false,
      payment: false,
      serial: false,
      usb: false,
      xrSpatialTracking: false,
    },
    // Headers for browsers that this site does not support.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}
