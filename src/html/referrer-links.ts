/** Matches the links of a page to an opening and to the list, if they have no query. */
// linear: a tag has no `>`, and no two parts match the same character
const link = /(<a [^>]*?href="\/(?:application\/[^"?#]+)?)(?=["#])/g;

/**
 * Adds the visitor's `ref` (decision 023) to links to openings and to home, so that it reaches 'How you found us'. Links
 * with a query stay as they are.
 */
export const withReferrer = (html: string, ref: string): string =>
  html.replace(link, `$1?ref=${ref}`);
