import type { MiddlewareHandler } from 'hono';
import { createTransport } from '#src/http/transport.ts';
import { siteClient } from '#src/site/client.ts';
import { log } from '#src/site/log.ts';
import { remoteAddressOf } from '#src/site/request.ts';
import { SettingsError, settings } from '#src/site/settings.ts';
import { siteFile } from '#src/site/site-file.ts';
import { pageForms } from './page-forms.ts';

/** The page forms as this site's settings and site file want them. Throws a SettingsError at the start, not at a visitor. */
export function sitePageForms(): MiddlewareHandler {
  const { apiTimeoutMs, captchaSecret: secret, trustProxy } = settings();
  const provider = siteFile.captcha?.provider;
  if (provider !== undefined && secret === undefined)
    throw new SettingsError([
      { variable: 'CAPTCHA_SECRET', message: 'must be set where the site file names a captcha' },
    ]);
  return pageForms({
    client: siteClient,
    services: siteFile.pageForms.quote.services,
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
