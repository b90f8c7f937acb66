/**
 * True: pages have static HTML and inline styles, scripts after the first paint, and are stored as bytes. False:
 * everything in this folder is off, and Waku renders, hydrates and sends the pages and files as it does by itself. Set
 * when the site is built: `VITE_PLAIN_PAGES=1 npm run build`. Off in development, where Vite serves scripts and styles.
 */
export const isOptimized: boolean = !import.meta.env?.DEV && !import.meta.env?.VITE_PLAIN_PAGES;
