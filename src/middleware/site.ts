import { existsSync } from 'node:fs';
import { Hono } from 'hono';
import { headScript } from '#src/components/head-script.ts';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { captchaUrls } from '#src/domain/model/captcha.ts';
import { apiClient } from '#src/server/api-client.ts';
import { checkRateLimit } from '#src/server/rate-limiter.ts';
import type { NodeBindings, SiteEnv } from '#src/server/request-context.ts';
import { formBodyLimit, maxFormBytes } from './body-limit.ts';
import { compress } from './compress.ts';
import { concurrencyLimit } from './concurrency-limit.ts';
import {
  type ContentSecurityPolicyOptions,
  contentSecurityPolicy,
} from './content-security-policy.ts';
import { errorPages, onError } from './error-pages.ts';
import { health } from './health.ts';
import { rateLimit } from './rate-limit.ts';
import { requestContextMiddleware } from './request-context.ts';
import { type RouteAllowlistOptions, routeAllowlist } from './route-allowlist.ts';
import { sameOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { siteEnquiryForms } from './site-enquiry-forms.ts';
import { siteUploads } from './site-uploads.ts';
import { staticAssets } from './static-assets.ts';

/** Where `waku build` puts the files served as they are; `start` runs in the project's folder. */
const publicDirectory = 'dist/public';

/** The pages: what Waku answers. */
export type Render = (request: Request, bindings: NodeBindings) => Response | Promise<Response>;

/** Everything between a visitor and the pages, in the order it runs, as the settings and the site file want it. */
export function siteMiddleware(render: Render, known: RouteAllowlistOptions = {}): Hono<SiteEnv> {
  const { siteOrigin, apiTimeoutMs } = settings();
  const app = new Hono<SiteEnv>();
  app.onError(onError);
  app.use(securityHeaders({ siteOrigin }));
  app.route('/', health({ askApi: () => apiClient().listCompanies() }));
  app.use(routeAllowlist(known));
  // While one develops, Vite serves the files.
  if (existsSync(publicDirectory) && !import.meta.env?.DEV)
    app.use(staticAssets({ directory: publicDirectory }));
  app.use(sameOrigin({ siteOrigin }));
  app.use(requestContextMiddleware());
  app.use('/api/uploadapplicantdocument', rateLimit('upload', checkRateLimit));
  app.use('/forms/*', rateLimit('contact', checkRateLimit));
  app.use(compress());
  // In development Vite adds scripts and styles of its own.
  if (!import.meta.env?.DEV) app.use(contentSecurityPolicy(pageSources()));
  // Before the cap: documents have a limit of their own.
  app.use(siteUploads());
  app.use(formBodyLimit({ maxBytes: maxFormBytes, withinMs: 30_000 }));
  app.use(siteEnquiryForms());
  app.use(errorPages());
  app.use(
    // The longest honest answer is an application's: two candidate checks, the opening, the post itself.
    concurrencyLimit({ concurrency: 64, maxWaiting: 2000, timeoutMs: apiTimeoutMs * 4 + 5000 }),
  );
  app.all('*', (c) => render(c.req.raw, c.env));
  return app;
}

/** What pages load from elsewhere: map tiles, the captcha's widget, forms that are sent to another host. */
function pageSources(): ContentSecurityPolicyOptions {
  const provider = siteConfig.captcha?.provider;
  const captcha =
    provider === undefined || provider === 'test' ? [] : captchaUrls[provider].origins;
  const elsewhere = (href: string) => (URL.canParse(href) ? [new URL(href).origin] : []);
  const { contactUs, quote } = siteConfig.enquiryForms;
  const forms = [contactUs, quote].flatMap(({ action }) => elsewhere(action));
  return {
    ownScripts: [headScript],
    patienceMs: 250,
    sources: {
      script: captcha,
      frame: captcha,
      connect: [...captcha, ...forms],
      image: elsewhere(siteConfig.map.tiles.replaceAll(/[{}]/g, '')),
      form: forms,
    },
  };
}
