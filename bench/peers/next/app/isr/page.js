import { createElement as h } from 'react';
import { OpeningsPage, readOpenings } from '../../../openings-page.js';

export const dynamic = 'force-static';
/** The value is the site's CACHE_TTL_MS, in seconds. */
export const revalidate = 5;

/** The API host does not run while Next.js builds. The first requests render the page again. */
export default async function Page() {
  const openings = process.env.API_HOST === undefined ? [] : await readOpenings();
  return h(OpeningsPage, { openings });
}
