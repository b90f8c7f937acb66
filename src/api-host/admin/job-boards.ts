import { z } from 'zod';
import { unescapeMarkup } from '#src/html/html-text.ts';
import { escapeMarkup, textToHtml } from '#src/html/text-to-html.ts';

/** The openings of a job board, converted to the shape of a file of openings. */
export interface JobBoard {
  readonly name: 'greenhouse' | 'lever';
  readonly openings: readonly Readonly<Record<string, unknown>>[];
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** GET https://boards-api.greenhouse.io/v1/boards/{token}/jobs?content=true */
const greenhouseSchema = z.looseObject({
  jobs: z.array(
    z.looseObject({
      id: z.union([z.number(), z.string()]),
      title: text,
      company_name: text,
      absolute_url: text,
      /** The text is HTML whose markup is escaped. */
      content: text,
      location: z.looseObject({ name: text }).nullish(),
      first_published: z.string().nullish(),
      application_deadline: z.string().nullish(),
    }),
  ),
});

/** GET https://api.lever.co/v0/postings/{site}?mode=json */
const leverSchema = z.array(
  z.looseObject({
    id: z.string(),
    text: z.string(),
    hostedUrl: text,
    createdAt: z.union([z.number(), z.string()]).nullish(),
    country: z.string().nullish(),
    categories: z
      .looseObject({
        commitment: text,
        location: text,
        allLocations: z.array(z.string()).nullish(),
      })
      .nullish(),
    /** The text is HTML. `descriptionPlain` is the same text without HTML. */
    description: text,
    descriptionPlain: text,
    /** `content` is a list of `li` elements. */
    lists: z.array(z.looseObject({ text, content: text })).nullish(),
    additional: text,
    additionalPlain: text,
    salaryRange: z
      .looseObject({ min: z.number(), max: z.number(), currency: z.string(), interval: text })
      .nullish(),
  }),
);

export function readJobBoard(json: unknown): JobBoard | undefined {
  const greenhouse = greenhouseSchema.safeParse(json);
  if (greenhouse.success)
    return { name: 'greenhouse', openings: greenhouse.data.jobs.map(fromGreenhouse) };
  const lever = leverSchema.safeParse(json);
  // An empty list is accepted too: it comes from a company without openings.
  if (lever.success) return { name: 'lever', openings: lever.data.map(fromLever) };
  return undefined;
}

function fromGreenhouse(
  job: z.output<typeof greenhouseSchema>['jobs'][number],
): Record<string, unknown> {
  return {
    id: job.id,
    role_name: job.title,
    company_name: job.company_name,
    locations: toLocations((job.location?.name ?? '').split(/[;|]/)),
    // Some copies of the board have HTML that is not escaped.
    jobdescription: job.content.includes('<') ? job.content : unescapeMarkup(job.content),
    date_posted: job.first_published,
    closing_date: job.application_deadline,
    source: 'greenhouse',
    source_url: job.absolute_url,
  };
}

function fromLever(posting: z.output<typeof leverSchema>[number]): Record<string, unknown> {
  const { categories, createdAt, country, salaryRange } = posting;
  const commitment = categories?.commitment ?? '';
  const unit = salaryUnit(salaryRange?.interval ?? '');
  return {
    id: posting.id,
    role_name: posting.text,
    locations: toLocations(categories?.allLocations ?? [categories?.location ?? '']).map(
      (location) => ({ ...location, ...(country && { country }) }),
    ),
    jobdescription: [
      posting.description || textToHtml(posting.descriptionPlain),
      ...(posting.lists ?? []).map((list) => {
        return `<h3>${escapeMarkup(list.text)}</h3><ul>${list.content}</ul>`;
      }),
      posting.additional || textToHtml(posting.additionalPlain),
    ].join('\n'),
    jobstatus: commitment,
    employment_type: employmentType(commitment),
    ...(createdAt != null && { date_posted: isoDateOf(createdAt) }),
    ...(salaryRange &&
      unit !== undefined && {
        salary: {
          min: salaryRange.min,
          max: salaryRange.max,
          currency: salaryRange.currency,
          unit,
        },
      }),
    source: 'lever',
    source_url: posting.hostedUrl,
  };
}

/** Returns a value that is no date as it is; the schema refuses it. */
function isoDateOf(epochMs: number | string): number | string {
  const isDate = typeof epochMs === 'number' && !Number.isNaN(new Date(epochMs).getTime());
  return isDate ? new Date(epochMs).toISOString() : epochMs;
}

const toLocations = (names: readonly string[]) =>
  names
    .map((name) => name.trim())
    .filter((city) => city !== '')
    .map((city) => ({ city }));

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
