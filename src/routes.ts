import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { Feature } from '#src/config/features.ts';
import { hasFeature } from '#src/config/site.ts';
import type { SearchAddress } from '#src/domain/catalogue/search-parameters.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { referrerOf } from '#src/domain/rules/forms/referrer.ts';
import { defaultLanguage, languagePrefix, splitLanguage } from '#src/language/server.ts';

/** The actions that are counted for each address, with the limits of `defaultLimits`. */
export type RateLimitedAction =
  | 'apply'
  | 'contact'
  /** Requests for an alert or for lost links, each of which can send a mail to the address of a stranger. */
  | 'mail-request'
  | 'upload'
  /** Requests for feeds. A stored feed is not counted. */
  | 'feed'
  | 'link'
  /** Forms and calls for which this build has no server function. */
  | 'unknown-function';

export interface Route {
  /** The name in metrics and traces. There are few names, because each is a time series. */
  readonly name: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[];
  readonly body?: Body;
  /** The count for requests, except those that are answered with a fresh stored page. */
  readonly rateLimit?: RateLimitedAction;
  /**
   * Returns the part of the query on which the page depends, or undefined if the page is not stored for this query. The
   * name of a kind of address stands for the parameters of a search there.
   */
  readonly stored?: SearchAddress | ((query: URLSearchParams) => URLSearchParams | undefined);
  readonly isInSitemap?: true;
  /** Whether mail servers may post here for a person (RFC 8058), and browsers without a page of this site. */
  readonly allowsOtherOrigins?: true;
  /** Whether mails have links to the path, which must work even after their language is removed from the site. */
  readonly isInMails?: true;
  /** Whether the path exists only without the prefix of a language. */
  readonly hasOneLanguage?: true;
  /** The feature to which the path belongs. If the company leaves the feature out, the path does not exist. */
  readonly feature?: Feature;
  /** Whether the file has texts of the site, so that its response has Content-Language, like each HTML page. */
  readonly sendsContentLanguage?: true;
}

interface Body {
  /** Absent if the handler checks the content type. */
  readonly types?: RegExp;
  /** Absent if the handler reads a stream. */
  readonly maxBytes?: number;
  /** The count for forms. A form above `maxFormBytes` is counted before it is handled, any other when it is checked. */
  readonly rateLimit?: RateLimitedAction;
}

/**
 * React calls server functions in Waku at these paths: the hash of a module and the name of a function. The syntax is
 * Hono's.
 */
const serverFunctionPaths = '/RSC/F/*';

/** The site has nothing else below `/RSC/`. */
export const isServerFunctionPath = (path: string): boolean => path.startsWith('/RSC/');

/** The largest form, or call of a server function, in bytes. Forms with a letter or a message may be larger. */
export const maxFormBytes = 64 * 1024;

/**
 * The largest form with a letter, in bytes: 64 kB plus the letter and twenty answers at three bytes per character. The
 * texts count twice, because without script a form of the version before also contains its previous state.
 */
export const maxLargeFormBytes =
  maxFormBytes + 2 * 3 * (maxLength.cover_letter + 20 * maxLength.answer);

const read = ['GET', 'HEAD'] as const;
const readAndPost = ['GET', 'HEAD', 'POST'] as const;
const post = ['POST'] as const;

const withoutQuery = () => new URLSearchParams();
const home = { name: 'home', methods: read, stored: 'list' } as const;
const localizedFile = { name: 'file', methods: read } as const;
const file = { ...localizedFile, hasOneLanguage: true } as const;
const feed = { name: 'feed', methods: read } as const;
const openingsFeed = {
  ...feed,
  feature: '/feed',
  rateLimit: 'feed',
  sendsContentLanguage: true,
} as const;
const enquiryForm = {
  name: 'api',
  methods: readAndPost,
  body: { maxBytes: maxFormBytes, rateLimit: 'contact' },
} as const;

const pageOfLink = { methods: read, rateLimit: 'link', isInMails: true } as const;

const formInMails = {
  methods: readAndPost,
  body: { maxBytes: maxFormBytes },
  isInMails: true,
} as const;
const formOfLink = { ...formInMails, rateLimit: 'link' } as const;

/** The table has a row for each file of src/pages, by the path at which Waku serves it. */
export const pages = {
  '/': { ...home, isInSitemap: true },
  '/index': home,
  '/contact': {
    name: 'contact',
    feature: '/contact',
    methods: readAndPost,
    body: { maxBytes: maxLargeFormBytes, rateLimit: 'contact' },
    stored: withoutQuery,
    isInSitemap: true,
  },
  // The page is never stored, because it has the receipt of one visitor.
  '/feedback': { name: 'feedback', methods: read },
  '/application/:id': {
    name: 'opening',
    methods: readAndPost,
    body: {
      types: /^multipart\/form-data\b/i,
      maxBytes: maxLargeFormBytes,
      rateLimit: 'apply',
    },
    stored: (query: URLSearchParams) => {
      const ref = referrerOf(query);
      return new URLSearchParams(ref && { ref });
    },
    isInSitemap: true,
  },
  '/forms/contact-us': { ...enquiryForm, feature: '/#contact-us' },
  '/forms/quote': { ...enquiryForm, feature: '/#quote' },
  '/my-applications': {
    name: 'my-application',
    methods: readAndPost,
    body: { maxBytes: maxFormBytes, rateLimit: 'mail-request' },
    isInMails: true,
  },
  '/my-application/:token': { name: 'my-application', ...pageOfLink },
  '/alerts': {
    name: 'alerts',
    feature: '/alerts',
    methods: readAndPost,
    body: { maxBytes: maxFormBytes, rateLimit: 'mail-request' },
  },
  '/alerts/:token': { name: 'alerts', ...pageOfLink },
  '/feed.rss': { ...openingsFeed, stored: 'feed' },
  '/feed.json': { ...openingsFeed, stored: 'feed' },
  '/jobs.xml': { ...openingsFeed, stored: 'jobs', hasOneLanguage: true },
  '/sitemap.xml': { ...feed, stored: withoutQuery, hasOneLanguage: true },
  '/robots.txt': { ...feed, stored: withoutQuery, hasOneLanguage: true },
  '/manifest.webmanifest': { ...localizedFile, stored: withoutQuery, sendsContentLanguage: true },
  '/texts/:part': { ...localizedFile, stored: withoutQuery },
  '/embed': { name: 'embed', feature: '/embed', methods: read, stored: 'embed' },
  '/favicon.ico': { ...file, stored: withoutQuery },
  '/icon.png': { ...file, stored: withoutQuery },
  '/share.png': localizedFile,
  '/share/:file': localizedFile,
  /** Every other path redirects to the home page. */
  '/*': { name: 'other', methods: read },
} as const satisfies Readonly<Record<string, Route>>;

/** The paths without a file in src/pages. */
const endpoints = {
  '/embed.js': { ...file, feature: '/embed' },
  '/forms/open-date': {
    name: 'api',
    feature: '/#quote',
    methods: post,
    body: { maxBytes: maxFormBytes },
    hasOneLanguage: true,
  },
  '/api/uploadapplicantdocument': {
    name: 'upload',
    methods: post,
    body: {},
    rateLimit: 'upload',
  },
  '/api/submission': { name: 'api', methods: read },
  '/my-application/:token/:action': {
    name: 'my-application',
    ...formOfLink,
  },
  '/alerts/:token/:action': { name: 'alerts', ...formOfLink },
  // Requests are not counted by address, because mail providers post here from few addresses for everybody.
  '/unsubscribe/:token': { name: 'alerts', ...formInMails, allowsOtherOrigins: true },
  '/healthz': { name: 'health', methods: read, hasOneLanguage: true },
  '/readyz': { name: 'health', methods: read, hasOneLanguage: true },
  [serverFunctionPaths]: {
    name: 'server-function',
    methods: post,
    body: { types: /^text\/plain\b/i, maxBytes: maxFormBytes },
  },
  '/assets/*': file,
  '/pictures/*': file,
  '/images/*': file,
  '/fonts/*': file,
} as const satisfies Readonly<Record<string, Route>>;

/** The first row that matches applies. A new page takes a file in src/pages and a row here. */
export const routes = { ...endpoints, ...pages };
type Pattern = keyof typeof routes;

export type SitePath = PathOf<Exclude<Pattern, `${string}*`>>;
type PathOf<Of extends string> = Of extends `${infer Start}:${infer Name}`
  ? Name extends `${string}/${infer Rest}`
    ? `${Start}${string}/${PathOf<Rest>}`
    : `${Start}${string}`
  : Of;

const router = new RegExpRouter<Route>();
for (const [pattern, route] of Object.entries(routes)) router.add('ALL', pattern, route);

export const isServed = ({ feature }: Route): boolean =>
  feature === undefined || hasFeature(feature);

const rowOf = (path: string): Route => router.match('ALL', path)[0][0]?.[0] ?? routes['/*'];
const match = (path: string): Route => (isServed(rowOf(path)) ? rowOf(path) : routes['/*']);

export const isLeftOut = (path: string): boolean => !isServed(rowOf(splitLanguage(path).path));

/**
 * Returns the row of a path, the path without the prefix of its language, and the language. The links of mails in a
 * language that was removed from the site lead to the default.
 */
export function localizedPath(path: string): ReturnType<typeof splitLanguage> & { route: Route } {
  const split = splitLanguage(path);
  const route = match(split.path);
  if (route === routes['/*']) {
    const rest = path.replace(languagePrefix, '');
    const linked = match(rest);
    if (linked.isInMails) return { path: rest, language: defaultLanguage, route: linked };
  }
  return route.hasOneLanguage && split.path !== path
    ? { path, language: defaultLanguage, route: routes['/*'] }
    : { ...split, route };
}

/** The address may have a query and the prefix of a language. */
export function routeOf(address: string): Route {
  const [path = ''] = address.split('?', 1);
  return localizedPath(path).route;
}
