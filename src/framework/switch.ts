/**
 * If true, pages have static HTML and inline styles, load scripts after the first paint, and are stored as bytes. In
 * development Vite serves scripts and styles, and Waku renders, hydrates and sends pages and files by itself.
 */
export const isOptimized: boolean = !import.meta.env?.DEV;
