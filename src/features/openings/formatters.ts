import { language, texts } from '#language';
import { synonyms } from '#src/config/languages.ts';
import { siteConfig } from '#src/config/site.ts';
import type { Location, Opening, Salary } from '#src/domain/model/opening.ts';
import { employmentCode, payUnit } from '#src/domain/rules/employment-terms.ts';
import { daysUntil, toLocalTime } from '#src/domain/rules/opening-dates.ts';
import { pageOf, pageSize, type Search } from '#src/domain/rules/search-parameters.ts';
import { understand } from '#src/domain/rules/search-query.ts';
import { fill, formatDay, formatNumber, oncePerLocale, plural } from '#src/language/format.ts';
import { formatDate, withTime } from '#src/language/format-date.ts';
import { employmentText, searchWords } from '#src/language/search-words.ts';
import { defaultLanguage, languages, site } from '#src/language/server.ts';
import type { FoundOpenings, SearchOutcome } from './find-openings.ts';

const { timeZone } = siteConfig.region;

export const careersTitle = (): string =>
  fill(texts().openings.careersAt, { company: site().brand.companyName });
export const openingsTitle = (): string =>
  fill(texts().openings.openingsAt, { company: site().brand.companyName });

/** Search engines show this number of characters of a meta description. */
export const metaDescriptionLength = 155;

interface Places {
  readonly locations: readonly Pick<Location, 'city'>[];
  readonly jobLocationType?: unknown;
  readonly applicantLocationRequirements?: unknown;
}

/** Where the people of a remote opening live: in a country, by default that of the site config, or in a region ('EMEA'). */
export function applicantPlaceOf({ applicantLocationRequirements: place }: Places): {
  readonly country?: string;
  readonly region?: string;
} {
  if (place === undefined) return { country: siteConfig.address.country };
  const { '@type': type, name } = Object(place) as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string') return {};
  return type === 'Country' ? { country: name } : { region: name };
}

/** A country that a location lacks is that of the site config. */
export const countryOf = ({ country }: Location): string =>
  country?.trim() || siteConfig.address.country;

/** schema.org's value for work from home. */
export const isRemote = ({ jobLocationType }: Places): boolean => jobLocationType === 'TELECOMMUTE';

/** `first` comes first if it is one of them. A remote opening without cities has the place 'Remote'. */
export function placesOf(opening: Places, first?: string): string[] {
  const names = opening.locations.map(({ city }) => city.trim());
  const cities = new Set(names.filter((city) => city !== ''));
  if (cities.size === 0 && isRemote(opening)) {
    const { region } = applicantPlaceOf(opening);
    const { remote, remoteIn } = texts().openings;
    return [region === undefined ? remote : fill(remoteIn, { region })];
  }
  return [...(first !== undefined && cities.has(first) ? new Set([first, ...cities]) : cities)];
}

/** Returns the first places of an opening, 'Lagos, Abuja, Kano', and how many more it has. */
export function firstPlaces(
  opening: Places,
  first?: string,
): {
  readonly named: string;
  readonly further: number;
} {
  const shown = 3;
  const places = placesOf(opening, first);
  return {
    named: places.slice(0, shown).join(', '),
    further: Math.max(0, places.length - shown),
  };
}

/**
 * Returns job status and employment type without what both say, each empty if the other says it: the status 'Full-time,
 * rotational' contains the type 'Full time'. A status that is only the type in another language gives way to the type in
 * the language of the page.
 */
export function employmentFacts({
  jobstatus,
  employment_type = '',
}: Pick<Opening, 'jobstatus' | 'employment_type'>): {
  readonly status: string;
  readonly type: string;
} {
  const status = jobstatus.trim();
  const type = employmentText(employment_type);
  if (words(status).includes(words(type))) return { status, type: '' };
  const code = employmentCode(employment_type);
  const names = code ? languages.map((one) => one.texts.openings.employmentTypes[code]) : [];
  if (names.some((name) => words(name) === words(status))) return { status: '', type };
  return names.some((name) => words(status).includes(words(name)))
    ? { status, type: '' }
    : { status, type };
}
const words = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The text has at most three places, and states how many more there are. */
export function placesText(opening: Places, first?: string): string {
  const { named, further } = firstPlaces(opening, first);
  if (further === 0) return named;
  return fill(texts().openings.placesAndMore, { places: named, count: further });
}

/** The text is '₦320,000 to ₦420,000 a month'. An unknown currency or unit stays as it is. */
export function payText({ min, max, currency, unit }: Salary): string {
  const { payRange, pay } = texts().openings;
  const low = money(Math.min(min, max), currency);
  const high = money(Math.max(min, max), currency);
  const amount = min === max ? low : fill(payRange, { min: low, max: high });
  const known = payUnit(unit);
  return known ? fill(pay[known], { amount }) : `${amount} ${unit.trim()}`.trim();
}

const digits = { minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
const plain = oncePerLocale((locale) => new Intl.NumberFormat(locale, digits));
const currencyFormats = oncePerLocale(() => new Map<string, Intl.NumberFormat | undefined>());
const maxCurrencies = 100;

function money(amount: number, currency: string): string {
  const formats = currencyFormats();
  if (!formats.has(currency)) {
    if (formats.size === maxCurrencies) formats.clear();
    formats.set(currency, currencyFormat(currency));
  }
  const format = formats.get(currency);
  return format ? format.format(amount) : `${currency} ${plain().format(amount)}`.trim();
}

function currencyFormat(currency: string): Intl.NumberFormat | undefined {
  const formatIn = (locale: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay, ...digits });
  const hasSymbol = (format: Intl.NumberFormat) =>
    format.formatToParts(0).every(({ value }) => value !== currency.toUpperCase());
  try {
    const format = formatIn(language().locale, 'symbol');
    // French has the code NGN for the naira, whose symbol its readers know as well as those of the default language.
    return hasSymbol(format) || !hasSymbol(formatIn(defaultLanguage.locale, 'symbol'))
      ? format
      : formatIn(language().locale, 'narrowSymbol');
  } catch {
    return undefined;
  }
}

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  oncePerLocale((locale) => new Intl.DateTimeFormat(locale, options));

/** An instant has its time in `timeZone`, in which days are counted. The year is left out if it is that of `now`. */
export function closingText(
  iso: string,
  now: Date,
  hasPassed: boolean,
  timeZone: string,
): { readonly text: string; readonly isSoon: boolean } {
  const { closing } = texts().openings;
  const local = toLocalTime(timeZone, iso);
  const date = new Date(`${local.slice(0, 10)}T00:00:00Z`);
  const days = daysUntil(timeZone, now, iso);
  if (!hasPassed && days >= 0 && days <= 7) {
    const text = [closing.today, closing.tomorrow][days] ?? plural(closing.inDays, days);
    return { text: withTime(text, local), isSoon: true };
  }
  const format = date.getUTCFullYear() === now.getUTCFullYear() ? dayAndMonth : dayMonthYear;
  const day = formatDay(format(), date);
  const text = fill(hasPassed ? closing.passed : closing.on, { day });
  return { text: withTime(text, local), isSoon: false };
}

const dayFormat = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const dayAndMonth = dateFormat(dayFormat);
const dayMonthYear = dateFormat({ ...dayFormat, year: 'numeric' });

const clock = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone });

/** Returns '14:05', or '14:05 on 3 October 2026' if `now` is another day, in the time zone of the site config. */
export function staleText(since: Date, now: Date): string {
  const day = formatDate(since.getTime());
  const time = clock().format(since);
  return day === formatDate(now.getTime())
    ? time
    : fill(texts().openings.list.timeOnDay, { time, day });
}

function companyNameOf(outcome: FoundOpenings): string | undefined {
  const { search, unfiltered, all = [] } = outcome;
  if (search.company_id === '') return undefined;
  const named = [unfiltered, all].map((openings) =>
    openings.find(
      ({ company_id, company_name }) =>
        company_id === search.company_id && company_name.trim() !== '',
    ),
  );
  return named.find(Boolean)?.company_name.trim();
}

/** A text without a company is not searched for. */
const textOf = ({ company_id, q }: Search): string => (company_id === '' ? '' : q);

/** Describes what narrows a list: ' at First Light Bakery for "baker" in Lagos, full time'. */
export const filterText = (outcome: FoundOpenings, q = textOf(outcome.search)): string =>
  searchWords({ ...outcome.search, q }, companyNameOf(outcome));

/** Returns the part of a list on its page: the openings that the API host found come before those that the site adds. */
export function pageOfResults({ search, openings, added }: FoundOpenings): {
  readonly page: number;
  readonly pages: number;
  readonly openings: readonly Opening[];
  readonly added: readonly Opening[];
} {
  const { page, pages } = pageOf(search, openings.length + added.length);
  const [start, end] = [(page - 1) * pageSize, page * pageSize];
  const fromAdded = (position: number) => Math.max(0, position - openings.length);
  return {
    page,
    pages,
    openings: openings.slice(start, end),
    added: added.slice(fromAdded(start), fromAdded(end)),
  };
}

/**
 * Screen readers announce for example '6 openings at First Light Bakery for "baker" in Lagos, full time, page 1 of 2'.
 */
export function searchSummary(outcome: SearchOutcome): string {
  const list = texts().openings;
  if (outcome.kind === 'unavailable') return list.unavailable;
  const { openings, search, added, corrected, all = [] } = outcome;
  const text = textOf(search);
  const filters = filterText(outcome);
  const { meansAll } = understand(text, synonyms);
  const { page, pages } = pageOfResults(outcome);
  const withPage = (summary: string) =>
    pages === 1 ? summary : fill(list.pageOf, { text: summary, page, pages: formatNumber(pages) });
  if (openings.length > 0) {
    // A company narrows the list even without a text.
    const isPart = search.company_id !== '' && text === '' && all.length > openings.length;
    const count = isPart
      ? plural(list.part, all.length, { part: formatNumber(openings.length) })
      : plural(list.count, openings.length);
    const summary = count + filters;
    if (added.length === 0) return withPage(summary);
    const similar = plural(meansAll ? list.others : list.similarWords, added.length);
    return withPage(fill(list.andSimilar, { summary, similar }));
  }
  const nothing = nothingFound(outcome, filters);
  if (added.length === 0) return nothing;
  const summary =
    meansAll || corrected !== undefined
      ? plural(list.count, added.length) + filterText(outcome, corrected ?? '')
      : plural(list.similarWords, added.length);
  return withPage(fill(list.corrected, { notFound: nothing, summary }));
}

/** Describes why the API host's part of a list is empty. */
function nothingFound({ search, unfiltered }: FoundOpenings, filters: string): string {
  const { noneNarrowed, none, noneOfCompany } = texts().openings;
  if (unfiltered.length > 0) return fill(noneNarrowed, { filters });
  if (search.company_id === '') return none;
  return search.q === ''
    ? noneOfCompany
    : fill(texts().openings.messages.noOpeningsFound, { query: search.q });
}
