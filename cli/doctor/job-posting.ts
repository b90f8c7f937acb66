import type { Opening } from '#src/domain/model/opening.ts';
import { employmentCode } from '#src/domain/rules/employment-terms.ts';
import { htmlToText } from '#src/html/html-text.ts';

interface Requirement {
  readonly field: string;
  readonly isMet: (opening: Opening) => boolean;
}

/** Google requires these: developers.google.com/search/docs/appearance/structured-data/job-posting */
const required: readonly Requirement[] = [
  { field: 'role_name', isMet: ({ role_name }) => role_name.trim() !== '' },
  { field: 'jobdescription', isMet: ({ jobdescription }) => htmlToText(jobdescription) !== '' },
  { field: 'company_name', isMet: ({ company_name }) => company_name.trim() !== '' },
  { field: 'date_posted', isMet: ({ date_posted }) => date_posted !== undefined },
  {
    field: 'locations (city and country)',
    isMet: ({ locations }) => locations.some(({ city, country }) => city.trim() && country?.trim()),
  },
];

const recommended: readonly Requirement[] = [
  { field: 'closing_date', isMet: ({ closing_date }) => closing_date !== undefined },
  {
    field: 'employment_type',
    isMet: ({ employment_type }) => employmentCode(employment_type) !== undefined,
  },
  { field: 'salary', isMet: ({ salary }) => salary !== undefined },
];

const missingOf = (requirements: readonly Requirement[], opening: Opening): string[] =>
  requirements.filter(({ isMet }) => !isMet(opening)).map(({ field }) => field);

export const jobPostingGaps = (
  opening: Opening,
): { readonly required: string[]; readonly recommended: string[] } => ({
  required: missingOf(required, opening),
  recommended: missingOf(recommended, opening),
});
