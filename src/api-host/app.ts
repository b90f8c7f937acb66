import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { messages } from '#src/domain/model/messages.ts';
import type { ApplicationStore } from './applications.ts';
import { applyCall } from './calls/apply.ts';
import { candidateCall } from './calls/candidate.ts';
import { contactCall } from './calls/contact.ts';
import { openingCalls } from './calls/openings.ts';
import { uploadCall } from './calls/upload.ts';
import type { ContactMessageStore } from './contact-messages.ts';
import type { DocumentCleanup } from './documents/document-cleanup.ts';
import type { DocumentRecords } from './documents.ts';
import { describeError, type HostLog } from './log.ts';
import type { OpeningStore } from './openings.ts';
import { errorReply, hostMessages, Refusal } from './replies.ts';

export interface AppParts {
  readonly openings: OpeningStore;
  readonly applications: ApplicationStore;
  readonly messages: ContactMessageStore;
  readonly records: DocumentRecords;
  readonly keeping: DocumentCleanup;
  readonly uploadMaxBytes: number;
  readonly uploadIdleMs: number;
  readonly clock: () => Date;
  readonly log: HostLog;
}

/** What each call of section 7 may be called with, for those that come otherwise. */
const methods: ReadonlyMap<string, string> = new Map([
  ['openingsall', 'GET, HEAD'],
  ['openings', 'GET, HEAD'],
  ['companylocations', 'GET, HEAD'],
  ['findopening', 'GET, HEAD'],
  ['listopenings', 'GET, HEAD'],
  ['validatecandidate', 'GET, HEAD'],
  ['applyjobposting', 'POST'],
  ['uploadapplicantdocument', 'POST'],
  ['contact', 'POST'],
]);

/** Section 7 as an HTTP application: every call under /api/, every answer JSON with a `status`. */
export function createApp(parts: AppParts): Hono<{ Bindings: HttpBindings }> {
  const { log, clock } = parts;
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use(async (c, next) => {
    const start = performance.now();
    await next();
    // The route's pattern, never the address: queries hold names.
    log.debug({
      event: 'request',
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    });
  });
  app.get('/health', (c) => c.json({ status: 1 }));
  app.route('/api', openingCalls(parts.openings, clock));
  app.route('/api', candidateCall(parts.applications, parts.openings, clock));
  app.route('/api', applyCall(parts.applications, parts.openings, clock, log));
  app.route(
    '/api',
    uploadCall({
      keeping: parts.keeping,
      records: parts.records,
      maxBytes: parts.uploadMaxBytes,
      idleMs: parts.uploadIdleMs,
      clock,
      log,
    }),
  );
  app.route('/api', contactCall(parts.messages, clock, log));

  app.notFound((c) => {
    const allowed = methods.get(c.req.path.split('/')[2] ?? '');
    if (!allowed || !c.req.path.startsWith('/api/'))
      return errorReply(c, new Refusal(404, hostMessages.noSuchCall));
    c.header('Allow', allowed);
    return errorReply(c, new Refusal(405, hostMessages.methodNotAllowed));
  });
  app.onError((error, c) => {
    // Even for a client that wants the connection closed: closing it while its bytes still come would make
    // its system drop this early answer. The server drains the rest for a moment, then closes.
    if (!c.env.incoming.complete) c.env.outgoing.shouldKeepAlive = true;
    if (error instanceof Refusal) return errorReply(c, error);
    log.error({
      event: 'request-failed',
      method: c.req.method,
      route: routePath(c, -1),
      ...describeError(error),
    });
    return c.json({ status: 0, message: messages.unspecified }, 500);
  });
  return app;
}
