/** A substitute for a large library. */
export const content = 'loaded';
