import { hash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { loadedSite } from '#src/config/site.ts';
import {
  CommitUnknownError,
  DatabaseBusyError,
  DatabaseGoneError,
  DatabaseUnavailableError,
} from '#src/database/database.ts';
import { SettingDiffersError } from '#src/database/shared-settings.ts';
import { failureKinds, retryAfterSeconds } from '#src/domain/api/failures.ts';
import { siteConfigHeader } from '#src/domain/api/request.ts';
import { messages } from '#src/domain/model/messages.ts';
import { isDiskFull } from '#src/files/disk.ts';
import { requestIdHeader } from '#src/http/request-id.ts';
import { createDedupe } from '#src/jobs/dedupe.ts';
import type { EventLog } from '#src/telemetry/logger.ts';
import { traceRequest } from '#src/telemetry/tracing.ts';
import { DocumentsUnavailableError } from '../documents/document-store.ts';
import { alertRoutes } from './alerts.ts';
import type { AppParts } from './app-parts.ts';
import { applicationRoutes } from './applications.ts';
import { contactRoute } from './contact.ts';
import { linkRoutes } from './links.ts';
import { openingRoutes } from './openings.ts';
import { Refusal, refusalMessages, refusalResponse } from './responses.ts';
import { uploadRoute } from './upload.ts';

/**
 * Answers the calls of section 7 under /api/ and the calls that only our site uses. Every response is JSON with a
 * `status`.
 */
export function createApp(parts: AppParts): Hono<{ Bindings: HttpBindings }> {
  const { log, secret, schemaVersion: schema } = parts;
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use((c, next) =>
    traceRequest(
      (name) => c.req.header(name),
      c.env?.outgoing,
      async (id) => {
        c.header(requestIdHeader, id);
        await next();
        return { method: c.req.method, route: routePath(c, -1), status: c.res.status };
      },
    ),
  );
  app.use(async (c, next) => {
    const start = performance.now();
    await next();
    // The route's pattern is logged instead of the URL, because the query of the URL contains personal data.
    log.debug({
      event: 'request-completed',
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    });
  });
  // `careers doctor` compares this hash with that of its own site config.
  app.use(async (c, next) => {
    await next();
    c.header(siteConfigHeader, loadedSite.digest);
  });
  // The data is checked at most once a second, however many requests there are.
  const dedupe = createDedupe<object | undefined>({ ttlMs: () => 1000 });
  const findProblem = async () => {
    const problem = await parts.checkData();
    if (!problem) return undefined;
    const { failed, error } = problem;
    const message = isOfDocuments(error) ? error.message : refusalMessages.notWritable;
    log.error({ event: 'storage-not-writable', failed, problem: message, error });
    return { failed, message };
  };
  app.get('/health', async (c) => {
    const problem = await dedupe([], findProblem);
    return problem ? c.json({ status: 0, schema, ...problem }, 503) : c.json({ status: 1, schema });
  });
  // The module is loaded at the first request, because it converts all schemas.
  app.get('/api/openapi.json', async (c) => c.json((await import('./openapi.ts')).openApi));
  if (secret !== undefined)
    app.use(async (c, next) => {
      if (!isEqual(c.req.header('authorization') ?? '', `Bearer ${secret}`))
        throw new Refusal(401, refusalMessages.unauthorized);
      await next();
    });
  // Not in section 7. The site calls it before it shows the stored result of an application that may be
  // erased. It never returns 404, because any other host returns 404 for a call that it does not have.
  app.get('/applications/:id', async (c) => {
    const found = await parts.applications.find(c.req.param('id'));
    return c.json({ status: 1, exists: found !== undefined, ...found });
  });
  // If there were no secret, any caller that knows an applicant id could make a link.
  if (secret !== undefined) {
    app.route('/', linkRoutes(parts));
    app.route('/', alertRoutes(parts));
  }
  app.route('/api', openingRoutes(parts));
  app.route('/api', applicationRoutes(parts));
  app.route('/api', uploadRoute(parts));
  app.route('/api', contactRoute(parts));

  app.notFound((c) => {
    const [, call] = /^(\/api\/(?:findopening(?=\/[^/]+$)|[^/]+$))/.exec(c.req.path) ?? [];
    const route = app.routes.find(({ path }) => path.replace(/\/:id$/, '') === call);
    if (!route) return refusalResponse(c, new Refusal(404, refusalMessages.noSuchCall));
    c.header('Allow', route.method === 'GET' ? 'GET, HEAD' : route.method);
    return refusalResponse(c, new Refusal(405, refusalMessages.methodNotAllowed));
  });
  app.onError((error, c) => {
    const { refusal, level = 'error', line } = failureOf(error);
    if (line) log[level]({ ...line, method: c.req.method, route: routePath(c, -1) });
    if (refusal.httpStatus === failureKinds.unavailable.hostStatus)
      c.header('Retry-After', `${retryAfterSeconds.busy}`);
    return refusalResponse(c, refusal);
  });
  return app;
}

const isOfDocuments = (error: unknown): error is DocumentsUnavailableError | SettingDiffersError =>
  error instanceof DocumentsUnavailableError || error instanceof SettingDiffersError;

type Line = Parameters<EventLog['error']>[0];

/** Decides the response and the log line of a call that failed. There is no line if the caller caused the failure. */
function failureOf(error: Error): { refusal: Refusal; line?: Line; level?: 'warn' | 'error' } {
  const failure = (
    kind: 'noRoom' | 'unavailable' | 'unknown' | 'hostError',
    message: string,
    line: Line,
    level: 'warn' | 'error' = 'error',
  ) => ({ refusal: new Refusal(failureKinds[kind].hostStatus, message), line, level });
  const { noRoom, dataGone, unavailable, busy, unknown } = refusalMessages;
  if (error instanceof Refusal) {
    const isFull = error.httpStatus === failureKinds.noRoom.hostStatus;
    return { refusal: error, ...(isFull && { line: { event: 'disk-full' } }) };
  }
  if (isDiskFull(error)) return failure('noRoom', noRoom, { event: 'disk-full', error });
  if (error instanceof DatabaseGoneError)
    return failure('noRoom', dataGone, { event: 'database-gone' });
  const problem = error.message;
  if (isOfDocuments(error))
    return failure('unavailable', unavailable, { event: 'documents-unavailable', problem, error });
  if (error instanceof DatabaseBusyError)
    return failure('unavailable', busy, { event: 'database-busy' }, 'warn');
  if (error instanceof DatabaseUnavailableError)
    return failure('unavailable', unavailable, { event: 'database-unavailable', problem }, 'warn');
  if (error instanceof CommitUnknownError)
    return failure('unknown', unknown, { event: 'commit-unknown', error });
  return failure('hostError', messages.unspecified, { event: 'request-failed', error });
}

function isEqual(received: string, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(received), digest(expected));
}
