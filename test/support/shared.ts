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

let addresses = 0;

/**
 * A header with a client address that no other test of this process uses, so that tests do not share a rate
 * limit.
 */
export function newAddress(): { readonly 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` };
}
