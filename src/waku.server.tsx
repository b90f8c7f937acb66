import { fsRouter } from 'waku';
import adapter from 'waku/adapters/node';
import { siteMiddleware } from './middleware/site.ts';
import type { NodeBindings } from './site/request.ts';

const waku = adapter(fsRouter(import.meta.glob('./pages/**/*.{tsx,ts}')), {
  // Each route has its own limit: Waku's one for all would turn large documents away.
  bodyLimit: false,
});

/** Made at the first request: a build loads this file too, without the settings of any environment. */
let site: ReturnType<typeof siteMiddleware> | undefined;

export default {
  ...waku,
  // Around Waku's own handler, which would serve static files before any middleware.
  fetch: (request: Request, bindings?: NodeBindings) => {
    site ??= siteMiddleware((original, ...rest) => waku.fetch(original, ...rest));
    return site.fetch(request, bindings);
  },
};
