let addresses = 0;

/**
 * A header with a client address that no other test of this process uses, so that tests do not share a rate
 * limit.
 */
export function newAddress(): { readonly 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` };
}
