import { siteConfig } from '#src/config/site.ts';
import type { Location, Salary } from '#src/domain/model/opening.ts';

const { locale } = siteConfig.region;

/** The cities of an opening in the host's order, each once. */
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

/** '₦320,000 to ₦420,000 a month'. A currency or unit that is none stands as the host wrote it. */
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

/** schema.org's employmentType in words; another value as the host wrote it. */
export function employmentText(type: string): string {
  return employment[type.trim().toUpperCase()] ?? type.replaceAll('_', ' ').trim();
}

const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** '3 October 2026' from an ISO 8601 date or date-time: the day as the host wrote it, in no time zone. */
export function dateText(iso: string): string {
  return longDate.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}
