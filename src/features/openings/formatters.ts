import { siteConfig } from '#src/config/site.ts';
import { formatMessage } from '#src/domain/model/messages.ts';
import type { Location, Salary } from '#src/domain/model/opening.ts';
import { daysUntil, toLocalTime } from '#src/domain/rules/closing-date.ts';
import { payUnit } from '#src/domain/rules/employment-terms.ts';
import { filterNames, filterOf, pageOf } from '#src/domain/rules/search-parameters.ts';
import type { FoundOpenings, SearchOutcome } from './find-openings.ts';

const { locale, timeZone } = siteConfig.region;

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
    return [region === undefined ? 'Remote' : `Remote, ${region}`];
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

/** The job status 'Full-time, rotational' begins with the employment type 'Full time'. */
export const includesType = (status: string, type: string): boolean =>
  words(status).startsWith(words(type));
const words = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The text has at most three places, and states how many more there are. */
export function placesText(opening: Places, first?: string): string {
  const { named, further } = firstPlaces(opening, first);
  return further > 0 ? `${named} and ${further} more` : named;
}

/** The text is '₦320,000 to ₦420,000 a month'. An unknown currency or unit stays as it is. */
export function payText({ min, max, currency, unit }: Salary): string {
  const figures = min === max ? [min] : [Math.min(min, max), Math.max(min, max)];
  const amounts = figures.map((figure) => money(figure, currency)).join(' to ');
  const period = payUnit(unit)?.text ?? unit.trim();
  return period === '' ? amounts : `${amounts} ${period}`;
}

const digits = { minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
const plain = new Intl.NumberFormat(locale, digits);
const currencyFormats = new Map<string, Intl.NumberFormat | undefined>();
const maxCurrencies = 100;

function money(amount: number, currency: string): string {
  if (!currencyFormats.has(currency)) {
    if (currencyFormats.size === maxCurrencies) currencyFormats.clear();
    currencyFormats.set(currency, currencyFormat(currency));
  }
  const format = currencyFormats.get(currency);
  return format ? format.format(amount) : `${currency} ${plain.format(amount)}`.trim();
}

function currencyFormat(currency: string): Intl.NumberFormat | undefined {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
  } catch {
    return undefined;
  }
}

const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** Converts an ISO 8601 date or date-time to '3 October 2026': the date as written, without time zone conversion. */
export function dateText(iso: string): string {
  return longDate.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

/** Returns the day of a closing date, and the time of an instant: '31 December 2026, 20:00', in the zone of the site config. */
export function closingDateText(iso: string): string {
  const local = toLocalTime(timeZone, iso);
  return `${dateText(local)}${timeOf(local)}`;
}

const timeOf = (local: string): string => (local.length > 10 ? `, ${local.slice(11, 16)}` : '');

/** An instant has its time in `timeZone`, in which days are counted. The year is left out if it is that of `now`. */
export function closingText(
  iso: string,
  now: Date,
  hasPassed: boolean,
  timeZone: string,
): { readonly text: string; readonly isSoon: boolean } {
  const local = toLocalTime(timeZone, iso);
  const date = new Date(`${local.slice(0, 10)}T00:00:00Z`);
  const days = daysUntil(timeZone, now, iso);
  if (!hasPassed && days >= 0 && days <= 7) {
    const when = ['today', 'tomorrow'][days] ?? `in ${days} days`;
    return { text: `closes ${when}${timeOf(local)}`, isSoon: true };
  }
  const format = date.getUTCFullYear() === now.getUTCFullYear() ? dayAndMonth : dayMonthYear;
  const text = `${hasPassed ? 'closed' : 'closes'} ${format.format(date)}${timeOf(local)}`;
  return { text, isSoon: false };
}

const dayFormat = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const dayAndMonth = new Intl.DateTimeFormat(locale, dayFormat);
const dayMonthYear = new Intl.DateTimeFormat(locale, { ...dayFormat, year: 'numeric' });

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone });
const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });

/** Returns '14:05', or '14:05 on 3 October 2026' if `now` is another day, in the time zone of the site config. */
export function staleText(since: Date, now: Date): string {
  const day = longDay.format(since);
  return day === longDay.format(now) ? clock.format(since) : `${clock.format(since)} on ${day}`;
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
const textOf = ({ search: { company_id, q }, corrected }: FoundOpenings): string =>
  company_id === '' ? '' : (corrected ?? q);

/** Describes what narrows a list: ' at First Light Bakery for "baker" in Lagos, full time'. */
export function filterText(outcome: FoundOpenings): string {
  const { search } = outcome;
  const company = companyNameOf(outcome);
  const text = textOf(outcome);
  return [
    company === undefined ? '' : ` at ${company}`,
    text === '' ? '' : ` for "${text}"`,
    ...filterNames.map((name) => {
      const { labelOf, phraseOf } = filterOf(name);
      const value = search[name];
      return value === undefined ? '' : phraseOf(labelOf(value));
    }),
  ].join('');
}

/**
 * Screen readers announce for example '6 openings at First Light Bakery for "baker" in Lagos, full time, page 1 of 2'.
 */
export function searchSummary(outcome: SearchOutcome): string {
  if (outcome.kind === 'unavailable') return 'The openings cannot be shown right now.';
  const { openings, search, unfiltered, corrected, all = [] } = outcome;
  const text = textOf(outcome);
  const filters = filterText(outcome);
  const notFound = formatMessage('noOpeningsFound', { query: search.q });
  if (openings.length === 0) {
    if (unfiltered.length === 0 && text !== '') return notFound;
    if (unfiltered.length === 0)
      return search.company_id === ''
        ? 'There are no openings today.'
        : 'This company has no openings today.';
    return `No openings${filters}`;
  }
  const { page, pages } = pageOf(search, openings.length);
  // A company narrows the list even without a text.
  const isPart = search.company_id !== '' && text === '' && all.length > openings.length;
  const total = isPart ? all : openings;
  const count = [
    openings.length.toLocaleString(locale),
    isPart ? ` of ${all.length.toLocaleString(locale)}` : '',
    total.length === 1 ? ' opening' : ' openings',
  ].join('');
  return [
    corrected === undefined ? '' : `${notFound}. `,
    `${count}${filters}`,
    pages === 1 ? '' : `, page ${page} of ${pages.toLocaleString(locale)}`,
  ].join('');
}
