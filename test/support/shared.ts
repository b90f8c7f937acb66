import { after } from 'node:test';

const closers: (() => unknown)[] = [];

// Registered here, because `after` inside a file's suite would run at the end of that file.
after(async () => {
  for (const close of closers.reverse()) await close();
});

/** Closes what the test files of one process share, after the last test, in reverse order. */
export function closeAtEnd(close: () => unknown): void {
  closers.push(close);
}
