import { existsSync } from 'node:fs';
import { Hono, type MiddlewareHandler } from 'hono';
import { checkDirectory } from '#src/config/readiness.ts';
import { SettingsError, settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { headScript } from '#src/document/head-script.ts';
import { captchaUrls } from '#src/domain/model/captcha.ts';
import { referrers } from '#src/domain/model/options.ts';
import { readSearch } from '#src/domain/rules/search.ts';
import { createTransport } from '#src/http/transport.ts';
import { apiClient, versionOfRead } from '#src/server/api-client.ts';
import { log } from '#src/server/logger.ts';
import { checkRateLimit } from '#src/server/rate-limiter.ts';
import { type NodeBindings, remoteAddressOf, type SiteEnv } from '#src/server/request-context.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { compress } from './document/compress.ts';
import type { ContentSecurityPolicyOptions } from './document/content-security-policy.ts';
import { createCriticalStyles } from './document/critical-styles.ts';
import {
  generatedFile,
  type PublicFile,
  readPublicFiles,
  serveFiles,
} from './document/public-files.ts';
import { referrerLinks } from './document/referrer-links.ts';
import { renderPage } from './document/render.ts';
import { type CachedRoute, createResponder, type Responder } from './document/respond.ts';
import { isOn } from './document/switch.ts';
import { submissionState } from './features/documents/submission-state.ts';
import { uploadProxy } from './features/documents/upload-proxy.ts';
import {
  type EnquiryFormsOptions,
  enquiryForms,
} from './features/enquiry-forms/enquiry-form-routes.ts';
import { storedQuery } from './features/openings/find-openings.ts';
import { formBodyLimit, maxFormBytes } from './middleware/body-limit.ts';
import { concurrencyLimit } from './middleware/concurrency-limit.ts';
import { health } from './middleware/health.ts';
import { policyReportPath, policyReports } from './middleware/policy-reports.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { withRequestContext } from './middleware/request-context.ts';
import { type RouteAllowlistOptions, routeAllowlist } from './middleware/route-allowlist.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { errorPages, onError } from './server/error-response.ts';

/** Where `waku build` writes the public files, relative to the project's folder. */
const publicDirectory = 'dist/public';
const uploadPath = '/api/uploadapplicantdocument';

const referrerCodes = referrers.map(({ value }) => value);

/** The pages that are equal for all visitors, and the part of the query that each depends on. */
const cachedRoutes: readonly CachedRoute[] = [
  { path: /^\/(?:index)?$/, query: storedQuery('list') },
  { path: /^\/contact$/ },
  {
    path: /^\/feedback$/,
    query: (query) => {
      const joblistingid = query.get('joblistingid')?.trim();
      return new URLSearchParams(joblistingid && { joblistingid });
    },
  },
  { path: /^\/(?:robots\.txt|manifest\.webmanifest|sitemap\.xml|sitemaps\/\d{1,4}\.xml)$/ },
  {
    path: /^\/application\/[\w-]{1,64}$/,
    query: (query) => {
      const { ref } = readSearch(query);
      return new URLSearchParams(ref && { ref });
    },
  },
  { path: /^\/(?:robots\.txt|manifest\.webmanifest|sitemap\.xml|sitemaps\/\d{1,4}\.xml)$/ },
  { path: /^\/feed\.(?:rss|atom|json)$/, query: storedQuery('feed') },
  { path: /^\/jobs\.xml$/, query: storedQuery('jobs') },
];

/** Renders the pages: Waku's handler. */
export type Render = (request: Request, bindings: NodeBindings) => Response | Promise<Response>;

/**
 * The site: its middleware in the order it runs, its own routes, and the pages. Throws a SettingsError
 * for missing settings, so that they are reported at start.
 */
export function siteMiddleware(
  render: Render,
  { styles = '', ...allowlist }: RouteAllowlistOptions & { readonly styles?: string } = {},
): { readonly app: Hono<SiteEnv> } & Pick<Responder, 'respond'> {
  const { siteOrigin, apiTimeoutMs, cacheTtlMs, uploadMaxBytes: maxBytes } = settings();
  const app = new Hono<SiteEnv>();
  app.onError(onError);
  app.use(compress());
  const { file, shorten } = createCriticalStyles(styles);
  // Switched off, Waku or Vite serves the files.
  const files =
    isOn && existsSync(publicDirectory)
      ? readPublicFiles(publicDirectory)
      : new Map<string, PublicFile>();
  if (isOn) files.set(file.path, generatedFile(file.path, file.css));
  const { respond, middleware } = createResponder({
    routes: isOn ? cachedRoutes : [],
    files,
    ttlMs: cacheTtlMs,
    maxBytes: 64 * 1024 * 1024,
    origin: siteOrigin,
    render: (request, record) => app.fetch(request, { record }),
    versionOf: versionOfRead,
  });
  app.use(middleware);
  app.use(securityHeaders({ siteOrigin }));
  app.route('/', health({ checks: readinessChecks() }));
  app.use(routeAllowlist(allowlist));
  if (isOn) app.use(serveFiles(files));
  app.use(sameOrigin({ siteOrigin }));
  app.route('/', policyReports({ siteOrigin }));
  app.use(withRequestContext());
  app.use(uploadPath, rateLimit({ action: 'upload', check: checkRateLimit }));
  // Not for the remote validation of a field, which sends no message.
  app.use(
    '/forms/:form{contact-us|quote}',
    rateLimit({ action: 'contact', check: checkRateLimit }),
  );
  const policy = import.meta.env?.DEV ? undefined : policyOptions();
  app.use(renderPage({ policy, timeoutMs: isOn ? 250 : 0, shorten }));
  // Before the body limit, because documents have a different limit.
  app.post(
    uploadPath,
    uploadProxy({ client: apiClient, submissions: submissionRepository, maxBytes }),
  );
  app.get('/api/submission', submissionState({ submissions: submissionRepository }));
  app.use(formBodyLimit({ maxBytes: maxFormBytes, timeoutMs: 30_000 }));
  app.route('/', enquiryForms(enquiryFormOptions()));
  app.use(errorPages());
  // One after the other, so that several of the most expensive forms delay each other and no one else.
  app.use(
    onlyLargeForms(
      concurrencyLimit({
        concurrency: 1,
        maxWaiting: 100,
        timeoutMs: apiTimeoutMs * 4 + 5000,
        pauseMs: 100,
      }),
    ),
  );
  app.use(
    concurrencyLimit({
      concurrency: 64,
      maxWaiting: 2000,
      // An application makes four calls: two candidate checks, the opening, the post.
      timeoutMs: apiTimeoutMs * 4 + 5000,
    }),
  );
  app.use(referrerLinks({ codes: referrerCodes }));
  app.all('*', (c) => render(withoutOrigin(c.req.raw), c.env));
  return { app, respond };
}

/** More than the longest letter of 30,000 characters in Latin script, with answers; in bytes. */
const largeFormBytes = 64 * 1024;

/** Applies a middleware to forms that are large or do not declare their length. */
function onlyLargeForms(limit: MiddlewareHandler): MiddlewareHandler {
  return (c, next) =>
    c.req.method === 'POST' &&
    Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY) > largeFormBytes
      ? limit(c, next)
      : next();
}

/**
 * `sameOrigin` has checked the Origin of a form. Waku compares it with the Host header, which a proxy may have
 * replaced, and would refuse the visitor.
 */
function withoutOrigin(request: Request): Request {
  if (request.method !== 'POST' || !request.headers.has('origin')) return request;
  const headers = new Headers(request.headers);
  headers.delete('origin');
  return new Request(request, { headers });
}

/** The API host responds, and what this site and its embedded API host store can be written. */
function readinessChecks(): (() => Promise<unknown>)[] {
  const { dataDir, apiHost, apiHostSecret, apiTimeoutMs } = settings();
  return [
    () => apiClient().listCompanies(),
    () => checkDirectory(dataDir),
    async () => {
      // Other API hosts have no such address.
      if (apiHostSecret === undefined) return;
      const signal = AbortSignal.timeout(apiTimeoutMs);
      const { ok } = await fetch(`${apiHost}/health`, { signal });
      if (!ok) throw new Error('the API host cannot write its data');
    },
  ];
}

/** What pages load from other hosts: map tiles, the captcha's widget, the actions of forms. */
function policyOptions(): ContentSecurityPolicyOptions {
  const provider = siteConfig.captcha?.provider;
  const captcha =
    provider === undefined || provider === 'test' ? [] : captchaUrls[provider].origins;
  const originOf = (href: string) => (URL.canParse(href) ? [new URL(href).origin] : []);
  const { contactUs, quote } = siteConfig.enquiryForms;
  const forms = [contactUs, quote].flatMap(({ action }) => originOf(action));
  const remoteChecks = [contactUs, quote].flatMap(({ rules }) =>
    Object.values(rules).flatMap(({ remote }) => originOf(remote ?? '')),
  );
  return {
    siteScripts: [headScript],
    reportPath: policyReportPath,
    sources: {
      script: captcha,
      frame: captcha,
      connect: [...captcha, ...forms, ...remoteChecks],
      image: originOf(siteConfig.map.tiles.replaceAll(/[{}]/g, '')),
      form: forms,
    },
  };
}

function enquiryFormOptions(): EnquiryFormsOptions {
  const { apiTimeoutMs, captchaSecret: secret, trustProxy } = settings();
  const { contactUs, quote } = siteConfig.enquiryForms;
  const provider = siteConfig.captcha?.provider;
  if (provider !== undefined && secret === undefined)
    throw new SettingsError([
      { variable: 'CAPTCHA_SECRET', message: 'must be set where the site config names a captcha' },
    ]);
  const transport = createTransport({ connectTimeoutMs: apiTimeoutMs });
  return {
    client: apiClient,
    services: quote.services,
    rules: { 'contact-us': contactUs.rules, quote: quote.rules },
    closedDates: quote.closedDates,
    remoteAddressOf: (c) => remoteAddressOf(c, trustProxy),
    onFailure: (err) => log().warn({ event: 'enquiry-form-failed', err }),
    onHoneypotIgnored: (form) => log().warn({ event: 'honeypot-ignored', form }),
    ...(provider !== undefined &&
      secret !== undefined && { captcha: { provider, secret, transport } }),
  };
}
