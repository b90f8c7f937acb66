import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import {
  embedScriptPath,
  feedbackPath,
  myApplicationPaths,
  resultParameter,
  submissionPath,
  uploadPath,
} from '#src/addresses.ts';
import { apiCalls, apiReads } from '#src/api-client/api-client.ts';
import { sitePictures } from '#src/config/pictures.ts';
import { settings } from '#src/config/settings.ts';
import { hasFeature, siteConfig } from '#src/config/site.ts';
import { siteIcon } from '#src/config/site-icon.ts';
import { skinRules } from '#src/config/skins.ts';
import { alertPages } from '#src/features/alerts/alert-routes.ts';
import { applicationFormRoutes } from '#src/features/application/application-routes.ts';
import { messageForms } from '#src/features/contact/message-routes.ts';
import { submissionState } from '#src/features/documents/submission-state.ts';
import { showUploadOutcome } from '#src/features/documents/upload-outcome.ts';
import { uploadProxy } from '#src/features/documents/upload-proxy.ts';
import { myApplication } from '#src/features/my-application/my-application-routes.ts';
import { storedQuery } from '#src/features/openings/data/stored-query.ts';
import { requireCaptchaSecret } from '#src/forms/captcha.ts';
import { finishPages } from '#src/framework/finish-pages.ts';
import { createFirstPaint, type FirstPaint } from '#src/framework/first-paint.ts';
import { headScript } from '#src/framework/head-script.ts';
import { pageRenderer, pageResponses, type Render } from '#src/framework/page-renderer.ts';
import type { PageStyles } from '#src/framework/page-styles.ts';
import { knownServerFunctions, type ServerModules } from '#src/framework/server-functions.ts';
import { isOptimized } from '#src/framework/switch.ts';
import { inLanguage } from '#src/language/paths.ts';
import { languages, texts } from '#src/language/server.ts';
import { formBodyLimit } from '#src/limits/body-limit.ts';
import { createClientLimit } from '#src/limits/client-limit.ts';
import { concurrencyLimit } from '#src/limits/concurrency-limit.ts';
import { networkOf, rateLimit } from '#src/limits/rate-limiter.ts';
import { contentSecurityPolicy } from '#src/middleware/content-security-policy.ts';
import { health } from '#src/middleware/health.ts';
import { keepReferrer, mayRedirect } from '#src/middleware/keep-referrer.ts';
import { withRequestContext } from '#src/middleware/request-context.ts';
import { requestId } from '#src/middleware/request-id.ts';
import { routeAllowlist } from '#src/middleware/route-allowlist.ts';
import { sameOrigin } from '#src/middleware/same-origin.ts';
import { securityHeaders } from '#src/middleware/security-headers.ts';
import { compress } from '#src/page-cache/compress.ts';
import { withEarlierBuilds } from '#src/page-cache/earlier-builds.ts';
import { type CachedRoute, createPageCache, type PageCache } from '#src/page-cache/page-cache.ts';
import {
  type PublicFile,
  publicFile,
  readPublicFiles,
  serveFiles,
} from '#src/page-cache/public-files.ts';
import { errorPages, errorResponse, onError } from '#src/request/error-response.ts';
import { createPageRecord } from '#src/request/page-record.ts';
import { remoteAddressOf } from '#src/request/remote-address.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { isServerFunctionPath, localizedPath, maxFormBytes, routeOf } from '#src/routes.ts';
import { submissionRepository } from '#src/submissions/repository.ts';

interface SiteOptions {
  /** Absent in development, because Vite registers server functions when they are first used. */
  readonly serverModules?: ServerModules;
  readonly styles?: PageStyles;
  readonly publicDirectory?: string | undefined;
}

interface Site {
  readonly app: Hono<SiteEnv>;
  /** Returns false if there is no stored page or file, or if the request needs the middleware. */
  readonly sendStored: PageCache['send'];
}

/** Throws a SettingsError for missing settings, so that they are reported at start. */
export function siteMiddleware(waku: Render, options: SiteOptions = {}): Site {
  const { apiTimeoutMs, siteOrigin, uploadMaxBytes } = settings();
  requireCaptchaSecret();
  // These are functions, called for each request, because a build has neither an API host nor a data directory.
  const services = {
    client: apiCalls,
    submissions: submissionRepository,
    offersAlerts: apiReads.offersAlerts,
    enquiryForms: siteConfig.enquiryForms,
    maxBytes: uploadMaxBytes,
  };
  // An application makes four calls: two candidate checks, the opening, the post.
  const timeoutMs = apiTimeoutMs * 4 + 5000;
  const firstPaint =
    isOptimized && options.styles ? createFirstPaint(withSkins(options.styles)) : undefined;
  const files = publicFiles(options, firstPaint);
  const siteStyles = firstPaint?.styles ?? [skinRules(false)];
  const policy = import.meta.env?.DEV ? undefined : contentSecurityPolicy(headScript, siteStyles);
  const headers = securityHeaders(siteOrigin);
  const finish = finishPages({ policy, firstPaint });
  const render = pageRenderer(waku, [
    errorPages(),
    concurrencyLimit({ name: 'pages', concurrency: 64, maxWaiting: 2000, timeoutMs }),
  ]);

  // The app for stored pages. They are rendered for all visitors, so they skip the middleware for a visitor's request.
  const forAll = new Hono<SiteEnv>({ getPath: pathOf });
  forAll.onError(onError);
  forAll.use(headers, withRequestContext(), serveFiles(files), finish, render);
  const pageCache = cacheOf(forAll, files);

  const app = new Hono<SiteEnv>({ getPath: pathOf });
  app.onError(onError);
  app.use(requestId(), compress(), headers, withRequestContext());
  const { serverModules } = options;
  const serverFunctions = serverModules && knownServerFunctions(serverModules);
  if (serverFunctions) app.use(serverFunctions.addresses);
  app.use(routeAllowlist(), sameOrigin(siteOrigin), keepReferrer(siteOrigin));
  app.use(rateLimit((path) => routeOf(path).rateLimit));
  app.use(async (c, next) => (await pageCache.handle(c.req.raw)) ?? next());
  // A missing file belongs to an earlier build. The browser must not get an HTML page in place of a script.
  if (isOptimized) app.get('/assets/*', (c) => errorResponse(c, 404, texts().errors.noFile));
  app.route('/', health());
  app.use(finish);
  // The routes precede the body limit, because documents have a different limit.
  app.post(uploadPath, uploadProxy(services));
  app.get(submissionPath, submissionState(services));
  for (const path of [feedbackPath, `${myApplicationPaths}:token`])
    app.use(path, showUploadOutcome());
  app.use(formBodyLimit({ maxBytes: maxBodyBytes, timeoutMs: 30_000 }));
  if (serverFunctions) app.use(serverFunctions.bodies);
  app.use(...largeFormLimits(timeoutMs));
  app.use(pageResponses(render));
  for (const forms of [applicationFormRoutes, messageForms, myApplication, alertPages])
    app.route('/', forms(services));
  // Waku would look for a server function in the form.
  app.post('*', (c, next) =>
    isServerFunctionPath(c.req.path) ? next() : errorResponse(c, 404, texts().errors.noPage),
  );
  app.use(render);
  return {
    app,
    sendStored: (incoming, outgoing) =>
      !mayRedirect(incoming.url, incoming.headers.referer) && pageCache.send(incoming, outgoing),
  };
}

function withSkins({ home, other }: PageStyles): PageStyles {
  const rules = skinRules(true);
  return { home: home + rules, other: other + rules };
}

/** Routes have no prefix of a language, which belongs to the request context. */
const pathOf = (request: Request): string => localizedPath(getPath(request)).path;

/** If the optimization is off, Waku or Vite serves the files. */
function publicFiles(
  { publicDirectory }: SiteOptions,
  firstPaint?: FirstPaint,
): Map<string, PublicFile> {
  const directory = publicDirectory ?? 'dist/public';
  const files = isOptimized && existsSync(directory) ? readPublicFiles(directory) : new Map();
  if (firstPaint) {
    const { path, css } = firstPaint.file;
    files.set(path, publicFile(path, Buffer.from(css)));
  }
  if (!hasFeature('/embed')) files.delete(embedScriptPath);
  for (const { path, body } of [...sitePictures(), siteIcon()])
    files.set(path, publicFile(path, body));
  return publicDirectory ? withEarlierBuilds(files, join(settings().dataDir, 'builds')) : files;
}

function cacheOf(site: Hono<SiteEnv>, files: ReadonlyMap<string, PublicFile>): PageCache {
  const { cacheTtlMs, siteOrigin } = settings();
  return createPageCache({
    routeOf: isOptimized ? cachedRoute : () => undefined,
    files,
    ttlMs: cacheTtlMs,
    maxBytes: 48 * 1024 * 1024,
    pinned: languages.map((language) => inLanguage('/', language)),
    render: async (address, { accept, canWait }) => {
      const record = createPageRecord({ canWait });
      const request = new Request(new URL(address, siteOrigin), { headers: { accept } });
      return { response: await site.fetch(request, { record }), record };
    },
  });
}

/** A path with an escape is a second spelling of a page, and is not stored. */
function cachedRoute(path: string): CachedRoute | undefined {
  const { stored, rateLimit: limit } = routeOf(path);
  if (!stored || path.includes('%')) return undefined;
  const storedPart = typeof stored === 'string' ? storedQuery(stored) : stored;
  const query = (all: URLSearchParams) => (all.has(resultParameter) ? undefined : storedPart(all));
  return { query, isLimited: limit !== undefined };
}

const maxBodyBytes = (path: string) => routeOf(path).body?.maxBytes ?? maxFormBytes;

function largeFormLimits(timeoutMs: number): MiddlewareHandler<SiteEnv>[] {
  const { trustProxy } = settings();
  const beginFor = createClientLimit(10);
  const limits = [
    rateLimit((path) => routeOf(path).body?.rateLimit),
    // The most expensive forms are handled one after the other, so that they delay only each other.
    concurrencyLimit({
      name: 'large-forms',
      concurrency: 1,
      maxWaiting: 100,
      begin: (c) => beginFor(networkOf(remoteAddressOf(c, trustProxy))),
      timeoutMs,
      pauseMs: 100,
    }),
  ];
  return limits.map(
    (limit) => (c, next) => ((c.get('formBytes') ?? 0) > maxFormBytes ? limit(c, next) : next()),
  );
}
