import { jobsPath, openingHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { closingTime } from '#src/config/site-time.ts';
import { employmentCode } from '#src/domain/catalogue/employment-terms.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import type { Location, Opening } from '#src/domain/model/opening.ts';
import { withReferrer } from '#src/domain/rules/forms/referrer.ts';
import { sanitizeDescription } from '#src/html/sanitizer.ts';
import { xml, xmlDocument } from '#src/html/xml.ts';
import { mapYielding } from '#src/jobs/yielding.ts';
import { applicantPlaceOf, countryOf, factsOf, isRemote } from '#src/language/opening-facts.ts';
import { findForFeed } from './feeds.ts';

/** The maximum number of `job` elements on a page, and of UTF-16 code units in their descriptions. */
const jobsPerPage = 1000;
const lengthPerPage = 1_000_000;

/** A `job` element: job boards list an opening once for each of its locations. */
interface Job {
  readonly opening: Opening;
  readonly location: Location | undefined;
  readonly reference: string;
}

/** docs/job-board-feed.md documents the feed. A Link header names the next page. */
export async function jobBoardResponse(request: Request): Promise<Response> {
  const search = readSearch(new URL(request.url).searchParams);
  const found = await findForFeed(search);
  if (found instanceof Response) return found;
  const { page = 1 } = search;
  const { jobs, hasNext } = pageOfJobs(found.openings.flatMap(jobsOf), page);
  if (jobs.length === 0 && page > 1)
    return new Response('There is no such page of the feed.\n', { status: 404 });
  const { siteOrigin } = settings();
  const body = xmlDocument(
    xml('source', [
      xml('publisher', siteConfig.brand.companyName),
      xml('publisherurl', `${siteOrigin}/`),
      ...(await mapYielding(jobs, jobElement)),
    ]),
  );
  const headers = new Headers({ 'content-type': 'application/xml; charset=utf-8' });
  const next = siteOrigin + jobsPath({ ...search, page: page + 1 });
  if (hasNext) headers.set('link', `<${next}>; rel="next"`);
  return new Response(body, { headers });
}

function pageOfJobs(all: readonly Job[], page: number) {
  const jobs: Job[] = [];
  let current = { number: 1, count: 0, length: 0 };
  for (const job of all) {
    const { length } = job.opening.jobdescription;
    const isFull = current.count === jobsPerPage || current.length + length > lengthPerPage;
    if (isFull && current.count > 0) current = { number: current.number + 1, count: 0, length: 0 };
    if (current.number > page) return { jobs, hasNext: true };
    if (current.number === page) jobs.push(job);
    current.count += 1;
    current.length += length;
  }
  return { jobs, hasNext: false };
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
  const { closing_date: closing } = opening;
  const isDay = closing?.length === 10;
  const remoteCountry = isRemote(opening) ? applicantPlaceOf(opening).country : undefined;
  return xml('job', [
    xml('referencenumber', reference),
    xml('requisitionid', opening.id),
    xml('title', opening.role_name.trim()),
    xml('url', settings().siteOrigin + withReferrer(openingHref(opening.id), 'job_boards')),
    xml('company', opening.company_name.trim()),
    xml('city', location?.city.trim()),
    xml('state', location?.region?.trim()),
    xml('country', location ? countryOf(location) : remoteCountry),
    xml('remotetype', isRemote(opening) ? 'Fully remote' : undefined),
    xml('date', opening.date_posted),
    xml('expirationdate', closing && !isDay ? closingTime(closing) : closing),
    xml('jobtype', employmentCode(opening.employment_type) && factsOf(opening, ['type'])[0]),
    xml('salary', factsOf(opening, ['pay'])[0]),
    xml('description', sanitizeDescription(opening.jobdescription)),
  ]);
}
