import type { IncomingMessage, ServerResponse } from 'node:http';
import serverReferences from 'virtual:vite-rsc/server-references';
import { fsRouter } from 'waku';
import adapter from 'waku/adapters/node';
import { siteMiddleware } from '#src/app.ts';
import { pageStyles } from '#src/framework/page-styles.ts';
import { loadRenderer } from '#src/framework/static-html.tsx';
import { languages } from '#src/language/server.ts';
import { rateLimitStore } from '#src/limits/rate-limiter.ts';
import type { NodeBindings } from '#src/request/site-env.ts';
import { checkSubmissions, submissionRepository } from '#src/submissions/repository.ts';
import { submissionSchemaVersion } from '#src/submissions/schema.ts';

const waku = adapter(fsRouter(import.meta.glob('./pages/**/*.{tsx,ts}')), {
  // Each route has its own limit. The limit of Waku would refuse large documents.
  bodyLimit: false,
});

let publicDirectory: string | undefined;
let site: ReturnType<typeof siteMiddleware> | undefined;

/** The site is created at the first call, because a build loads this file too, without the settings of an environment. */
function getSite(): ReturnType<typeof siteMiddleware> {
  site ??= siteMiddleware(
    (request, ...rest) => waku.fetch(request, ...rest),
    import.meta.env.DEV
      ? {}
      : { serverModules: serverReferences, styles: pageStyles, publicDirectory },
  );
  return site;
}

export default {
  ...waku,
  /**
   * Reports a wrong setting or database at start, and not to a visitor. @param directory the public files of this build
   */
  async prepare(directory?: string): Promise<void> {
    publicDirectory = directory;
    await loadRenderer();
    getSite();
    await checkSubmissions();
    // A full disk still allows reading, so a failed purge does not stop the start. The next purge is in an hour.
    void submissionRepository().purge();
    await rateLimitStore();
  },
  // The site wraps Waku's handler, which would serve static files before any middleware.
  fetch: (request: Request, bindings?: NodeBindings) => getSite().app.fetch(request, bindings),
  sendStored: (incoming: IncomingMessage, outgoing: ServerResponse) =>
    getSite().sendStored(incoming, outgoing),
  longHeaders: () => languages.map(({ texts }) => `${texts.errors.longHeaders}\n`).join(''),
  submissionSchemaVersion,
};
