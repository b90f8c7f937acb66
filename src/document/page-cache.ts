import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import type { PageRecord, SiteEnv } from '#src/server/request-context.ts';
import { type ContentCoding, contentCodings, preferredCoding } from '../server/accepts.ts';
import { compressBytes } from './compress.ts';
import { etagOf, matchesEtag } from './etag.ts';

export interface CachedRoute {
  readonly path: RegExp;
  /**
   * The part of a query that the page depends on, the same for queries that show the same page; undefined for a query whose
   * page is not stored. Absent if the page depends on none.
   */
  readonly query?: (query: URLSearchParams) => URLSearchParams | undefined;
}

export interface PageCacheOptions {
  readonly routes: readonly CachedRoute[];
  /** How long a page is fresh, in milliseconds (CACHE_TTL_MS). With 0 the data of each page is read again for each request. */
  readonly ttlMs: number;
  readonly maxBytes: number;
  readonly origin: string;
  /** The site without this cache. */
  readonly render: (request: Request, record: PageRecord) => Response | Promise<Response>;
  readonly now?: () => number;
}

export interface PageCache {
  /**
   * Writes a stored page and returns true; returns false if the request is for something else or must wait.
   * Uses Node's objects because converting them to Request and Response takes longer than the response.
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
/** How long a request waits for the data of a stored page before the page is rendered with the loading dialog. */
const readTimeoutMs = 200;
/** A router payload that takes longer is streamed. */
const completeTimeoutMs = 250;
const maxQueryLength = 2000;
const maxEtagsLength = 1000;

interface Variant {
  readonly body: Buffer<ArrayBuffer>;
  readonly etag: string;
  /** Names and values in turn, as Node takes them. */
  readonly headers: string[];
  /** Without those that describe the body: for a 304. */
  readonly validators: string[];
}

interface Page {
  readonly identity: Variant;
  readonly coded: Map<ContentCoding, Variant>;
  /** The codings that requests for this page accepted. */
  readonly accepted: Set<ContentCoding>;
  readonly reads: PageRecord['reads'];
  readonly renderedAt: number;
  freshUntil: number;
}

/** A page that can be stored, or the response to one request. */
type Rendered = { readonly page: Page } | { readonly response: Response };

/** What is rendered: an address, with the only headers that a page may depend on. */
interface Target extends Address {
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Stores rendered pages and router payloads as bytes, one for all visitors, and answers conditional
 * requests. A page is rendered from an address with known query parameters, without the visitor's headers.
 * Stored are complete responses with status 200 that set no cookie and read none.
 *
 * After `ttlMs` a page is sent once more while it is rendered again (stale-while-revalidate), unless its
 * API reads still give the same values: then it is fresh again. With `ttlMs` 0 this comparison is made for
 * every request, with data that was read after the request arrived.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { ttlMs, now = Date.now } = options;
  const pages = new LRUCache<string, Page>({
    maxSize: options.maxBytes,
    // Identity and two compressed variants, which are smaller than half of it.
    sizeCalculation: ({ identity }, key) => identity.body.length * 2 + key.length,
  });
  const renders = new Map<string, Promise<Rendered>>();
  const nextRenders = new Map<string, Promise<Rendered>>();

  const isFresh = (page: Page) => now() < page.freshUntil;
  const isUsable = (page: Page) =>
    isFresh(page) || (ttlMs > 0 && now() < page.freshUntil + staleWhileRevalidate * 1000);

  async function render(target: Target, started: PageRecord['started']): Promise<Rendered> {
    const record: PageRecord = { reads: new Map(), started, pendingReads: 0, isPrivate: false };
    const renderedAt = now();
    const { address, headers } = target;
    const request = new Request(new URL(address, options.origin), { headers });
    const response = await options.render(request, record);
    if (!isStorable(response)) return { response };
    const [stored, sent] = response.body?.tee() ?? [];
    const bytes = await pTimeout(new Response(stored).arrayBuffer(), {
      milliseconds: completeTimeoutMs,
      fallback: () => undefined,
    });
    // Checked when the page is complete, because it may read data until then.
    if (!bytes || record.isPrivate || record.pendingReads > 0)
      return { response: new Response(sent, response) };
    const freshUntil = record.reads.size === 0 ? Number.POSITIVE_INFINITY : renderedAt + ttlMs;
    const identity = identityVariant(target, Buffer.from(bytes), response.headers, ttlMs);
    const { reads } = record;
    return {
      page: {
        identity,
        coded: new Map(),
        accepted: new Set(),
        reads,
        renderedAt,
        freshUntil,
      },
    };
  }

  /** The stored page if its data is unchanged, otherwise a new one. */
  async function revalidate(target: Target): Promise<Rendered> {
    const old = pages.get(target.key);
    const started = startReads(old);
    if (old && now() - old.renderedAt < maxAgeMs && (await isUnchanged(old, started))) {
      old.freshUntil = now() + ttlMs;
      return { page: old };
    }
    // The responses that wait are sent first: reading the data took milliseconds, rendering takes more.
    await setImmediate();
    const rendered = await render(target, started);
    if ('page' in rendered) {
      // So that no request waits for a compression, in the codings that are in use.
      await Promise.all([...(old?.accepted ?? [])].map((coding) => code(rendered.page, coding)));
      pages.set(target.key, rendered.page);
    } else if (old && rendered.response.status >= 500 && isUsableAfterError(old)) {
      await rendered.response.body?.cancel();
      old.freshUntil = now() + ttlMs;
      return { page: old };
    } else pages.delete(target.key);
    return rendered;
  }

  const isUsableAfterError = ({ renderedAt }: Page) => now() - renderedAt < staleIfError * 1000;

  /** One render for all requests that wait for it. */
  const revalidateOnce = (target: Target): Promise<Rendered> =>
    renders.get(target.key) ?? startRevalidation(target);

  function startRevalidation(target: Target): Promise<Rendered> {
    const { key } = target;
    const started = revalidate(target).finally(() => {
      if (renders.get(key) === started) renders.delete(key);
    });
    renders.set(key, started);
    return started;
  }

  /** The render after the current one, or after the read timeout, for all requests that arrive before it starts. */
  function revalidateNext(target: Target): Promise<Rendered> {
    const { key } = target;
    const known = nextRenders.get(key);
    if (known) return known;
    const current = pTimeout(Promise.allSettled([renders.get(key)]), {
      milliseconds: readTimeoutMs,
      fallback: () => undefined,
    });
    const next = current.then(() => {
      nextRenders.delete(key);
      return startRevalidation(target);
    });
    nextRenders.set(key, next);
    return next;
  }

  function revalidateInBackground(target: Target): void {
    if (renders.has(target.key)) return;
    revalidateOnce(target).then(
      (rendered) => ('response' in rendered ? rendered.response.body?.cancel() : undefined),
      // The next request that waits for this page reports the error.
      () => {},
    );
  }

  return {
    respond(incoming, outgoing) {
      const { method, url = '', headers } = incoming;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const target = addressOf(url, headers[etagsHeader], options.routes);
      const page = target && pages.get(target.key);
      if (!page || !isUsable(page)) return false;
      const coding = codingFor(page, headers['accept-encoding']);
      const variant = coding === undefined ? page.identity : page.coded.get(coding);
      if (!variant) return false;
      if (!isFresh(page))
        revalidateInBackground(withHeaders(target, headers[etagsHeader], 'text/html'));
      if (matchesEtag(headers['if-none-match'], variant.etag))
        outgoing.writeHead(304, variant.validators).end();
      else {
        outgoing.writeHead(200, variant.headers);
        outgoing.end(method === 'HEAD' ? undefined : variant.body);
      }
      return true;
    },

    async middleware(c, next) {
      const { method } = c.req;
      if ((method !== 'GET' && method !== 'HEAD') || c.env?.record) return next();
      const { pathname, search } = new URL(c.req.url);
      const etags = c.req.header(etagsHeader);
      const address = addressOf(pathname + search, etags, options.routes);
      if (!address) return next();
      const target = withHeaders(address, etags, c.req.header('accept') ?? '*/*');
      let page = pages.get(target.key);
      if (page && isUsable(page)) {
        if (!isFresh(page)) revalidateInBackground(target);
      } else {
        const pending = ttlMs === 0 ? nextRenders : renders;
        const isFirst = !pending.has(target.key);
        const rendered = await (ttlMs === 0 ? revalidateNext(target) : revalidateOnce(target));
        // A response that cannot be stored is for one request; the others are rendered one by one.
        if ('response' in rendered) return isFirst ? rendered.response : next();
        page = rendered.page;
      }
      const coding = codingFor(page, c.req.header('accept-encoding'));
      const variant = coding === undefined ? page.identity : await code(page, coding);
      if (matchesEtag(c.req.header('if-none-match'), variant.etag))
        return new Response(null, { status: 304, headers: toHeaders(variant.validators) });
      return new Response(method === 'HEAD' ? null : variant.body, {
        headers: toHeaders(variant.headers),
      });
    },
  };
}

const etagsHeader = 'x-waku-etags';
const payloadPath = /^\/RSC\/R(\/.*)\.txt$/;

/** A stored page: the address that renders it, and its key, which for a payload includes the router's etags. */
interface Address {
  readonly key: string;
  /** Path and query, with no parameter that the page does not read. */
  readonly address: string;
}

/** Undefined if the page of this URL is not stored. */
function addressOf(
  url: string,
  etags: string | string[] | undefined,
  routes: readonly CachedRoute[],
): Address | undefined {
  const queryStart = url.indexOf('?');
  const path = queryStart === -1 ? url : url.slice(0, queryStart);
  const [, payload] = payloadPath.exec(path) ?? [];
  if (payload === undefined && etags !== undefined) return undefined;
  if (etags !== undefined && etags.length > maxEtagsLength) return undefined;
  const pagePath = payload === undefined ? path : payload.replace(/^\/_root$/, '/');
  const route = routes.find((one) => one.path.test(pagePath));
  if (!route) return undefined;
  const keyed = (address: string): Address => ({
    key: payload === undefined ? address : `${address} ${etags ?? ''}`,
    address,
  });
  if (queryStart === -1 || !route.query) return keyed(path);
  let query = new URLSearchParams(url.slice(queryStart));
  if (payload !== undefined) query = new URLSearchParams(query.get('query') ?? '');
  const known = route.query(query);
  if (!known || String(known).length > maxQueryLength) return undefined;
  if (known.size === 0) return keyed(path);
  const search = payload === undefined ? known : new URLSearchParams({ query: String(known) });
  return keyed(`${path}?${search}`);
}

const withHeaders = (
  address: Address,
  etags: string | string[] | undefined,
  accept: string,
): Target => ({
  ...address,
  headers: { accept, ...(etags !== undefined && { [etagsHeader]: String(etags) }) },
});

/** Starts the reads of a stored page again; a render that follows uses them. */
function startReads(page: Page | undefined): Map<string, ReturnType<ReadOf['reload']>> {
  const started = new Map<string, ReturnType<ReadOf['reload']>>();
  for (const [name, { reload }] of page?.reads ?? []) {
    const reading = reload();
    // Handled where the read is used; without this, an early error would end the process.
    reading.catch(() => {});
    started.set(name, reading);
  }
  return started;
}
type ReadOf = PageRecord['reads'] extends Map<string, infer Read> ? Read : never;

async function isUnchanged(page: Page, started: PageRecord['started']): Promise<boolean> {
  const comparisons = [...started].map(async ([name, reading]) => {
    const { value, staleSince } = await reading;
    return staleSince === undefined && value === page.reads.get(name)?.value;
  });
  const all = Promise.all(comparisons).then(
    (results) => results.every(Boolean),
    () => false,
  );
  return pTimeout(all, { milliseconds: readTimeoutMs, fallback: () => false });
}

function isStorable({ status, headers }: Response): boolean {
  const isPublic = !/private|no-store/.test(headers.get('cache-control') ?? '');
  return status === 200 && isPublic && !headers.has('set-cookie');
}

function identityVariant(
  { address }: Target,
  body: Buffer<ArrayBuffer>,
  headers: Headers,
  ttlMs: number,
): Variant {
  const kept = [...headers].filter(([name]) => !replacedHeaders.has(name));
  const etag = headers.get('etag') ?? etagOf(body);
  const cacheControl =
    ttlMs === 0
      ? 'public, no-cache'
      : `public, max-age=0, s-maxage=${Math.ceil(ttlMs / 1000)}, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}`;
  const vary = payloadPath.test(address.split('?', 1)[0] ?? '')
    ? 'Accept-Encoding, X-Waku-Etags'
    : 'Accept-Encoding';
  return withBody(body, etag, [...kept.flat(), 'cache-control', cacheControl, 'vary', vary]);
}

/** Set for each variant. A 304 has no other header: the stored response keeps its policy. */
const replacedHeaders = new Set([
  'etag',
  'vary',
  'cache-control',
  'content-length',
  'transfer-encoding',
]);
const validatorNames = new Set(['etag', 'vary', 'cache-control']);

function withBody(body: Buffer<ArrayBuffer>, etag: string, common: readonly string[]): Variant {
  const headers = [...common, 'etag', etag, 'content-length', String(body.length)];
  const validators = headers.filter((_, index) =>
    validatorNames.has(headers[index - (index % 2)] ?? ''),
  );
  return { body, etag, headers, validators };
}

/** The coding of the response, undefined for none. Noted, so that the page is stored in it when it is rendered again. */
function codingFor(page: Page, acceptEncoding: string | undefined): ContentCoding | undefined {
  const coding = preferredCoding(acceptEncoding, contentCodings);
  if (coding !== undefined) page.accepted.add(coding);
  return coding;
}

/** The compressed variant of a page, made once. */
async function code(page: Page, coding: ContentCoding): Promise<Variant> {
  const existing = page.coded.get(coding);
  if (existing) return existing;
  const { body, etag, headers } = page.identity;
  const common = headers.slice(0, -4);
  const variant = withBody(await compressBytes(coding, body), etag.replace(/"$/, `-${coding}"`), [
    ...common,
    'content-encoding',
    coding,
  ]);
  page.coded.set(coding, variant);
  return variant;
}

function toHeaders(names: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < names.length; index += 2)
    headers.append(names[index] ?? '', names[index + 1] ?? '');
  return headers;
}
