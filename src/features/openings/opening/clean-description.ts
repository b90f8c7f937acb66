import { LRUCache } from 'lru-cache';
import { sanitizeDescription } from '#src/html/sanitizer.ts';

/** By the description, so that an opening that is read again with the same one is not sanitized again. */
const sanitized = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (clean, html) => html.length + clean.length + 1,
});

/** The description of an opening as HTML of a page or a feed. */
export function cleanDescription(html: string): string {
  const known = sanitized.get(html);
  if (known !== undefined) return known;
  const clean = sanitizeDescription(html);
  sanitized.set(html, clean);
  return clean;
}
