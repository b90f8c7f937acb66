/**
 * If true, pages have static HTML and inline styles, scripts after the first paint, and are stored as bytes. If false,
 * everything in this folder is off, and Waku renders, hydrates and sends the pages and files by itself. The build sets it:
 * `VITE_PLAIN_PAGES=1 npm run build` makes it false. It is false in development, where Vite serves scripts and styles.
 */
export const isOptimized: boolean = !import.meta.env?.DEV && !import.meta.env?.VITE_PLAIN_PAGES;
