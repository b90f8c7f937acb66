import pLimit, { type LimitFunction } from 'p-limit';

/** Runs the tasks of one key one after the other; those of different keys do not wait for each other. */
export class KeyedMutex {
  readonly #limits = new Map<string, LimitFunction>();

  /** The number of keys that have a running or waiting task. */
  get size(): number {
    return this.#limits.size;
  }

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const limit = this.#limits.get(key) ?? pLimit(1);
    this.#limits.set(key, limit);
    try {
      return await limit(task);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(key);
    }
  }
}
