import { existsSync } from 'node:fs';
import { Hono, type MiddlewareHandler } from 'hono';
import { checkDirectory } from '#src/config/readiness.ts';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { captchaUrls } from '#src/domain/model/captcha.ts';
import { referrers } from '#src/domain/model/options.ts';
import { embedPath, submissionPath, uploadPath } from '#src/domain/rules/addresses.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { apiClient, versionOfRead } from './api-client/api-client.ts';
import { enquiryForms } from './features/contact/enquiry-form-routes.ts';
import { sendMessage } from './features/contact/send-message.ts';
import { submissionState } from './features/documents/submission-state.ts';
import { type UploadSubmissions, uploadProxy } from './features/documents/upload-proxy.ts';
import { myApplication } from './features/my-application/my-application-routes.ts';
import { embeddedList } from './features/openings/embed/embedded-list.ts';
import { storedQuery } from './features/openings/find-openings.ts';
import { type CriticalStyles, createCriticalStyles } from './framework/critical-styles.ts';
import { headScript } from './framework/head-script.ts';
import { renderPage } from './framework/render.ts';
import { isOn } from './framework/switch.ts';
import { requireCaptchaSecret } from './limits/captcha.ts';
import { checkRateLimit, networkOf, rateLimitStore } from './limits/rate-limiter.ts';
import { formBodyLimit } from './middleware/body-limit.ts';
import { concurrencyLimit } from './middleware/concurrency-limit.ts';
import type { ContentSecurityPolicyOptions } from './middleware/content-security-policy.ts';
import { health, NotReadyError, type ReadinessChecks } from './middleware/health.ts';
import { policyReportPath, policyReports } from './middleware/policy-reports.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { referrerLinks } from './middleware/referrer-links.ts';
import { withRequestContext } from './middleware/request-context.ts';
import { requestId } from './middleware/request-id.ts';
import { type RouteAllowlistOptions, routeAllowlist } from './middleware/route-allowlist.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { compress } from './page-cache/compress.ts';
import {
  generatedFile,
  type PublicFile,
  readPublicFiles,
  serveFiles,
} from './page-cache/public-files.ts';
import { type CachedRoute, createResponder, type Responder } from './page-cache/respond.ts';
import { errorPages, onError } from './request/error-response.ts';
import { remoteAddressOf } from './request/remote-address.ts';
import type { NodeBindings, SiteEnv } from './request/site-env.ts';
import { maxFormBytes, routeOf } from './routes.ts';
import { applicationLink, unlessErased } from './submissions/stored-submission.ts';
import { traceRender } from './telemetry/tracing.ts';

const referrerCodes = referrers.map(({ value }) => value);

export type Render = (request: Request, bindings: NodeBindings) => Response | Promise<Response>;

export interface SiteOptions extends RouteAllowlistOptions {
  readonly styles?: string;
  readonly publicDirectory?: string | undefined;
}

type Site = { readonly app: Hono<SiteEnv> } & Pick<Responder, 'respond'>;

/**
 * The site: its middleware in the order it runs, its own routes, and the pages. Throws a SettingsError
 * for missing settings, so that they are reported at start.
 */
export function siteMiddleware(render: Render, options: SiteOptions = {}): Site {
  const { siteOrigin, uploadMaxBytes } = settings();
  requireCaptchaSecret();
  const { file, shorten } = createCriticalStyles(options.styles ?? '');
  const files = publicFiles(options.publicDirectory ?? 'dist/public', file);
  const app = new Hono<SiteEnv>();
  const { respond, middleware: storedResponses } = responder(app, files);
  app.onError(onError);
  app.use(requestId());
  app.use(compress());
  app.use(securityHeaders({ siteOrigin }));
  app.use(withRequestContext());
  app.use(routeAllowlist(options));
  app.use(sameOrigin({ siteOrigin }));
  app.use(visitorOnly(rateLimit((path) => routeOf(path).rateLimit)));
  app.use(storedResponses);
  if (isOn) app.use(serveFiles(files));
  app.route('/', health({ checks: readinessChecks() }));
  app.route('/', policyReports({ siteOrigin }));
  const policy = import.meta.env?.DEV ? undefined : policyOptions();
  app.use(renderPage({ policy, timeoutMs: isOn ? 250 : 0, shorten }));
  // Before the body limit, because documents have a different limit.
  app.route('/', documentRoutes(uploadMaxBytes));
  app.use(formBodyLimit({ maxBytes: maxBodyBytes, timeoutMs: 30_000 }));
  app.route('/', formRoutes(siteOrigin));
  app.use(errorPages());
  app.use(...renderLimits());
  app.get(embedPath, embeddedList);
  app.use(referrerLinks({ codes: referrerCodes }));
  app.all('*', (c) => traceRender(() => render(forWaku(c.req.raw), c.env)));
  return { app, respond };
}

/** None where it is switched off: Waku or Vite serves them. */
function publicFiles(
  directory: string,
  { path, css }: CriticalStyles['file'],
): Map<string, PublicFile> {
  const files = isOn && existsSync(directory) ? readPublicFiles(directory) : new Map();
  return isOn ? files.set(path, generatedFile(path, css)) : files;
}

const responder = (app: Hono<SiteEnv>, files: ReadonlyMap<string, PublicFile>): Responder =>
  createResponder({
    routeOf: isOn ? cachedRoute : () => undefined,
    files,
    ttlMs: settings().cacheTtlMs,
    maxBytes: 48 * 1024 * 1024,
    origin: settings().siteOrigin,
    render: (request, record) => app.fetch(request, { record }),
    versionOf: versionOfRead,
  });

/** A path with an escape is a second spelling of a page, and is not stored. */
function cachedRoute(path: string): CachedRoute | undefined {
  const { stored, rateLimit: limit } = routeOf(path);
  if (!stored || path.includes('%')) return undefined;
  const query = typeof stored === 'string' ? storedQuery(stored) : stored;
  return { query, isLimited: limit !== undefined };
}

function documentRoutes(maxBytes: number): Hono<SiteEnv> {
  const findByTicket: UploadSubmissions['findByTicket'] = async (ticket, of) =>
    unlessErased(await submissionRepository().findByTicket(ticket, of), apiClient());
  return new Hono<SiteEnv>()
    .post(
      uploadPath,
      uploadProxy({ client: apiClient, submissions: submissionRepository, maxBytes }),
    )
    .get(
      submissionPath,
      submissionState({
        submissions: () => ({ findByTicket }),
        linkOf: (submission) => applicationLink(submission, apiClient()),
      }),
    );
}

/** The forms that Waku does not render. */
function formRoutes(siteOrigin: string): Hono<SiteEnv> {
  const { contactUs, quote } = siteConfig.enquiryForms;
  const forms = enquiryForms({
    sendMessage,
    services: quote.services,
    rules: { 'contact-us': contactUs.rules, quote: quote.rules },
    closedDates: quote.closedDates,
  });
  const links = myApplication({
    client: apiClient,
    submissions: submissionRepository,
    checkRateLimit,
    siteOrigin,
  });
  return new Hono<SiteEnv>().route('/', forms).route('/', links);
}

/** How often large forms may be sent, and how many pages are rendered at the same time. */
function renderLimits(): MiddlewareHandler<SiteEnv>[] {
  const { apiTimeoutMs, trustProxy } = settings();
  // An application makes four calls: two candidate checks, the opening, the post.
  const timeoutMs = apiTimeoutMs * 4 + 5000;
  return [
    onlyLargeForms(rateLimit((path) => routeOf(path).body?.rateLimit)),
    // One after the other, so that several of the most expensive forms delay each other and no one else.
    onlyLargeForms(
      concurrencyLimit({
        name: 'large-forms',
        concurrency: 1,
        maxWaiting: 100,
        maxPerClient: 10,
        clientOf: (c) => networkOf(remoteAddressOf(c, trustProxy)),
        timeoutMs,
        pauseMs: 100,
      }),
    ),
    concurrencyLimit({ name: 'pages', concurrency: 64, maxWaiting: 2000, timeoutMs }),
  ];
}

/** Not for a page that is rendered to be stored: the request that it was rendered for has passed `limit`. */
function visitorOnly(limit: MiddlewareHandler<SiteEnv>): MiddlewareHandler<SiteEnv> {
  return (c, next) => (c.env?.record ? next() : limit(c, next));
}

const maxBodyBytes = (path: string) => routeOf(path).body?.maxBytes ?? maxFormBytes;

/** Applies a middleware to forms of which more was received than other forms may have. */
function onlyLargeForms(limit: MiddlewareHandler<SiteEnv>): MiddlewareHandler<SiteEnv> {
  return (c, next) => ((c.get('formBytes') ?? 0) > maxFormBytes ? limit(c, next) : next());
}

/**
 * Waku compares the Origin of a form with the Host header, which a proxy may have replaced; `sameOrigin` has checked it. It
 * has no HEAD for what is no page; hono drops the body of a response to HEAD.
 */
function forWaku(request: Request): Request {
  if (request.method === 'HEAD') return new Request(request, { method: 'GET' });
  if (request.method !== 'POST' || !request.headers.has('origin')) return request;
  const headers = new Headers(request.headers);
  headers.delete('origin');
  return new Request(request, { headers });
}

/** The API host responds, and what this site and its API host store can be written. */
function readinessChecks(): ReadinessChecks {
  const { dataDir, databaseUrl, apiHostSecret, redisUrl } = settings();
  return {
    apiHost: async () => {
      // Without its secret the API host is not ours: it has only the calls of section 7. Ours says first what fails.
      const details = apiHostSecret === undefined ? {} : await hostHealth();
      await apiClient().listCompanies();
      return details;
    },
    submissions: async () => {
      if (databaseUrl === undefined) await checkDirectory(dataDir);
      return { schema: await submissionRepository().checkDatabase() };
    },
    // While Redis does not respond, each process counts by itself: that is no reason to send visitors elsewhere.
    ...(redisUrl !== undefined && {
      rateLimits: async () => ({ countedIn: await rateLimitStore() }),
    }),
  };
}

/** What our API host says of its data. */
async function hostHealth(): Promise<object> {
  const { isReady, message, ...details } = await apiClient().checkHealth();
  if (!isReady) throw new NotReadyError(`the API host: ${message}`, details);
  return details;
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
