import { z } from 'zod';
import { siteConfig } from '#src/config/site.ts';
import type { Location } from '#src/domain/model/opening.ts';
import { unescapeMarkup } from '#src/html/html-text.ts';
import { escapeMarkup, textToHtml } from '#src/html/text-to-html.ts';
import { openingColumns } from './opening-columns.ts';

/** The openings of a job board, converted to the shape of a file of openings. */
export interface JobBoard {
  readonly name: 'greenhouse' | 'lever';
  readonly openings: readonly Readonly<Record<string, unknown>>[];
}

/** Some systems write names for HTML: 'Food &amp; Beverage'. */
export const decoded = (name: string): string => (name.includes('<') ? name : unescapeMarkup(name));

const text = z.string().catch('');

/** GET https://boards-api.greenhouse.io/v1/boards/{token}/jobs?content=true */
const greenhouseJob = z.looseObject({
  id: z.unknown().optional(),
  title: text,
  company_name: text,
  absolute_url: text,
  /** The text is HTML whose markup is escaped. */
  content: text,
  location: z.looseObject({ name: text }).catch({ name: '' }),
  first_published: z.unknown().optional(),
  application_deadline: z.unknown().optional(),
});

const amountsOfLever = { min: z.number(), max: z.number(), currency: z.string(), interval: text };

/** GET https://api.lever.co/v0/postings/{site}?mode=json */
const leverPosting = z.looseObject({
  id: z.unknown().optional(),
  text,
  hostedUrl: text,
  /** Milliseconds since the epoch. */
  createdAt: z.union([z.number(), z.string()]).optional().catch(undefined),
  country: text,
  workplaceType: text,
  categories: z
    .looseObject({ commitment: text, location: text, allLocations: z.array(text).catch([]) })
    .catch({ commitment: '', location: '', allLocations: [] }),
  /** The text is HTML. `descriptionPlain` is the same text without HTML. */
  description: text,
  descriptionPlain: text,
  /** `content` is a list of `li` elements. */
  lists: z.array(z.looseObject({ text, content: text }).catch({ text: '', content: '' })).catch([]),
  additional: text,
  additionalPlain: text,
  salaryRange: z.looseObject(amountsOfLever).optional().catch(undefined),
});

const boardSchema = z.looseObject({ jobs: z.array(z.unknown()) });
/** An empty list is accepted too: it comes from a company without openings. */
const isLever = (json: unknown): json is readonly unknown[] =>
  Array.isArray(json) &&
  (json.length === 0 ||
    json.some((item) => typeof item === 'object' && item !== null && 'hostedUrl' in item));

/** Recognizes a job board by its envelope. Returns undefined if the JSON is no response of one. */
export function readJobBoard(json: unknown): JobBoard | undefined {
  const greenhouse = boardSchema.safeParse(json);
  if (greenhouse.success)
    return { name: 'greenhouse', openings: greenhouse.data.jobs.map(fromGreenhouse) };
  return isLever(json) ? { name: 'lever', openings: json.map(fromLever) } : undefined;
}

function fromGreenhouse(value: unknown): Record<string, unknown> {
  const job = greenhouseJob.parse(value ?? {});
  const places = placesOf([job.location.name], '');
  return {
    id: job.id,
    role_name: job.title,
    company_name: job.company_name,
    ...places,
    // Some copies of the board have HTML that is not escaped.
    jobdescription: job.content.includes('<') ? job.content : unescapeMarkup(job.content),
    date_posted: job.first_published,
    closing_date: job.application_deadline,
    source: 'greenhouse',
    source_url: job.absolute_url,
  };
}

function fromLever(value: unknown): Record<string, unknown> {
  const posting = leverPosting.parse(value ?? {});
  const { categories, createdAt, salaryRange, workplaceType } = posting;
  const { allLocations, location } = categories;
  const { min, max, currency, interval = '' } = salaryRange ?? {};
  const unit = salaryUnit(interval);
  const names = allLocations.some((name) => name.trim() !== '') ? allLocations : [location];
  return {
    id: posting.id,
    role_name: posting.text,
    ...placesOf(names, posting.country, /^remote$/i.test(workplaceType)),
    jobdescription: [
      posting.description || textToHtml(posting.descriptionPlain),
      ...posting.lists.map((list) => {
        return `<h3>${escapeMarkup(decoded(list.text))}</h3><ul>${list.content}</ul>`;
      }),
      posting.additional || textToHtml(posting.additionalPlain),
    ].join('\n'),
    jobstatus: categories.commitment,
    employment_type: employmentType(categories.commitment),
    ...(createdAt !== undefined && { date_posted: isoDateOf(createdAt) }),
    ...(unit !== undefined && { salary: { min, max, currency, unit } }),
    source: 'lever',
    source_url: posting.hostedUrl,
  };
}

/** Returns a value that is no date as it is; the schema refuses it. */
function isoDateOf(epochMs: number | string): number | string {
  const isDate = typeof epochMs === 'number' && !Number.isNaN(new Date(epochMs).getTime());
  return isDate ? new Date(epochMs).toISOString() : epochMs;
}

/** A place called 'Remote' is no town: it states that people work from where they live, in its country. */
function placesOf(names: readonly string[], country: string, isRemote = false) {
  const cities = names
    .flatMap((name) => name.split(/[;|]| \/ /))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const towns = cities.filter((city) => !remotePlace.test(city));
  const remoteCountry =
    country ||
    cities.flatMap(
      (city) => countryOf(/^(?:.*\w)?/.exec(city.replace(remotePlace, ''))?.[0] ?? '') ?? [],
    )[0];
  const isTelecommute = isRemote || towns.length < cities.length;
  return {
    locations: towns.map((town) => locationOf(town, country)),
    ...(isTelecommute && {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: remoteCountry || ownCountry },
    }),
  };
}

/** It matches the word in 'Remote - Nigeria' and 'Remote (US)'. */
const remotePlace = /^(?:fully |100 ?% )?remote\b[\s,(–-]*/i;

/** Reads 'Lagos, Nigeria' and 'Ikeja, Lagos, Nigeria'. Where no country is named, as in 'Austin, TX', it is all the city. */
function locationOf(place: string, boardCountry: string): Location {
  const parts = place.split(',').map((part) => part.trim());
  const named = countryOf(parts.at(-1) ?? '');
  const country = named ?? boardCountry;
  const [city = '', ...region] =
    named === undefined || parts.length < 2 ? [place] : parts.slice(0, -1);
  return {
    city,
    ...(region.length > 0 && { region: region.join(', ') }),
    ...(country !== '' && { country }),
  };
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const countries = new Map([
  ...letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const name = countryNames.of(first + second);
      // FX, an old code of France, becomes FR.
      const { region = '' } = new Intl.Locale(`und-${first}${second}`);
      return name === undefined ? [] : [[name.toLowerCase(), region]];
    }),
  ),
  // These letters are no state of the United States; CA and DE are.
  ...['us', 'ng'].map((code) => [code, code.toUpperCase()] as const),
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
]);
// It is a state too.
countries.delete('georgia');
const countryOf = (name: string): string | undefined => countries.get(name.trim().toLowerCase());
const ownCountry = siteConfig.address.country;

/** Reads an interval such as `per-year-salary` or `per-hour-wage`. It returns undefined for a salary that is paid once. */
const salaryUnit = (interval: string): string | undefined =>
  /^per-(hour|day|week|month|year)-/.exec(interval)?.[1]?.toUpperCase();

function employmentType(commitment: string): string | undefined {
  const types = {
    full: 'FULL_TIME',
    part: 'PART_TIME',
    contract: 'CONTRACTOR',
    temporary: 'TEMPORARY',
    intern: 'INTERN',
  };
  return Object.entries(types).find(([start]) => commitment.toLowerCase().startsWith(start))?.[1];
}

/** Returns the columns for which no opening of a job board has a value. */
export const fieldsWithoutValue = (
  openings: readonly Readonly<Record<string, unknown>>[],
): string[] =>
  openingColumns
    .map(({ name }) => name)
    .filter((name) =>
      openings.every((opening) => ['', null, undefined].includes(opening[name] as '')),
    )
    .filter((name) => !['id', 'role_name', 'further'].includes(name));
