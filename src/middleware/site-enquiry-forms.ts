import type { MiddlewareHandler } from 'hono';
import { SettingsError, settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { createTransport } from '#src/http/transport.ts';
import { apiClient } from '#src/server/api-client.ts';
import { log } from '#src/server/logger.ts';
import { remoteAddressOf } from '#src/server/request-context.ts';
import { enquiryForms } from './enquiry-forms.ts';

/** The page forms as this site's settings and site file want them. Throws a SettingsError at the start, not at a visitor. */
export function siteEnquiryForms(): MiddlewareHandler {
  const { apiTimeoutMs, captchaSecret: secret, trustProxy } = settings();
  const provider = siteConfig.captcha?.provider;
  if (provider !== undefined && secret === undefined)
    throw new SettingsError([
      { variable: 'CAPTCHA_SECRET', message: 'must be set where the site file names a captcha' },
    ]);
  return enquiryForms({
    client: apiClient,
    services: siteConfig.enquiryForms.quote.services,
    remoteAddressOf: (c) => remoteAddressOf(c, trustProxy),
    onFailure: (err) => log().warn({ event: 'page-form-failed', err }),
    ...(provider !== undefined &&
      secret !== undefined && {
        captcha: {
          provider,
          secret,
          transport: createTransport({ connectTimeoutMs: apiTimeoutMs }),
        },
      }),
  });
}
