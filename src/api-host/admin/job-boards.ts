import { z } from 'zod';
import { unescapeMarkup } from '#src/html/html-text.ts';
import { escapeMarkup, textToHtml } from '#src/html/text-to-html.ts';
import { placesOf } from './job-board-places.ts';
import { openingColumns } from './opening-columns.ts';

/** The openings of a job board, converted to the shape of a file of openings. */
export interface JobBoard {
  readonly name: 'greenhouse' | 'lever' | 'ashby' | 'workable' | 'recruitee';
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

const ashbyPay = z.looseObject({
  compensationType: text,
  interval: text,
  currencyCode: text,
  minValue: z.number().optional().catch(undefined),
  maxValue: z.number().optional().catch(undefined),
});

/** GET https://api.ashbyhq.com/posting-api/job-board/{name}?includeCompensation=true */
const ashbyJob = z.looseObject({
  id: text,
  title: text,
  location: text,
  address: z.looseObject({ postalAddress: z.unknown() }).optional().catch(undefined),
  secondaryLocations: z
    .array(
      z.looseObject({ location: text, address: z.unknown() }).catch({ location: '', address: '' }),
    )
    .catch([]),
  employmentType: text,
  isListed: z.boolean().catch(true),
  isRemote: z.boolean().catch(false),
  publishedAt: z.unknown().optional(),
  descriptionHtml: text,
  jobUrl: text,
  compensation: z
    .looseObject({ summaryComponents: z.array(ashbyPay).catch([]) })
    .catch({ summaryComponents: [] }),
});
const postalAddress = z
  .looseObject({ addressLocality: text, addressRegion: text, addressCountry: text })
  .catch({ addressLocality: '', addressRegion: '', addressCountry: '' });

/** GET https://www.workable.com/api/accounts/{account}?details=true */
const workablePlace = z.looseObject({ city: text, region: text, state: text, country: text });
const workableJob = workablePlace.extend({
  shortcode: text,
  title: text,
  employment_type: text,
  telecommuting: z.boolean().catch(false),
  locations: z.array(workablePlace).catch([]),
  published_on: z.unknown().optional(),
  description: text,
  url: text,
});

/** GET https://{company}.recruitee.com/api/offers */
const recruiteeOffer = z.looseObject({
  id: z.unknown().optional(),
  title: text,
  company_name: text,
  description: text,
  requirements: text,
  city: text,
  country: text,
  locations: z.array(z.looseObject({ city: text, state: text, country: text })).catch([]),
  remote: z.boolean().catch(false),
  employment_type_code: text,
  published_at: text,
  close_at: text,
  careers_url: text,
});

const hasHostedUrl = (item: unknown) =>
  typeof item === 'object' && item !== null && 'hostedUrl' in item;

/** Recognizes a job board by its envelope. Returns undefined if the JSON is no response of one. */
export function readJobBoard(json: unknown): JobBoard | undefined {
  // A company without openings has an empty list.
  if (Array.isArray(json) && (json.length === 0 || json.some(hasHostedUrl)))
    return { name: 'lever', openings: json.map(fromLever) };
  const { jobs, offers, ...envelope } = z
    .looseObject({ jobs: z.array(z.unknown()).optional(), offers: z.array(z.unknown()).optional() })
    .catch({})
    .parse(json);
  if (offers) return { name: 'recruitee', openings: offers.map(fromRecruitee) };
  if (!jobs) return undefined;
  if ('apiVersion' in envelope) return { name: 'ashby', openings: jobs.flatMap(fromAshby) };
  const { name } = envelope;
  return typeof name === 'string'
    ? { name: 'workable', openings: jobs.map((job) => fromWorkable(job, name)) }
    : { name: 'greenhouse', openings: jobs.map(fromGreenhouse) };
}

/** Returns a place as the boards write it: 'Ikeja, Lagos, Nigeria'. */
const placeText = (...parts: readonly string[]): string =>
  parts.filter((part) => part.trim() !== '').join(', ');

function fromAshby(value: unknown): Record<string, unknown>[] {
  const job = ashbyJob.parse(value ?? {});
  if (!job.isListed) return [];
  const nameOf = (address: unknown, name: string) => {
    const { addressLocality, addressRegion, addressCountry } = postalAddress.parse(address);
    // An address may be a country only.
    return /remote/i.test(name) || addressLocality === ''
      ? name
      : placeText(addressLocality, addressRegion, addressCountry);
  };
  const pay = job.compensation.summaryComponents.find((part) => part.compensationType === 'Salary');
  const { minValue: min, maxValue: max, currencyCode: currency } = pay ?? {};
  const unit = /^1 (HOUR|DAY|WEEK|MONTH|YEAR)$/.exec(pay?.interval ?? '')?.[1];
  const salary = { min, max, currency, unit };
  return [
    {
      // The documentation shows jobs without an id; their address ends in it.
      id: job.id || job.jobUrl.split('/').at(-1),
      role_name: job.title,
      ...placesOf(
        [
          nameOf(job.address?.postalAddress, job.location),
          ...job.secondaryLocations.map(({ address, location }) => nameOf(address, location)),
        ],
        '',
        job.isRemote,
      ),
      jobdescription: job.descriptionHtml,
      employment_type: employmentType(job.employmentType),
      date_posted: job.publishedAt,
      ...(!Object.values(salary).includes(undefined) && { salary }),
      source: 'ashby',
      source_url: job.jobUrl,
    },
  ];
}

function fromWorkable(value: unknown, company: string): Record<string, unknown> {
  const job = workableJob.parse(value ?? {});
  const places = job.locations.length > 0 ? job.locations : [job];
  return {
    id: job.shortcode,
    role_name: job.title,
    company_name: company,
    ...placesOf(
      places.map(({ city, region, state, country }) => placeText(city, region || state, country)),
      '',
      job.telecommuting,
    ),
    jobdescription: job.description,
    employment_type: employmentType(job.employment_type),
    date_posted: job.published_on,
    source: 'workable',
    source_url: job.url,
  };
}

function fromRecruitee(value: unknown): Record<string, unknown> {
  const offer = recruiteeOffer.parse(value ?? {});
  const places = offer.locations.length > 0 ? offer.locations : [{ ...offer, state: '' }];
  // Recruitee writes 2026-03-01 09:30:00 UTC.
  const isoOf = (time: string) => time.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z');
  return {
    id: offer.id,
    role_name: offer.title,
    company_name: offer.company_name,
    ...placesOf(
      places.map(({ city, state, country }) => placeText(city, state, country)),
      '',
      offer.remote,
    ),
    jobdescription: `${offer.description}\n${offer.requirements}`,
    employment_type: employmentType(offer.employment_type_code),
    date_posted: isoOf(offer.published_at) || undefined,
    closing_date: isoOf(offer.close_at) || undefined,
    source: 'recruitee',
    source_url: offer.careers_url,
  };
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
    jobdescription: decoded(job.content),
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

export const fieldsWithoutValue = (
  openings: readonly Readonly<Record<string, unknown>>[],
): string[] =>
  openingColumns
    .map(({ name }) => name)
    .filter((name) =>
      openings.every((opening) => ['', null, undefined].includes(opening[name] as '')),
    )
    .filter((name) => !['id', 'role_name', 'further'].includes(name));
