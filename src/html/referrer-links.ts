/** The links of a page to an opening and to the list, if they have no query. */
// linear: a tag has no `>`, and no two parts match the same character
const link = /(<a [^>]*?href="\/(?:application\/[^"?#]+)?)(?=["#])/g;

/**
 * HTML whose links to openings and to home have the visitor's `ref` (decision 023), which leads through the list to
 * 'How you found us'. Links that have a query stay as they are.
 */
export const withReferrer = (html: string, ref: string): string =>
  html.replace(link, `$1?ref=${ref}`);
