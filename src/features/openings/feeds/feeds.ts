import { language, texts } from '#language';
import {
  type FeedFormat,
  feedFormats,
  feedHref,
  listPageHref,
  openingHref,
} from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import { retryAfter } from '#src/domain/api/failures.ts';
import { utcMs } from '#src/domain/catalogue/opening-dates.ts';
import { readSearch, type Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { sanitizeDescription } from '#src/html/sanitizer.ts';
import { xml, xmlDocument } from '#src/html/xml.ts';
import { mapYielding } from '#src/jobs/yielding.ts';
import { factsOf, placesOf } from '#src/language/opening-facts.ts';
import { site } from '#src/language/server.ts';
import { openingsTitle, pageTitle } from '#src/language/titles.ts';
import { type FoundOpenings, findOpenings } from '../data/find-openings.ts';
import { narrowedTitle } from '../data/search-summary.ts';

/** The maximum number of openings in a feed. They are the newest, unless the address has another order. */
const maxItems = 100;

interface FeedContent {
  readonly title: string;
  readonly page: string;
  readonly self: string;
  readonly openings: readonly Opening[];
}

const formats = {
  rss: { type: 'application/rss+xml', render: rss },
  json: { type: 'application/feed+json', render: jsonFeed },
} satisfies Readonly<Record<FeedFormat, object>>;

export const feedLinks = (search?: Search) =>
  feedFormats.map((format) => ({ type: formats[format].type, href: feedHref(format, search) }));

export async function feedResponse(request: Request, format: FeedFormat): Promise<Response> {
  const { page: _page, ...search } = readSearch(new URL(request.url).searchParams);
  const found = await findForFeed({ sort: 'newest', ...search });
  if (found instanceof Response) return found;
  const { siteOrigin } = settings();
  const { type, render } = formats[format];
  const name = narrowedTitle(found);
  const body = await render({
    title: name === undefined ? openingsTitle() : pageTitle(name),
    page: siteOrigin + listPageHref(search),
    self: siteOrigin + feedHref(format, search),
    // A feed has no `related` openings, because these may change with every new opening.
    openings: found.openings.slice(0, maxItems),
  });
  return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
}

export async function findForFeed(search: Search): Promise<FoundOpenings | Response> {
  const outcome = await findOpenings(search, { isForOthers: true });
  if (outcome.kind === 'unavailable' || outcome.isOwnSearch)
    return new Response(`${texts().errors.failed}\n`, {
      status: 503,
      headers: retryAfter('feed'),
    });
  return outcome;
}

const urlOf = ({ id }: Opening): string => settings().siteOrigin + openingHref(id);

function contentOf(opening: Opening): string {
  const facts = factsOf(opening, ['company', 'allPlaces', 'type', 'pay']);
  const line = xml('p', facts.join(' · '));
  return line + sanitizeDescription(opening.jobdescription);
}

const titleOfItem = ({ role_name }: Opening): string =>
  role_name.trim() || texts().openings.untitled;

const authorOf = ({ company_name }: Opening): string =>
  company_name.trim() || site().brand.companyName;

/** Returns the date of an opening; undefined if the host sent no valid date. */
function postedOf({ date_posted }: Opening): Date | undefined {
  const date = new Date(utcMs(date_posted ?? ''));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The RSS Advisory Board defines RSS 2.0. */
async function rss({ title, page, self, openings }: FeedContent): Promise<string> {
  const items = await mapYielding(openings, (opening) =>
    xml('item', [
      xml('title', titleOfItem(opening)),
      xml('link', urlOf(opening)),
      xml('guid', urlOf(opening), { isPermaLink: 'true' }),
      xml('pubDate', postedOf(opening)?.toUTCString()),
      ...placesOf(opening).map((city) => xml('category', city)),
      xml('description', contentOf(opening)),
      xml('dc:language', opening.language),
    ]),
  );
  const channel = xml('channel', [
    xml('title', title),
    xml('link', page),
    xml('description', site().openings.text),
    xml('language', language().tag),
    xml('atom:link', undefined, { href: self, rel: 'self', type: formats.rss.type }),
    ...items,
  ]);
  return xmlDocument(
    xml('rss', [channel], {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    }),
  );
}

/** jsonfeed.org defines JSON Feed 1.1. */
async function jsonFeed({ title, page, self, openings }: FeedContent): Promise<string> {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: self,
    description: site().openings.text,
    language: language().tag,
    items: await mapYielding(openings, (opening) => ({
      id: urlOf(opening),
      url: urlOf(opening),
      title: titleOfItem(opening),
      language: opening.language,
      content_html: contentOf(opening),
      date_published: postedOf(opening)?.toISOString(),
      authors: [{ name: authorOf(opening) }],
      tags: placesOf(opening),
    })),
  });
}
