/** Google reads these values of schema.org's employmentType. */
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
  readonly perYear: number;
}

/** Google reads these values of schema.org's unitText. */
const payUnits: ReadonlyMap<string, PayUnit> = new Map([
  ['HOUR', { text: 'an hour', perYear: 40 * 52 }],
  ['DAY', { text: 'a day', perYear: 5 * 52 }],
  ['WEEK', { text: 'a week', perYear: 52 }],
  ['MONTH', { text: 'a month', perYear: 12 }],
  ['YEAR', { text: 'a year', perYear: 1 }],
]);

const codeOf = (value: string): string => value.trim().toUpperCase();

/** The result is undefined for a value that schema.org does not have. */
export function employmentCode(type: string | undefined): string | undefined {
  const code = codeOf(type ?? '');
  return employmentTypes.has(code) ? code : undefined;
}

/** An unknown employment type is shown with spaces for underscores. */
export const employmentText = (type: string): string =>
  employmentTypes.get(codeOf(type)) ?? type.replaceAll('_', ' ').trim();

/** The result is undefined for a value that schema.org does not have. */
export function payUnit(unit: string): (PayUnit & { readonly code: string }) | undefined {
  const known = payUnits.get(codeOf(unit));
  return known && { ...known, code: codeOf(unit) };
}
