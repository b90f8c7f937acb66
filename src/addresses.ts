import { allOpenings, type Search, searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import type { EnquiryFormKind } from '#src/domain/model/enquiry-form.ts';
import type { LateTexts } from '#src/language/late-texts.ts';
import { inLanguage } from '#src/language/paths.ts';
import type { SitePath } from '#src/routes.ts';

/** Returns the address of a link in the site config, which may also lead into the page or to another site. */
export const siteHref = (href: string): string => (href.startsWith('/') ? inLanguage(href) : href);

export const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}?${query}`;

/**
 * The parameter with the result of an action, so that loading the page again repeats nothing. Its value is a code from
 * a list of the page. The page is for one visitor, and is not stored.
 */
export const resultParameter = 'result';
export const withResult = (address: string, result: string | undefined): string =>
  result === undefined
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}${resultParameter}=${result}`;

/** Returns undefined if the address has no result, or an unknown one. */
export function readResult<Result extends string>(
  query: string,
  results: readonly Result[],
): Result | undefined {
  const text = new URLSearchParams(query).get(resultParameter);
  return results.find((result) => result === text);
}

/** The type requires that the table of routes has a row for the path. */
const hrefOf = (path: SitePath, query = ''): string => inLanguage(withQuery(path, query));

export const listPageHref = (search: Search): string => hrefOf('/', searchQuery(search));
export const listHref = (search: Search = allOpenings): string =>
  `${listPageHref(search)}#openings`;
export const canonicalHref = (search: Search): string =>
  hrefOf('/', searchQuery(search, 'canonical'));

export const feedFormats = ['rss', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];
export const feedHref = (format: FeedFormat, search: Search = allOpenings): string =>
  hrefOf(`/feed.${format}`, searchQuery(search, 'feed'));
export const jobsPath = (search: Search): string =>
  withQuery('/jobs.xml' satisfies SitePath, searchQuery(search, 'jobs'));

export const embedPath = '/embed' satisfies SitePath;
export const embedScriptPath = '/embed.js' satisfies SitePath;

export const openingHref = (id: string): string => hrefOf(`/application/${encodeURIComponent(id)}`);

/** `submissionId`, useless without the upload ticket, distinguishes the applications of two people. */
const openingQuery = (joblistingid?: string, submissionId?: string): string =>
  Object.entries({ joblistingid, submission: submissionId })
    .flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
    .join('&');

export const uploadPath = '/api/uploadapplicantdocument';
/** `joblistingid` tells to which of the browser's applications the documents belong. */
export const uploadHref = (joblistingid: string): string =>
  hrefOf(uploadPath, openingQuery(joblistingid));

export const submissionPath = '/api/submission';
/** Selects an application of this browser. The default is the newest application to the opening, or the newest of all. */
export const submissionHref = (joblistingid?: string, submissionId?: string): string =>
  hrefOf(submissionPath, openingQuery(joblistingid, submissionId));
/** The address of the application's state with the link to the private page, to which a browser is redirected. */
export const ownApplicationHref = (joblistingid?: string, submissionId?: string): string =>
  hrefOf(
    submissionPath,
    [openingQuery(joblistingid, submissionId), 'link'].filter(Boolean).join('&'),
  );

export const textsHref = (part: LateTexts, language?: { readonly prefix: string }): string =>
  inLanguage(`/texts/${part}` satisfies SitePath, language);

export const feedbackPath = '/feedback';
export const receiptHref = (joblistingid: string, submissionId?: string): string =>
  hrefOf(feedbackPath, openingQuery(joblistingid, submissionId));

export const contactPath = '/contact' satisfies SitePath;
export const contactHref = (): string => hrefOf(contactPath);
/** Returns the action of an enquiry form that has no action in the site config (contract, decision 8). */
export const enquiryFormPath = (kind: EnquiryFormKind): SitePath => `/forms/${kind}`;
export const enquiryFormHref = (kind: EnquiryFormKind): string => inLanguage(`/#${kind}`);
export const enquirySentHref = (kind: EnquiryFormKind): string => withResult(hrefOf('/'), kind);
/** Remote validation of the quote's date: responds with JSON true or false. */
export const openDatePath = '/forms/open-date' satisfies SitePath;

export const myApplicationHref = (token: string): string => hrefOf(`${myApplicationPaths}${token}`);
export const myApplicationPaths = '/my-application/';

/** The page of the applications that were sent on this device, with the form that asks for lost links. */
export const applicationsPath = '/my-applications' satisfies SitePath;
export const linksRequestedHref = (): string => withResult(hrefOf(applicationsPath), 'requested');

export const manifestHref = (): string => hrefOf('/manifest.webmanifest');

export const alertsPath = '/alerts' satisfies SitePath;
export const alertsHref = (search: Search = allOpenings): string =>
  hrefOf(alertsPath, searchQuery(search, 'alert'));
/** @param until the instant (ISO 8601) until which the mail may be delayed */
export const alertRequestedHref = (search: Search, until?: string): string =>
  withResult(alertsHref(search), alertRequested(until));
/** Returns the code of a sent request, with the hour (UTC, rounded up) until which its mail may be delayed. */
const alertRequested = (until?: string): string =>
  until === undefined ? 'requested' : `requested-${(new Date(until).getUTCHours() + 1) % 24}`;
export const alertRequestedCodes: readonly string[] = [
  alertRequested(),
  ...Array.from({ length: 24 }, (_, hour) => `requested-${hour}`),
];

export const alertHref = (token: string): string => hrefOf(`${alertPaths}${token}`);
export const alertPaths = '/alerts/';
/** Mail servers post here to end an alert (RFC 8058); a GET leads to the page. */
export const unsubscribeHref = (token: string): string => hrefOf(`${unsubscribePaths}${token}`);
export const unsubscribePaths = '/unsubscribe/';

/** Whether the address contains a token, which gives anybody who has it the rights of the page. */
export const isSecretPath = (path: string): boolean =>
  [myApplicationPaths, alertPaths, unsubscribePaths].some((paths) => path.startsWith(paths));

export const sharePictureHref = (id?: string): string =>
  hrefOf(id === undefined ? '/share.png' : `/share/${encodeURIComponent(id)}.png`);

/** Waku passes the path segment percent-encoded. An invalid escape is not decoded. */
export function openingIdOf(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
