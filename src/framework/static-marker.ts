/**
 * Marks the place of static HTML in a page. Texts cannot contain the marker: React escapes them, and the sanitizer removes
 * comments.
 */
export const markerOf = (id: string): string => `<!--static-html:${id}-->`;

/** A pattern that captures the id of a marker. */
export const markerPattern = markerOf('([\\w-]+)');
