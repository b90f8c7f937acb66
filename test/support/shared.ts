import { after, before } from 'node:test';

const closers: (() => unknown)[] = [];

// Registered here, because `after` inside a file's suite would run at the end of that file.
after(async () => {
  for (const close of closers.reverse()) await close();
});

/** Closes what the test files of one process share, after the last test, in reverse order. */
export function closeAtEnd(close: () => unknown): void {
  closers.push(close);
}

/**
 * Runs `start` before the tests of a file. Returns a function that returns to the tests what `start` resolved to. What the
 * files of a process share, `start` starts once.
 */
export function beforeTests<Started>(start: () => Promise<Started>): () => Started {
  let started: { readonly value: Started } | undefined;
  before(async () => {
    started = { value: await start() };
  });
  return () => {
    if (!started) throw new Error('The site is not running outside tests.');
    return started.value;
  };
}
