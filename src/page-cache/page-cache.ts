import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import type { PageRecord } from '#src/request/page-record.ts';
import { log } from '#src/telemetry/logger.ts';
import { publish } from '#src/telemetry/measurements.ts';
import type { PublicFile } from './public-files.ts';
import {
  codingFor,
  compressStored,
  type StoredResponse,
  storeResponse,
  toResponse,
  writeStored,
} from './stored-response.ts';

export interface CachedRoute {
  /**
   * Returns the part of a query that the page depends on, the same for queries that show the same page. It returns
   * undefined for a query whose page is not stored.
   */
  readonly query: (query: URLSearchParams) => URLSearchParams | undefined;
  /** Requests have a rate limit, except those that a fresh page answers. */
  readonly isLimited: boolean;
}

export interface PageCacheOptions {
  /** The result is undefined for a page that is not equal for all visitors. */
  readonly routeOf: (path: string) => CachedRoute | undefined;
  readonly files: ReadonlyMap<string, PublicFile>;
  /** The time for which a page is fresh, in milliseconds (CACHE_TTL_MS). With 0 no page is stored. */
  readonly ttlMs: number;
  /** The size of all stored pages. The pages that were not requested for the longest time are removed first. */
  readonly maxBytes: number;
  /** The addresses of pages that stay stored, however many others are read. */
  readonly pinned: readonly string[];
  /** Renders the page of an address, or reads a file, for all visitors. */
  readonly render: (
    address: string,
    options: {
      /** The formats that the first visitor accepts, for a message in place of the page. */
      readonly accept: string;
      /** An earlier page is sent meanwhile, so the page waits for all of its data. */
      readonly canWait: boolean;
    },
  ) => Promise<{ readonly response: Response; readonly record: PageRecord }>;
  /** Resolves with the current version of a read that a page has used, or with undefined while the read fails. */
  readonly versionOf: (read: string) => Promise<string | undefined>;
}

export type PageCache = ReturnType<typeof createPageCache>;

/** An expired page may be sent for this long while it is rendered again, in seconds. */
const staleWhileRevalidate = 60;
/** A page may be sent for this long while the API host fails or is slow, in seconds. */
const staleIfError = 3600;
/** A page shows dates, so it is rendered again after this time even if its data is the same. */
const maxAgeMs = 60_000;
/** The wait for a current page while an earlier one can be sent, in milliseconds. */
const slowMs = 250;
const maxQueryLength = 2000;

interface Page extends StoredResponse {
  readonly reads: PageRecord['reads'];
  readonly renderedAt: number;
  readonly bytes: number;
  freshUntil: number;
}

/** The request that has caused a render. It gets the response if the response cannot be stored. */
interface Visit {
  readonly accept: string;
  response?: Response;
}

/**
 * Stores files and rendered pages as bytes, one for all visitors, and answers conditional requests. A page is rendered
 * from an address with known query parameters, without the visitor's headers. The cache stores complete responses with
 * status 200 that set no cookie and read none.
 *
 * After `ttlMs` a page is sent while it is rendered again (stale-while-revalidate), unless its API reads still have the
 * same versions: then it is fresh again. lru-cache shares one render between concurrent visitors, and keeps the earlier
 * page until the render is complete.
 */
export function createPageCache(options: PageCacheOptions) {
  const { ttlMs, files } = options;
  // The clock is monotonic: a change of the system time makes no page older or younger.
  const now = () => performance.now();
  const routeOf = ttlMs > 0 ? options.routeOf : () => undefined;
  const pages = new LRUCache<string, Page, Visit>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    // `get` returns the earlier page during a render.
    allowStale: true,
    noDeleteOnFetchRejection: true,
    // The visitors of a page that is removed meanwhile still get it.
    ignoreFetchAbort: true,
    fetchMethod: (address, old, { context }) => revalidate(address, old, context),
  });

  const isFresh = (page?: Page) => page !== undefined && now() < page.freshUntil;
  const isUsable = (page: Page) => now() < page.freshUntil + staleWhileRevalidate * 1000;
  const isUsableAfterError = ({ renderedAt }: Page) => now() - renderedAt < staleIfError * 1000;

  /**
   * Resolves with the stored page if its data is unchanged or cannot be read, otherwise with a new one, and with undefined
   * if that cannot be stored.
   */
  async function revalidate(
    address: string,
    old: Page | undefined,
    visit: Visit,
  ): Promise<Page | undefined> {
    if (old && (await isUnchanged(old))) return keep(old);
    const earlier = old && isUsableAfterError(old) ? old : undefined;
    const { accept } = visit;
    const renderedAt = now();
    const canWait = earlier !== undefined;
    const { response, record } = await options.render(address, { accept, canWait });
    const body = isStorable(response) ? Buffer.from(await response.arrayBuffer()) : undefined;
    // The check follows the body, because the page may read data until it is complete.
    if (!body || record.isPrivate || record.pendingReads > 0) {
      const isIncomplete = response.status === 200 || response.status >= 500;
      if (earlier && isIncomplete) return keep(earlier);
      visit.response = new Response(body ?? response.body, response);
      return undefined;
    }
    publish('page', () => ({ result: 'rendered', durationMs: now() - renderedAt }));
    const { reads } = record;
    const freshUntil = reads.size === 0 ? Number.POSITIVE_INFINITY : renderedAt + ttlMs;
    const stored = storeResponse(body, pageHeaders(response.headers, ttlMs));
    // The page is compressed in the codings of the old one before it is stored, so that no request waits for it.
    const codings = [...(old?.coded.keys() ?? [])];
    await Promise.all(codings.map((coding) => compressStored(stored, coding)));
    // A page has the identity bytes and two compressed variants, each smaller than half of them.
    const bytes = stored.identity.body.length * 2 + address.length;
    // A read makes a pinned page the most recently used one, so that the new page does not evict it.
    for (const address of options.pinned) pages.get(address);
    return { ...stored, reads, renderedAt, freshUntil, bytes };
  }

  function keep(page: Page): Page {
    page.freshUntil = now() + ttlMs;
    return page;
  }

  async function isUnchanged({ reads, renderedAt }: Page): Promise<boolean> {
    if (now() - renderedAt >= maxAgeMs) return false;
    const comparisons = [...reads].map(
      async ([read, version]) =>
        version !== undefined && version === (await options.versionOf(read)),
    );
    return (await Promise.all(comparisons)).every(Boolean);
  }

  /** Concurrent callers share one render. The result is undefined if the page cannot be stored. */
  async function refresh(address: string, visit: Visit): Promise<Page | undefined> {
    const page = await pages.fetch(address, {
      context: visit,
      forceRefresh: true,
      allowStale: false,
    });
    if (!page) pages.delete(address);
    return page;
  }

  async function refreshInBackground(address: string, visit: Visit): Promise<void> {
    try {
      await refresh(address, visit);
      await visit.response?.body?.cancel();
    } catch (err) {
      log().error({ event: 'background-render-failed', err });
    }
  }

  /** Returns the stored page of this address if it may be sent at once. If it is not fresh, it is rendered again. */
  function storedPage(address: string, visit: Visit): Page | undefined {
    const page = pages.get(address);
    if (!page || !isUsable(page)) return undefined;
    const result = isFresh(page) ? 'fresh' : 'stale';
    publish('page', () => ({ result }));
    if (result === 'stale') void refreshInBackground(address, visit);
    return page;
  }

  /** A page whose requests are limited is sent without its middleware only while it is fresh. */
  function pageToSend(url: string, accept = '*/*'): Page | undefined {
    const target = targetOf(url, routeOf);
    if (!target) return undefined;
    const { address, isLimited } = target;
    if (isLimited && !isFresh(pages.peek(address))) return undefined;
    return storedPage(address, { accept });
  }

  /**
   * Renders a page that `storedPage` cannot send at once. If that takes longer than `slowMs`, it returns the earlier page,
   * if that is less than an hour old.
   */
  async function currentPage(address: string, visit: Visit): Promise<Page | undefined> {
    const old = pages.get(address);
    const current = refresh(address, visit);
    if (!old || !isUsableAfterError(old)) return current;
    const fallback = () => {
      old.freshUntil = now();
      return old;
    };
    return pTimeout(current, { milliseconds: slowMs, fallback });
  }

  const storedFiles = new Map<string, StoredResponse>();

  /** A file is stored with the headers that the site adds to it. */
  async function storeFile(path: string, file: PublicFile): Promise<StoredResponse> {
    const { response } = await options.render(path, { accept: '*/*', canWait: false });
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
      const coding = codingFor(stored, headers['accept-encoding']);
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
      const visit: Visit = { accept: request.headers.get('accept') ?? '*/*' };
      const page = storedPage(address, visit) ?? (await currentPage(address, visit));
      // A response that cannot be stored is for one request; the others are rendered one by one.
      return page ? toResponse(page, request) : visit.response;
    },
  };
}

const pathOf = (url: string): string => {
  const queryStart = url.indexOf('?');
  return queryStart === -1 ? url : url.slice(0, queryStart);
};

/**
 * The result is undefined if the page of this URL is not stored. The address has the path and the query, but no parameter that
 * the page does not read.
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

function isStorable({ status, headers }: Response): boolean {
  const isPublic = !/private|no-store/.test(headers.get('cache-control') ?? '');
  return status === 200 && isPublic && !headers.has('set-cookie');
}

function pageHeaders(rendered: Headers, ttlMs: number): Headers {
  const headers = new Headers(rendered);
  headers.set(
    'cache-control',
    `public, max-age=0, s-maxage=${Math.ceil(ttlMs / 1000)}, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}`,
  );
  headers.set('vary', 'Accept-Encoding');
  return headers;
}
