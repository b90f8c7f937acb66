import type { MiddlewareHandler } from 'hono';
import { siteClient } from '#src/site/client.ts';
import type { SiteEnv } from '#src/site/request.ts';
import { settings } from '#src/site/settings.ts';
import { submissions } from '#src/site/submissions/submissions.ts';
import { submissionState } from './submission-state.ts';
import { uploadProxy } from './upload-proxy.ts';

/** The two calls of the documents form, with this site's client, journal and limit. */
export function siteUploads(): MiddlewareHandler<SiteEnv> {
  // Asked for at the first request: a build has neither an API host nor a data directory.
  const upload = uploadProxy({
    client: {
      uploadDocument: (document, options) => siteClient().uploadDocument(document, options),
    },
    journal: {
      findByTicket: (cookies, opening) => submissions().findByTicket(cookies, opening),
      markReceived: (id, type) => submissions().markReceived(id, type),
    },
    maxBytes: settings().uploadMaxBytes,
  });
  const state = submissionState({
    findByTicket: (cookies, opening) => submissions().findByTicket(cookies, opening),
    markReceived: (id, type) => submissions().markReceived(id, type),
  });
  return (c, next) => {
    const { method, path } = c.req;
    if (method === 'POST' && path === '/api/uploadapplicantdocument') return upload(c, next);
    if (method === 'GET' && path === '/api/submission') return state(c, next);
    return next();
  };
}
