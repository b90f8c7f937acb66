import type { MiddlewareHandler } from 'hono';
import { settings } from '#src/config/settings.ts';
import { apiClient } from '#src/server/api-client.ts';
import type { SiteEnv } from '#src/server/request-context.ts';
import { submissionRepository } from '#src/submissions/submissions.ts';
import { submissionState } from './submission-state.ts';
import { uploadProxy } from './upload-proxy.ts';

/** The two calls of the documents form, with this site's client, journal and limit. */
export function siteUploads(): MiddlewareHandler<SiteEnv> {
  // Asked for at the first request: a build has neither an API host nor a data directory.
  const upload = uploadProxy({
    client: {
      uploadDocument: (document, options) => apiClient().uploadDocument(document, options),
    },
    journal: {
      findByTicket: (cookies, opening) => submissionRepository().findByTicket(cookies, opening),
      markReceived: (id, type) => submissionRepository().markReceived(id, type),
    },
    maxBytes: settings().uploadMaxBytes,
  });
  const state = submissionState({
    findByTicket: (cookies, opening) => submissionRepository().findByTicket(cookies, opening),
    markReceived: (id, type) => submissionRepository().markReceived(id, type),
  });
  return (c, next) => {
    const { method, path } = c.req;
    if (method === 'POST' && path === '/api/uploadapplicantdocument') return upload(c, next);
    if (method === 'GET' && path === '/api/submission') return state(c, next);
    return next();
  };
}
