/**
 * Resolves in a later iteration of the event loop, so that Node sends waiting responses before. The first immediate may
 * run in the iteration of the caller. There is no timer, because its iteration depends on the load.
 */
export const nextIteration = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
