import { LRUCache } from 'lru-cache';
import type { z } from 'zod';

interface LatestList {
  readonly items: readonly object[];
  /** Digests of the items that were omitted, which were reported when they were first read. */
  readonly omitted: ReadonlySet<string>;
}

/** What is kept of the lists of one API host, so that an unchanged item is parsed and validated once. */
export interface ListMemory {
  /** The latest list of each URL. */
  readonly latest: LRUCache<string, LatestList>;
  /** The items in use of each schema, by the digest of their JSON: two lists with one opening share it. */
  readonly items: Map<z.ZodType, ItemTable>;
}

export const createListMemory = (): ListMemory => ({
  latest: new LRUCache({ max: 64 }),
  items: new Map(),
});

/** Objects by key for as long as another part of the program uses them. */
export class ItemTable {
  readonly #items = new Map<string, WeakRef<object>>();
  readonly #collected = new FinalizationRegistry((key: string) => {
    if (this.#items.get(key)?.deref() === undefined) this.#items.delete(key);
  });

  get(key: string): object | undefined {
    return this.#items.get(key)?.deref();
  }

  set(key: string, item: object): void {
    this.#items.set(key, new WeakRef(item));
    this.#collected.register(item, key);
  }
}
