/** A part of the cache, for one kind of page. */
export interface Share {
  readonly name: string;
  readonly maxBytes: number;
}

export interface SharedPage {
  readonly share: Share;
  readonly bytes: number;
  requests: number;
  /** Increases with each request. The page with the lowest rank is removed first. */
  rank: number;
}

/**
 * Keeps the pages of each share within its size: the pages that were requested least are removed first. Requests of long ago
 * count less, because a new page begins at the rank of the last one that was removed (LFU with dynamic aging).
 */
export function createShares<Page extends SharedPage>(pages: {
  /** Those that were used last come first. */
  entries(): Iterable<[string, Page]>;
  delete(address: string): unknown;
}) {
  const ages = new Map<string, number>();

  function count(page: Page): void {
    page.requests += 1;
    page.rank = (ages.get(page.share.name) ?? 0) + page.requests;
  }

  function makeRoom(address: string, { share, bytes }: Page): void {
    const others = [...pages.entries()]
      .reverse()
      .filter(([key, page]) => key !== address && page.share.name === share.name)
      .sort(([, one], [, other]) => one.rank - other.rank);
    let used = others.reduce((sum, [, page]) => sum + page.bytes, bytes);
    for (const [key, page] of others) {
      if (used <= share.maxBytes) return;
      pages.delete(key);
      ages.set(share.name, page.rank);
      used -= page.bytes;
    }
  }

  return { count, makeRoom };
}
