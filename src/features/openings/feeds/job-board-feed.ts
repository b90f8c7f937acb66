import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import type { Location, Opening } from '#src/domain/model/opening.ts';
import { readSearch } from '#src/domain/rules/search.ts';
import { sanitizeDescription } from '#src/server/sanitizer.ts';
import { employmentText, payText } from '../formatters.ts';
import { openingPath } from '../search/search-address.ts';
import { findForFeed } from './feeds.ts';
import { xml, xmlDocument } from './xml.ts';

/** The most elements `job` of one page of the feed. */
export const jobsPerPage = 1000;

/** An opening in one of its locations; job boards list each as a job of its own. */
interface Job {
  readonly opening: Opening;
  readonly location: Location | undefined;
  readonly reference: string;
}

/**
 * The feed for job boards, documented in docs/job-board-feed.md: the openings of the search in the query, in pages of
 * `jobsPerPage` jobs (`page`). A Link header names the next page.
 */
export async function jobBoardResponse(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const search = readSearch(searchParams);
  const found = await findForFeed(search);
  if (found instanceof Response) return found;
  const jobs = found.flatMap(jobsOf);
  const { page = 1 } = search;
  const first = (page - 1) * jobsPerPage;
  const { siteOrigin } = settings();
  const headers = new Headers({ 'content-type': 'application/xml; charset=utf-8' });
  if (first + jobsPerPage < jobs.length) {
    searchParams.set('page', String(page + 1));
    headers.set('link', `<${siteOrigin}/jobs.xml?${searchParams}>; rel="next"`);
  }
  const body = xmlDocument(
    xml('source', [
      xml('publisher', siteConfig.brand.companyName),
      xml('publisherurl', `${siteOrigin}/`),
      ...jobs.slice(first, first + jobsPerPage).map(jobElement),
    ]),
  );
  return new Response(body, { headers });
}

function jobsOf(opening: Opening): Job[] {
  const located = opening.locations.filter(({ city }) => city.trim() !== '');
  if (located.length < 2) return [{ opening, location: located[0], reference: opening.id }];
  return located.map((location) => ({
    opening,
    location,
    reference: `${opening.id}-${location.city.trim()}`,
  }));
}

function jobElement({ opening, location, reference }: Job): string {
  return xml('job', [
    xml('referencenumber', reference),
    xml('requisitionid', opening.id),
    xml('title', opening.role_name.trim()),
    xml('url', `${settings().siteOrigin}${openingPath(opening.id)}?ref=job_boards`),
    xml('company', opening.company_name.trim()),
    xml('city', location?.city.trim()),
    xml('state', location?.region?.trim()),
    xml('country', location?.country?.trim()),
    xml('date', opening.date_posted),
    xml('expirationdate', opening.closing_date),
    xml('jobtype', opening.employment_type && employmentText(opening.employment_type)),
    xml('salary', opening.salary && payText(opening.salary)),
    xml('description', sanitizeDescription(opening.jobdescription)),
  ]);
}
