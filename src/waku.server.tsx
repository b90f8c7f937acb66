import serverReferences from 'virtual:vite-rsc/server-references';
import { fsRouter } from 'waku';
import adapter from 'waku/adapters/node';
import { siteMiddleware } from './middleware/site.ts';
import type { NodeBindings } from './server/request-context.ts';

const waku = adapter(fsRouter(import.meta.glob('./pages/**/*.{tsx,ts}')), {
  // Each route has its own limit: Waku's one for all would turn large documents away.
  bodyLimit: false,
});

let site: ReturnType<typeof siteMiddleware> | undefined;

/** Not when this file is loaded: a build loads it too, without the settings of any environment. */
function prepared(): ReturnType<typeof siteMiddleware> {
  site ??= siteMiddleware(
    (request, ...rest) => waku.fetch(request, ...rest),
    // Vite's dev server makes server functions known as they are asked for.
    import.meta.env.DEV ? {} : { serverModules: new Set(Object.keys(serverReferences)) },
  );
  return site;
}

export default {
  ...waku,
  /** Called at start, so that a setting that is wrong or missing is told there and not to a visitor. */
  prepare: () => void prepared(),
  // Around Waku's own handler, which would serve static files before any middleware.
  fetch: (request: Request, bindings?: NodeBindings) => prepared().fetch(request, bindings),
};
