/**
 * If true, pages have static HTML and inline styles, scripts after the first paint, and are stored as bytes. In development,
 * where Vite serves scripts and styles, Waku renders, hydrates and sends the pages and files by itself.
 */
export const isOptimized: boolean = !import.meta.env?.DEV;
