let addresses = 0;

/** Returns a client address that no other test of this process uses, so that tests do not share a rate limit. */
export function newClientAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

export const newAddress = () => ({ 'x-forwarded-for': newClientAddress() }) as const;
