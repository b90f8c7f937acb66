/** Google reads these values of schema.org's employmentType. */
export const employmentTypes = [
  'FULL_TIME',
  'PART_TIME',
  'CONTRACTOR',
  'TEMPORARY',
  'INTERN',
  'VOLUNTEER',
  'PER_DIEM',
  'OTHER',
] as const;

/** The values of schema.org's unitText that Google reads, with their number in a year of full-time work. */
export const unitsPerYear = { HOUR: 40 * 52, DAY: 5 * 52, WEEK: 52, MONTH: 12, YEAR: 1 } as const;

/** The result is undefined for a value that schema.org does not have. */
const codeIn =
  <Code extends string>(codes: readonly Code[]) =>
  (value = ''): Code | undefined =>
    codes.find((code) => code === value.trim().toUpperCase());

export const employmentCode = codeIn(employmentTypes);
export const payUnit = codeIn(Object.keys(unitsPerYear) as (keyof typeof unitsPerYear)[]);
