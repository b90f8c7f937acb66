import { existsSync } from 'node:fs';
import { Hono } from 'hono';
import { headScript } from '#src/components/head-script.ts';
import { captchaAddresses } from '#src/domain/model/captcha.ts';
import { siteClient } from '#src/site/client.ts';
import type { NodeBindings, SiteEnv } from '#src/site/request.ts';
import { settings } from '#src/site/settings.ts';
import { siteFile } from '#src/site/site-file.ts';
import { takeTurn } from '#src/site/turns.ts';
import { bodyCap, formCapBytes } from './body-cap.ts';
import { compress } from './compress.ts';
import { type ContentSecurityOptions, contentSecurity } from './content-security.ts';
import { errorPages, onError } from './error-pages.ts';
import { health } from './health.ts';
import { type KnownRequestsOptions, knownRequests } from './known-requests.ts';
import { limitTurns } from './limit-turns.ts';
import { renderGate } from './render-gate.ts';
import { requestScope } from './request-scope.ts';
import { sameOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { sitePageForms } from './site-page-forms.ts';
import { siteUploads } from './site-uploads.ts';
import { staticAssets } from './static-assets.ts';

/** Where `waku build` puts the files served as they are; `start` runs in the project's folder. */
const publicDirectory = 'dist/public';

/** The pages: what Waku answers. */
export type Render = (request: Request, bindings: NodeBindings) => Response | Promise<Response>;

/** Everything between a visitor and the pages, in the order it runs, as the settings and the site file want it. */
export function siteMiddleware(render: Render, known: KnownRequestsOptions = {}): Hono<SiteEnv> {
  const { siteOrigin, apiTimeoutMs } = settings();
  const app = new Hono<SiteEnv>();
  app.onError(onError);
  app.use(securityHeaders({ siteOrigin }));
  app.route('/', health({ askApi: () => siteClient().listCompanies() }));
  app.use(knownRequests(known));
  // While one develops, Vite serves the files.
  if (existsSync(publicDirectory) && !import.meta.env?.DEV)
    app.use(staticAssets({ directory: publicDirectory }));
  app.use(sameOrigin({ siteOrigin }));
  app.use(requestScope());
  app.use('/api/uploadapplicantdocument', limitTurns('upload', takeTurn));
  app.use('/forms/*', limitTurns('contact', takeTurn));
  app.use(compress());
  // In development Vite adds scripts and styles of its own.
  if (!import.meta.env?.DEV) app.use(contentSecurity(pageSources()));
  // Before the cap: documents have a limit of their own.
  app.use(siteUploads());
  app.use(bodyCap({ maxBytes: formCapBytes, withinMs: 30_000 }));
  app.use(sitePageForms());
  app.use(errorPages());
  app.use(
    // The longest honest answer is an application's: two candidate checks, the opening, the post itself.
    renderGate({ concurrent: 64, waiting: 2000, withinMs: apiTimeoutMs * 4 + 5000 }),
  );
  app.all('*', (c) => render(c.req.raw, c.env));
  return app;
}

/** What pages load from elsewhere: map tiles, the captcha's widget, forms that are sent to another host. */
function pageSources(): ContentSecurityOptions {
  const provider = siteFile.captcha?.provider;
  const captcha =
    provider === undefined || provider === 'test' ? [] : captchaAddresses[provider].origins;
  const elsewhere = (href: string) => (URL.canParse(href) ? [new URL(href).origin] : []);
  const { contactUs, quote } = siteFile.pageForms;
  const forms = [contactUs, quote].flatMap(({ action }) => elsewhere(action));
  return {
    ownScripts: [headScript],
    patienceMs: 250,
    sources: {
      script: captcha,
      frame: captcha,
      connect: [...captcha, ...forms],
      image: elsewhere(siteFile.map.tiles.replaceAll(/[{}]/g, '')),
      form: forms,
    },
  };
}
