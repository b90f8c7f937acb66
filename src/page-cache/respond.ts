import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import { createPageRecord, type PageRecord } from '#src/request/page-record.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { log } from '#src/telemetry/logger.ts';
import { publish } from '#src/telemetry/measurements.ts';
import type { PublicFile } from './public-files.ts';
import {
  codingFor,
  compressStored,
  matchesEtag,
  type StoredResponse,
  storeResponse,
  type Variant,
  writeStored,
} from './stored-response.ts';

export interface CachedRoute {
  /**
   * The part of a query that the page depends on, the same for queries that show the same page; undefined for a query whose
   * page is not stored.
   */
  readonly query: (query: URLSearchParams) => URLSearchParams | undefined;
  /** Requests have a rate limit in the middleware, save those that a fresh page answers. */
  readonly isLimited: boolean;
}

export interface RespondOptions {
  /** Undefined for a page that is not equal for all visitors. */
  readonly routeOf: (path: string) => CachedRoute | undefined;
  readonly files: ReadonlyMap<string, PublicFile>;
  /** How long a page is fresh, in milliseconds (CACHE_TTL_MS). With 0 no page is stored. */
  readonly ttlMs: number;
  readonly maxBytes: number;
  readonly origin: string;
  /** Renders a page, or reads a file, for all visitors. */
  readonly render: (request: Request, record: PageRecord) => Response | Promise<Response>;
  /** The current version of a read that a page has made; undefined while it cannot be read. */
  readonly versionOf: (read: string) => Promise<string | undefined>;
}

export interface Responder {
  /**
   * Writes a stored page or file and returns true; returns false if the request is for something else or must
   * wait. Uses Node's objects because converting them to Request and Response takes longer than the response.
   */
  respond(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  readonly middleware: MiddlewareHandler<SiteEnv>;
}

/** How long an expired page may be sent while it is rendered again, in seconds. */
const staleWhileRevalidate = 60;
/** How long an expired page may be sent while it cannot be rendered, in seconds. */
const staleIfError = 3600;
/** A page shows dates, so it is rendered again after this time even if its data is the same. */
const maxAgeMs = 60_000;
/** How long the reads of a stored page may take before it is rendered again, with the loading dialog. */
const readTimeoutMs = 200;
/** A response that takes longer is streamed. */
const completeTimeoutMs = 250;
const maxQueryLength = 2000;

interface Page extends StoredResponse {
  /** The API reads of the page, with the version that each had. */
  readonly reads: PageRecord['reads'];
  readonly renderedAt: number;
  freshUntil: number;
}

/** A page that can be stored, or the response to one request. */
type Rendered = { readonly page: Page } | { readonly response: Response };

/**
 * Stores files and rendered pages as bytes, one for all visitors, and answers conditional requests.
 * A page is rendered from an address with known query parameters, without the visitor's headers. Stored are complete
 * responses with status 200 that set no cookie and read none.
 *
 * After `ttlMs` a page is sent once more while it is rendered again (stale-while-revalidate), unless its API reads
 * still have the same versions: then it is fresh again.
 */
export function createResponder(options: RespondOptions): Responder {
  const { ttlMs, files } = options;
  // A change of the clock makes no page older or younger.
  const now = () => performance.now();
  const routeOf = ttlMs > 0 ? options.routeOf : () => undefined;
  const pages = new LRUCache<string, Page>({
    maxSize: options.maxBytes,
    // Identity and two compressed variants, which are smaller than half of it.
    sizeCalculation: ({ identity }, key) => identity.body.length * 2 + key.length,
  });
  const renders = new Map<string, Promise<Rendered>>();

  const isFresh = (page: Page) => now() < page.freshUntil;
  const hasFreshPage = ({ address }: Target) => now() < (pages.get(address)?.freshUntil ?? 0);
  const isUsable = (page: Page) => now() < page.freshUntil + staleWhileRevalidate * 1000;
  const isUsableAfterError = ({ renderedAt }: Page) => now() - renderedAt < staleIfError * 1000;

  async function render({ address, accept }: Target): Promise<Rendered> {
    const record = createPageRecord();
    const renderedAt = now();
    const request = new Request(new URL(address, options.origin), {
      headers: { accept },
    });
    const response = await options.render(request, record);
    if (!isStorable(response)) return { response };
    const [stored, sent] = response.body?.tee() ?? [];
    const body = await pTimeout(new Response(stored).arrayBuffer(), {
      milliseconds: completeTimeoutMs,
      fallback: () => undefined,
    });
    // Checked when the page is complete, because it may read data until then.
    if (!body || record.isPrivate || record.pendingReads > 0)
      return { response: new Response(sent, response) };
    const page = {
      ...storeResponse(Buffer.from(body), pageHeaders(response.headers, ttlMs)),
      reads: record.reads,
      renderedAt,
      freshUntil: record.reads.size === 0 ? Number.POSITIVE_INFINITY : renderedAt + ttlMs,
    };
    publish('page', () => ({ result: 'rendered', durationMs: now() - renderedAt }));
    return { page };
  }

  async function isUnchanged({ reads, renderedAt }: Page): Promise<boolean> {
    if (now() - renderedAt >= maxAgeMs) return false;
    const comparisons = [...reads].map(
      async ([read, version]) =>
        version !== undefined && version === (await options.versionOf(read)),
    );
    const all = Promise.all(comparisons).then((results) => results.every(Boolean));
    return pTimeout(all, { milliseconds: readTimeoutMs, fallback: () => false });
  }

  /** The stored page if its data is unchanged, otherwise a new one. */
  async function revalidate(target: Target): Promise<Rendered> {
    const old = pages.get(target.address);
    if (old && (await isUnchanged(old))) {
      old.freshUntil = now() + ttlMs;
      return { page: old };
    }
    // Lets waiting responses be sent first, because rendering blocks the process for longer than reading.
    await setImmediate();
    const rendered = await render(target);
    if ('page' in rendered) {
      // Compressed before it is stored, in the codings of the old page, so that no request waits for it.
      const codings = [...(old?.coded.keys() ?? [])];
      await Promise.all(codings.map((coding) => compressStored(rendered.page, coding)));
      pages.set(target.address, rendered.page);
    } else if (old && rendered.response.status >= 500 && isUsableAfterError(old)) {
      await rendered.response.body?.cancel();
      old.freshUntil = now() + ttlMs;
      return { page: old };
    } else pages.delete(target.address);
    return rendered;
  }

  /** Concurrent callers share one render. */
  function revalidateOnce(target: Target): Promise<Rendered> {
    const current = renders.get(target.address);
    if (current) return current;
    const started = revalidate(target).finally(() => renders.delete(target.address));
    renders.set(target.address, started);
    return started;
  }

  function revalidateInBackground(target: Target): void {
    if (renders.has(target.address)) return;
    revalidateOnce(target).then(
      (rendered) => ('response' in rendered ? rendered.response.body?.cancel() : undefined),
      (err) => log().error({ event: 'background-render-failed', err }),
    );
  }

  /** The stored page of this address. If it is not fresh, a new one is rendered in the background. */
  function usablePage(target: Target): Page | undefined {
    const page = pages.get(target.address);
    if (!page || !isUsable(page)) return undefined;
    const result = isFresh(page) ? 'fresh' : 'stale';
    publish('page', () => ({ result }));
    if (result === 'stale') revalidateInBackground(target);
    return page;
  }

  const storedFiles = new Map<string, StoredResponse>();

  /** A file is stored with the headers that the site's middleware adds to it. */
  async function storeFile(path: string, file: PublicFile): Promise<StoredResponse> {
    const request = new Request(new URL(path, options.origin));
    const { headers } = await options.render(request, createPageRecord());
    const stored = storeResponse(file.body, headers, file.coded);
    storedFiles.set(path, stored);
    return stored;
  }

  return {
    respond(incoming, outgoing) {
      const { method, url = '', headers } = incoming;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const file = storedFiles.get(pathOf(url));
      const target = file ? undefined : targetOf(url, headers.accept, routeOf);
      if (target?.isLimited && !hasFreshPage(target)) return false;
      const stored = file ?? (target && usablePage(target));
      if (!stored) return false;
      const coding = codingFor(stored, headers['accept-encoding']);
      const variant = coding === undefined ? stored.identity : stored.coded.get(coding);
      if (variant) writeStored(incoming, outgoing, variant);
      return variant !== undefined;
    },

    async middleware(c, next) {
      const { method } = c.req;
      if (method !== 'GET' && method !== 'HEAD') return next();
      const { pathname, search } = new URL(c.req.url);
      const file = files.get(pathname);
      if (file)
        return respondWith(c, storedFiles.get(pathname) ?? (await storeFile(pathname, file)));
      const target = targetOf(pathname + search, c.req.header('accept'), routeOf);
      if (!target) return next();
      const page = usablePage(target);
      if (page) return respondWith(c, page);
      const isFirst = !renders.has(target.address);
      const rendered = await revalidateOnce(target);
      if ('page' in rendered) return respondWith(c, rendered.page);
      // A response that cannot be stored is for one request; the others are rendered one by one.
      return isFirst ? rendered.response : next();
    },
  };
}

async function respondWith(c: Context, stored: StoredResponse): Promise<Response> {
  const coding = codingFor(stored, c.req.header('accept-encoding'));
  const { body, etag, headers, validators }: Variant =
    coding === undefined ? stored.identity : await compressStored(stored, coding);
  if (matchesEtag(c.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers: toHeaders(validators) });
  return new Response(c.req.method === 'HEAD' ? null : body, { headers: toHeaders(headers) });
}

function toHeaders(names: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < names.length; index += 2)
    headers.append(names[index] ?? '', names[index + 1] ?? '');
  return headers;
}

/** What is rendered and stored. */
interface Target {
  /** Path and query, with no parameter that the page does not read. */
  readonly address: string;
  readonly isLimited: boolean;
  /** The formats that the first visitor accepts, for a message in place of the page. */
  readonly accept: string;
}

const pathOf = (url: string): string => {
  const queryStart = url.indexOf('?');
  return queryStart === -1 ? url : url.slice(0, queryStart);
};

/** Undefined if the page of this URL is not stored. */
function targetOf(
  url: string,
  accept = '*/*',
  routeOf: RespondOptions['routeOf'],
): Target | undefined {
  const path = pathOf(url);
  const route = routeOf(path);
  if (!route) return undefined;
  const { isLimited } = route;
  if (path.length === url.length) return { address: path, isLimited, accept };
  const query = route.query(new URLSearchParams(url.slice(path.length)));
  if (!query || query.toString().length > maxQueryLength) return undefined;
  return { address: query.size === 0 ? path : `${path}?${query}`, isLimited, accept };
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
