import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import type { PageRecord } from '#src/request/page-record.ts';
import { waitMs } from '#src/request/waits.ts';
import { log } from '#src/telemetry/logger.ts';
import { publish } from '#src/telemetry/measurements.ts';
import { compressStored, type StoredResponse, storeResponse } from './stored-response.ts';

export interface RenderedPagesOptions {
  /** The time for which a page is fresh, in milliseconds (CACHE_TTL_MS). With 0 no page is stored. */
  readonly ttlMs: number;
  /** The maximum size of all stored pages. The least recently requested pages are removed first. */
  readonly maxBytes: number;
  /** The addresses of pages that stay stored, however many other pages are requested. */
  readonly pinned: readonly string[];
  /** Renders the page of an address, or reads a file, for all visitors. */
  readonly render: (
    address: string,
    options: {
      /** The formats that the first visitor accepts, for a message in place of the page. */
      readonly accept: string;
      /** An earlier page is sent meanwhile, so the new page may wait for all of its data. */
      readonly canWait: boolean;
    },
  ) => Promise<{ readonly response: Response; readonly record: PageRecord }>;
}

/** An expired page may be sent for this long while it is rendered again, in seconds. */
const staleWhileRevalidate = 60;
/** A page may be sent for this long while the API host fails or is slow, in seconds. */
const staleIfError = 3600;
/** A page shows dates, so it is rendered again after this time even if its data is the same. */
const maxAgeMs = 60_000;

interface Page extends StoredResponse {
  readonly reads: PageRecord['reads'];
  readonly renderedAt: number;
  readonly bytes: number;
  freshUntil: number;
}

// The clock is monotonic: a change of the system time makes no page older or younger.
const now = () => performance.now();
const isFresh = (page?: Page) => page !== undefined && now() < page.freshUntil;
const isUsable = (page: Page) => now() < page.freshUntil + staleWhileRevalidate * 1000;
const isUsableAfterError = ({ renderedAt }: Page) => now() - renderedAt < staleIfError * 1000;

/**
 * Stores complete pages with status 200 that set no cookie and read none, one for all visitors. After `ttlMs` a stored
 * page is sent while it is rendered again (stale-while-revalidate). If its API reads still have the same versions, it
 * is fresh again without a render. The earlier page stays until the render is complete.
 */
export function renderedPages({ ttlMs, maxBytes, pinned, render }: RenderedPagesOptions) {
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  /** The renders in progress. A page that cannot be stored is a response for the visitor who has caused the render. */
  const renders = new Map<string, Promise<Page | Response>>();

  /** Concurrent visitors share one render. The result is undefined if it is a response for another visitor. */
  async function refresh(address: string, accept: string): Promise<Page | Response | undefined> {
    const running = renders.get(address);
    if (running) {
      const page = await running;
      return page instanceof Response ? undefined : page;
    }
    const started = update(address, accept).finally(() => renders.delete(address));
    renders.set(address, started);
    return started;
  }

  async function update(address: string, accept: string): Promise<Page | Response> {
    const old = pages.peek(address);
    if (old && (await isUnchanged(old))) return keep(old);
    const earlier = old && isUsableAfterError(old) ? old : undefined;
    const page = await renderPage(address, accept, earlier !== undefined);
    if (page instanceof Response) {
      if (!earlier || !isIncomplete(page)) {
        pages.delete(address);
        return page;
      }
      await page.body?.cancel();
      return keep(earlier);
    }
    // The new page is compressed in the codings of the old one now, so that no request waits for this.
    for (const coding of old?.coded.keys() ?? []) await compressStored(page, coding);
    // A read makes a pinned page the most recently used one, so that the new page does not evict it.
    for (const one of pinned) pages.get(one);
    pages.set(address, page);
    return page;
  }

  /** The result is a response if the page cannot be stored. */
  async function renderPage(
    address: string,
    accept: string,
    canWait: boolean,
  ): Promise<Page | Response> {
    const renderedAt = now();
    const { response, record } = await render(address, { accept, canWait });
    const body = isStorable(response) ? Buffer.from(await response.arrayBuffer()) : undefined;
    // `isPrivate` is checked after the body was read, because the page may read data until it is complete.
    if (!body || record.isPrivate) return new Response(body ?? response.body, response);
    publish('page', () => ({ result: 'rendered', durationMs: now() - renderedAt }));
    const { reads } = record;
    return {
      ...storeResponse(body, pageHeaders(response.headers, ttlMs)),
      reads,
      renderedAt,
      freshUntil: reads.size === 0 ? Number.POSITIVE_INFINITY : renderedAt + ttlMs,
      // A page has its uncompressed bytes and two compressed variants, each of less than half the size.
      bytes: body.length * 2 + address.length,
    };
  }

  function keep(page: Page): Page {
    page.freshUntil = now() + ttlMs;
    return page;
  }

  async function refreshInBackground(address: string, accept: string): Promise<void> {
    try {
      const page = await refresh(address, accept);
      if (page instanceof Response) await page.body?.cancel();
    } catch (err) {
      log().error({ event: 'background-render-failed', err });
    }
  }

  return {
    hasFresh: (address: string): boolean => isFresh(pages.peek(address)),
    /** Returns the stored page if it may be sent at once. If the page is not fresh, it is rendered again meanwhile. */
    find(address: string, accept: string): StoredResponse | undefined {
      const page = pages.get(address);
      if (!page || !isUsable(page)) return undefined;
      const result = isFresh(page) ? 'fresh' : 'stale';
      publish('page', () => ({ result }));
      if (result === 'stale') void refreshInBackground(address, accept);
      return page;
    },
    /**
     * Renders a page that `find` does not return. If the render takes longer than `waitMs.earlierPage`, an earlier page
     * that is less than an hour old is returned. A page that cannot be stored is a response for the first waiting
     * visitor; the others get undefined.
     */
    async render(address: string, accept: string): Promise<StoredResponse | Response | undefined> {
      const old = pages.get(address);
      const current = refresh(address, accept);
      if (!old || !isUsableAfterError(old)) return current;
      // From now on `find` returns the earlier page, so that later visitors get it at once.
      const fallback = () => {
        old.freshUntil = now();
        return old;
      };
      return pTimeout(current, { milliseconds: waitMs.earlierPage, fallback });
    },
  };
}

async function isUnchanged({ reads, renderedAt }: Page): Promise<boolean> {
  if (now() - renderedAt >= maxAgeMs) return false;
  const comparisons = [...reads.values()].map(
    async ({ version, currentVersion }) =>
      version !== undefined && version === (await currentVersion()),
  );
  return (await Promise.all(comparisons)).every(Boolean);
}

function isStorable({ status, headers }: Response): boolean {
  const isPublic = !/private|no-store/.test(headers.get('cache-control') ?? '');
  return status === 200 && isPublic && !headers.has('set-cookie');
}

/** A page that cannot be stored although its status is 200 lacks data; a 5xx page has failed. */
const isIncomplete = ({ status }: Response): boolean => status === 200 || status >= 500;

function pageHeaders(rendered: Headers, ttlMs: number): Headers {
  const headers = new Headers(rendered);
  headers.set(
    'cache-control',
    `public, max-age=0, s-maxage=${Math.ceil(ttlMs / 1000)}, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}`,
  );
  headers.set('vary', 'Accept-Encoding');
  return headers;
}
