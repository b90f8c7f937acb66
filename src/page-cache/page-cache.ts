import type { IncomingMessage, ServerResponse } from 'node:http';
import { preferredCoding } from '#src/request/accepts.ts';
import type { PublicFile } from './public-files.ts';
import { type RenderedPagesOptions, renderedPages } from './rendered-pages.ts';
import { type StoredResponse, storeResponse, toResponse, writeStored } from './stored-response.ts';

export interface CachedRoute {
  /**
   * Returns the part of a query that the page depends on, the same for queries that show the same page. It returns
   * undefined for a query whose page is not stored.
   */
  readonly query: (query: URLSearchParams) => URLSearchParams | undefined;
  /** Whether requests are rate-limited, unless a fresh stored page answers them. */
  readonly isLimited: boolean;
}

export interface PageCacheOptions extends RenderedPagesOptions {
  /** Returns undefined for a page that is not equal for all visitors. */
  readonly routeOf: (path: string) => CachedRoute | undefined;
  readonly files: ReadonlyMap<string, PublicFile>;
}

export type PageCache = ReturnType<typeof createPageCache>;

const maxQueryLength = 2000;

/**
 * Stores files and rendered pages as bytes, one for all visitors, and answers conditional requests. A page is rendered
 * from an address with known query parameters, without the visitor's headers.
 */
export function createPageCache(options: PageCacheOptions) {
  const { ttlMs, files, render } = options;
  const routeOf = ttlMs > 0 ? options.routeOf : () => undefined;
  const pages = renderedPages(options);
  const storedFiles = new Map<string, StoredResponse>();

  /** A rate-limited page is sent without its middleware only while it is fresh. */
  function pageToSend(url: string, accept = '*/*'): StoredResponse | undefined {
    const target = targetOf(url, routeOf);
    if (!target || (target.isLimited && !pages.hasFresh(target.address))) return undefined;
    return pages.find(target.address, accept);
  }

  /** A file is stored with the headers that the site adds to it. */
  async function storeFile(path: string, file: PublicFile): Promise<StoredResponse> {
    const { response } = await render(path, { accept: '*/*', canWait: false });
    const stored = storeResponse(file.body, response.headers, file.coded);
    storedFiles.set(path, stored);
    return stored;
  }

  return {
    /**
     * Writes a stored page or file and returns true. It returns false if the request is for something else or must wait. It
     * uses Node's objects because converting them to Request and Response takes longer than the response.
     */
    send(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
      const { method, url = '', headers } = incoming;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const stored = storedFiles.get(pathOf(url)) ?? pageToSend(url, headers.accept);
      if (!stored) return false;
      const coding = preferredCoding(headers['accept-encoding'], stored.codings);
      const variant = coding === undefined ? stored.identity : stored.coded.get(coding);
      if (variant) writeStored(incoming, outgoing, variant);
      return variant !== undefined;
    },

    /** Responds with a page or a file, and stores it. The result is undefined if the request is for something else. */
    async handle(request: Request): Promise<Response | undefined> {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const { pathname, search } = new URL(request.url);
      const file = files.get(pathname);
      if (file)
        return toResponse(storedFiles.get(pathname) ?? (await storeFile(pathname, file)), request);
      const target = targetOf(pathname + search, routeOf);
      if (!target) return undefined;
      const { address } = target;
      const accept = request.headers.get('accept') ?? '*/*';
      const page = pages.find(address, accept) ?? (await pages.render(address, accept));
      // If the page cannot be stored, it is rendered for each visitor.
      return page instanceof Response ? page : page && toResponse(page, request);
    },
  };
}

const pathOf = (url: string): string => {
  const queryStart = url.indexOf('?');
  return queryStart === -1 ? url : url.slice(0, queryStart);
};

/**
 * The result is undefined if the page of this URL is not stored. The address has the path and the query parameters that
 * the page reads.
 */
function targetOf(url: string, routeOf: PageCacheOptions['routeOf']) {
  const path = pathOf(url);
  const route = routeOf(path);
  if (!route) return undefined;
  const { isLimited } = route;
  if (path.length === url.length) return { address: path, isLimited };
  const query = route.query(new URLSearchParams(url.slice(path.length)));
  if (!query || query.toString().length > maxQueryLength) return undefined;
  return { address: query.size === 0 ? path : `${path}?${query}`, isLimited };
}
