/** A budget of memory that all requests of this process share, in bytes. */
export class MemoryBudget {
  readonly maxBytes: number;
  #reserved = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Returns the part of one request. Its disposal releases the reserved bytes. */
  open(): { reserve(bytes: number): boolean; [Symbol.dispose](): void } {
    let own = 0;
    return {
      reserve: (bytes) => {
        if (this.#reserved + bytes > this.maxBytes) return false;
        this.#reserved += bytes;
        own += bytes;
        return true;
      },
      [Symbol.dispose]: () => {
        this.#reserved -= own;
      },
    };
  }
}

/** The bodies that are held in memory as a whole. All other bodies are streams. */
export const bodyMemory = {
  /** Forms reserve bytes that have arrived. With declared lengths, a few slow requests could reserve all memory. */
  forms: new MemoryBudget(64 * 1024 * 1024),
  /** The documents of a form without script, which are all checked before the first is forwarded. */
  plainDocuments: new MemoryBudget(64 * 1024 * 1024),
};
