import { siteConfig } from '#src/config/site.ts';
import { formatMessage } from '#src/domain/model/messages.ts';
import type { Location, Salary } from '#src/domain/model/opening.ts';
import type { SearchOutcome } from './find-openings.ts';
import { pageOf } from './search-address.ts';

const { locale } = siteConfig.region;

/** The distinct cities of an opening, in the order of the API host. */
export function citiesOf(locations: readonly Pick<Location, 'city'>[]): string[] {
  return [...new Set(locations.map(({ city }) => city.trim()).filter((city) => city !== ''))];
}

const units: Readonly<Record<string, string>> = {
  HOUR: 'an hour',
  DAY: 'a day',
  WEEK: 'a week',
  MONTH: 'a month',
  YEAR: 'a year',
};

/** '₦320,000 to ₦420,000 a month'. An unknown currency or unit is not changed. */
export function payText({ min, max, currency, unit }: Salary): string {
  const figures = min === max ? [min] : [Math.min(min, max), Math.max(min, max)];
  const amounts = figures.map((figure) => money(figure, currency)).join(' to ');
  const period = units[unit.trim().toUpperCase()] ?? unit.trim();
  return period === '' ? amounts : `${amounts} ${period}`;
}

function money(amount: number, currency: string): string {
  const digits = { minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount);
  } catch {
    return `${currency} ${new Intl.NumberFormat(locale, digits).format(amount)}`.trim();
  }
}

const employment: Readonly<Record<string, string>> = {
  FULL_TIME: 'Full time',
  PART_TIME: 'Part time',
  CONTRACTOR: 'Contract',
  TEMPORARY: 'Temporary',
  INTERN: 'Internship',
  VOLUNTEER: 'Volunteer',
  PER_DIEM: 'By the day',
  OTHER: 'Other',
};

/** The text of a schema.org employmentType; another value with spaces for underscores. */
export function employmentText(type: string): string {
  return employment[type.trim().toUpperCase()] ?? type.replaceAll('_', ' ').trim();
}

const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** '3 October 2026' from an ISO 8601 date or date-time: the date as written, without time zone conversion. */
export function dateText(iso: string): string {
  return longDate.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

/** The status message of a search, also announced by screen readers. */
export function searchSummary(outcome: SearchOutcome): string {
  if (outcome.kind === 'select-company') return formatMessage('selectCompanyToSearch');
  if (outcome.kind === 'unavailable') return 'The openings cannot be shown right now.';
  const { openings, search } = outcome;
  if (openings.length === 1) return '1 opening';
  if (openings.length > 1) {
    const { page, pages } = pageOf(search, openings.length);
    const count = `${openings.length.toLocaleString(locale)} openings`;
    return pages === 1 ? count : `${count}, page ${page} of ${pages.toLocaleString(locale)}`;
  }
  if (search.q !== '') return formatMessage('noOpeningsFound', { query: search.q });
  return search.company_id === ''
    ? 'There are no openings today.'
    : 'This company has no openings today.';
}
