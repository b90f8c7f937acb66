/**
 * Options of a test of what `src/framework` does: it is left out where that is switched off (`npm run test:plain`). A file
 * with such tests only has `first-paint` in its name instead.
 */
export const firstPaint = { skip: process.env.VITE_PLAIN_PAGES !== undefined };
