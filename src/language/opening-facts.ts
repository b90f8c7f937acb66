import { LRUCache } from 'lru-cache';
import { siteConfig } from '#src/config/site.ts';
import { localTime } from '#src/config/site-time.ts';
import { employmentCode, payUnit } from '#src/domain/catalogue/employment-terms.ts';
import { daysBetween, soonDays } from '#src/domain/catalogue/opening-dates.ts';
import type { Location, Opening, Salary } from '#src/domain/model/opening.ts';
import { distinctNames } from '#src/domain/rules/text/text.ts';
import { fill, formatDay, oncePerLanguage, plural } from './format.ts';
import { dateTimeText, isoDay, withTime } from './format-date.ts';
import { employmentText } from './search-words.ts';
import { defaultLanguage, language, languages, texts } from './server.ts';

interface Places {
  readonly locations: readonly Pick<Location, 'city'>[];
  readonly jobLocationType?: unknown;
  readonly applicantLocationRequirements?: unknown;
}

/** Where applicants of a remote opening live: a country, by default that of the site config, or a region ('EMEA'). */
export function applicantPlaceOf({ applicantLocationRequirements: place }: Places): {
  readonly country?: string;
  readonly region?: string;
} {
  if (place === undefined) return { country: siteConfig.address.country };
  const { '@type': type, name } = Object(place) as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string') return {};
  return type === 'Country' ? { country: name } : { region: name };
}

/** The default is the country of the site config. */
export const countryOf = ({ country }: Location): string =>
  country?.trim() || siteConfig.address.country;

/** schema.org's value for work from home. */
export const isRemote = ({ jobLocationType }: Places): boolean => jobLocationType === 'TELECOMMUTE';

/** Returns the places of an opening, those in `first` before others. A remote opening without cities has 'Remote'. */
export function placesOf(opening: Places, first: readonly string[] = []): string[] {
  const cities = distinctNames(opening.locations.map(({ city }) => city));
  if (cities.length === 0 && isRemote(opening)) {
    const { region } = applicantPlaceOf(opening);
    const { remote, remoteIn } = texts().openings;
    return [region === undefined ? remote : fill(remoteIn, { region })];
  }
  return [...new Set([...first.filter((city) => cities.includes(city)), ...cities])];
}

/** The text has at most three places, and states how many more there are. */
export function placesText(opening: Places, first?: readonly string[]): string {
  const shown = 3;
  const places = placesOf(opening, first);
  const named = places.slice(0, shown).join(', ');
  const count = places.length - shown;
  return count > 0 ? fill(texts().openings.placesAndMore, { places: named, count }) : named;
}

/**
 * Returns the job status and the employment type. One of them is empty if the other says the same: the status
 * 'Full-time, rotational' contains the type 'Full time'. If the status is only the type in another language, it is
 * replaced by the type in the language of the page.
 */
export function employmentFacts({
  jobstatus,
  employment_type = '',
}: Pick<Opening, 'jobstatus' | 'employment_type'>) {
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

/** The text is '₦320,000 to ₦420,000 a month'. An unknown currency or unit stays as it is. */
export function payText({ min, max, currency, unit }: Salary): string {
  const { payRange, pay } = texts().openings;
  const low = money(Math.min(min, max), currency);
  const high = money(Math.max(min, max), currency);
  const amount = min === max ? low : fill(payRange, { min: low, max: high });
  const known = payUnit(unit);
  return known ? fill(pay[known], { amount }) : `${amount} ${unit.trim()}`.trim();
}

/** 12 and 12.50, not 12.5. */
const digits = { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' } as const;
const plain = oncePerLanguage(({ locale }) => new Intl.NumberFormat(locale, digits));
const currencyFormats = oncePerLanguage(
  () => new LRUCache({ max: 100, memoMethod: currencyFormat }),
);

const money = (amount: number, currency: string): string =>
  currencyFormats().memo(currency).format(amount);

function currencyFormat(currency: string): Pick<Intl.NumberFormat, 'format'> {
  const formatIn = (locale: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay, ...digits });
  const hasSymbol = (format: Intl.NumberFormat) =>
    format.formatToParts(0).every(({ value }) => value !== currency.toUpperCase());
  try {
    const format = formatIn(language().locale, 'symbol');
    // In French, Intl writes NGN for the naira, but readers know the symbol that the default language has.
    return hasSymbol(format) || !hasSymbol(formatIn(defaultLanguage.locale, 'symbol'))
      ? format
      : formatIn(language().locale, 'narrowSymbol');
  } catch {
    return { format: (amount: number) => `${currency} ${plain().format(amount)}`.trim() };
  }
}

/** Days are counted in the time zone of the company. The year is left out if it is that of `today` (`isoDay`). */
export function closingText(iso: string, today: string, hasPassed = false) {
  const { closing } = texts().openings;
  const local = localTime(iso);
  const day = local.slice(0, 10);
  const days = daysBetween(today, day);
  if (!hasPassed && days >= 0 && days <= soonDays) {
    const text = [closing.today, closing.tomorrow][days] ?? plural(closing.inDays, days);
    return { text: withTime(text, local), isSoon: true };
  }
  const format = day.startsWith(today.slice(0, 4)) ? dayAndMonth : dayMonthYear;
  const text = fill(hasPassed ? closing.passed : closing.on, {
    day: formatDay(format(), new Date(day)),
  });
  return { text: withTime(text, local), isSoon: false };
}

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  oncePerLanguage(
    ({ locale }) =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
        ...options,
      }),
  );
const dayAndMonth = dateFormat({});
const dayMonthYear = dateFormat({ year: 'numeric' });

/** Each returns a fact in the current language, or an empty text if there is none. Places in `cities` come first. */
const factTexts = {
  company: ({ company_name }) => company_name.trim(),
  place: placesText,
  allPlaces: (opening) => placesOf(opening).join(', '),
  type: ({ employment_type = '' }) => employmentText(employment_type),
  pay: ({ salary }) => (salary ? payText(salary) : ''),
  end: ({ closing_date }) =>
    closing_date ? fill(texts().openings.closing.on, { day: dateTimeText(closing_date) }) : '',
  /** For a page that is read today: 'closes tomorrow, 20:00'. */
  countdown: ({ closing_date }) =>
    closing_date ? closingText(closing_date, isoDay(new Date())).text : '',
} satisfies Readonly<Record<string, (opening: Opening, cities?: readonly string[]) => string>>;

/** Returns those of the named facts that the opening has, in their order. */
export const factsOf = (
  opening: Opening,
  names: readonly (keyof typeof factTexts)[],
  cities?: readonly string[],
): string[] => names.map((name) => factTexts[name](opening, cities)).filter((fact) => fact !== '');
