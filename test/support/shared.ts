import { after } from 'node:test';

const closers: (() => unknown)[] = [];

// Registered here and not where something is opened: inside a file's suite, `after` would run with that file.
after(async () => {
  for (const close of closers.reverse()) await close();
});

/** Closes what the test files of one process share, after the last test, the newest first. */
export function closeAtEnd(close: () => unknown): void {
  closers.push(close);
}

let addresses = 0;

/** The header of a client address that no other test of this process uses: no test counts against another's rate limit. */
export function newAddress(): { readonly 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` };
}
