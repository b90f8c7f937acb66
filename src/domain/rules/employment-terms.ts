/** The values of schema.org's employmentType that Google reads, with their texts. */
const employmentTypes: ReadonlyMap<string, string> = new Map([
  ['FULL_TIME', 'Full time'],
  ['PART_TIME', 'Part time'],
  ['CONTRACTOR', 'Contract'],
  ['TEMPORARY', 'Temporary'],
  ['INTERN', 'Internship'],
  ['VOLUNTEER', 'Volunteer'],
  ['PER_DIEM', 'By the day'],
  ['OTHER', 'Other'],
]);

interface PayUnit {
  readonly text: string;
  /** How many of them a year of full-time work has. */
  readonly perYear: number;
}

/** The values of schema.org's unitText that Google reads. */
const payUnits: ReadonlyMap<string, PayUnit> = new Map([
  ['HOUR', { text: 'an hour', perYear: 40 * 52 }],
  ['DAY', { text: 'a day', perYear: 5 * 52 }],
  ['WEEK', { text: 'a week', perYear: 52 }],
  ['MONTH', { text: 'a month', perYear: 12 }],
  ['YEAR', { text: 'a year', perYear: 1 }],
]);

const codeOf = (value: string): string => value.trim().toUpperCase();

/** The schema.org code of an employment type; undefined for a value that schema.org does not have. */
export function employmentCode(type: string | undefined): string | undefined {
  const code = codeOf(type ?? '');
  return employmentTypes.has(code) ? code : undefined;
}

/** The text of an employment type; another value with spaces for underscores. */
export const employmentText = (type: string): string =>
  employmentTypes.get(codeOf(type)) ?? type.replaceAll('_', ' ').trim();

/** A unit of pay with its schema.org code; undefined for a value that schema.org does not have. */
export function payUnit(unit: string): (PayUnit & { readonly code: string }) | undefined {
  const known = payUnits.get(codeOf(unit));
  return known && { ...known, code: codeOf(unit) };
}
