import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { openHostData } from '#src/api-host/data.ts';
import { addSampleData, clearSamples, readSampleData } from '#src/api-host/sample-data.ts';
import { openingSchema } from '#src/domain/model/opening.ts';
import { preview } from '#src/domain/rules/text/preview.ts';
import { htmlToText } from '#src/html/html-text.ts';
import { settingsIn, temporaryDirectory, testHost } from './support/host.ts';
import { importOpenings, parseOpenings } from './support/openings.ts';

const { companies, openings } = await readSampleData();

const duplicates = <T>(values: readonly T[]): T[] =>
  values.filter((value, at) => values.indexOf(value) !== at);

/** The company whose openings are in French. */
const inCotonou = 6;

const questions = openings.flatMap((opening) => opening.questions);

/** The allowed parents of each tag; '' is the top of the description. */
const parents: Readonly<Record<string, readonly string[]>> = {
  p: [''],
  h3: [''],
  ul: [''],
  ol: [''],
  table: [''],
  thead: ['table'],
  tbody: ['table'],
  tr: ['thead', 'tbody'],
  th: ['tr'],
  td: ['tr'],
  li: ['ul', 'ol'],
  strong: ['p', 'li'],
  em: ['p', 'li'],
  a: ['p', 'li'],
};
const textParents = new Set(['p', 'h3', 'li', 'th', 'td', 'strong', 'em', 'a']);

/** Faults in a description's HTML. The parsed tags, serialized, must equal the source: otherwise a tag is unclosed or stray. */
function htmlFaults(html: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let written = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const parent = open.at(-1) ?? '';
        if (!parents[name]?.includes(parent)) faults.push(`<${name}> inside <${parent}>`);
        if (name === 'a' && !/^mailto:[\w.]+@[\w.]+\.example$/.test(attributes.href ?? ''))
          faults.push(`a link to ${attributes.href}`);
        const listed = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
        written += `<${name}${listed.join('')}>`;
        open.push(name);
      },
      onclosetag(name) {
        open.pop();
        written += `</${name}>`;
      },
      ontext(text) {
        if (text.trim() !== '' && !textParents.has(open.at(-1) ?? ''))
          faults.push(`text inside <${open.at(-1) ?? ''}>: ${text}`);
        if (/&(?!amp;)/.test(text)) faults.push(`an unescaped ampersand: ${text}`);
        written += text;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(html);
  if (written !== html) faults.push('an unclosed tag, or an end tag without a start tag');
  return faults;
}

const sampleDataSchema = z.object({
  companies: z.array(z.strictObject({ id: z.int().positive(), company_name: z.string().min(1) })),
  openings: z.array(
    z.strictObject({
      id: z.int().positive(),
      company_id: z.int().positive(),
      role_name: z.string().min(1),
      locations: z.array(
        z.strictObject({
          city: z.string().min(1),
          region: z.string().min(1),
          country: z.string().length(2),
        }),
      ),
      jobdescription: z.string().min(1),
      jobstatus: z.string(),
      requiredskill: z.string(),
      extra_skill: z.string(),
      questions: z.array(
        z.strictObject({
          id: z.int().positive(),
          question: z.string().min(1),
          required: z.enum(['0', '1']),
          interview_questions_id: z.int().positive(),
        }),
      ),
      posted_days_ago: z.int().min(0),
      closes_in_days: z.int().nullable(),
      employment_type: z.enum(['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'INTERN']),
      salary: z
        .strictObject({
          min: z.number(),
          max: z.number(),
          currency: z.enum(['NGN', 'XOF']),
          unit: z.enum(['MONTH', 'DAY', 'HOUR', 'YEAR']),
        })
        .nullable(),
      language: z.enum(['en', 'fr']),
    }),
  ),
});

test('the files have every field of a sample, and no other', () => {
  sampleDataSchema.parse({ companies, openings });
});

test('companies have the ids 1 to 6 in order and unique names', () => {
  assert.deepEqual(
    companies.map(({ id }) => id),
    [1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual(duplicates(companies.map((company) => company.company_name)), []);
});

test('openings have the ids 101 onwards without a gap, so that links to them stay valid', () => {
  assert.deepEqual(
    openings.map(({ id }) => id),
    openings.map((_, at) => 101 + at),
  );
  assert.equal(openings.length, 46);
});

for (const { id, company_name } of companies) {
  const least = id === inCotonou ? 4 : 6;
  test(`${company_name} offers at least ${least} openings`, () => {
    assert.ok(openings.filter((opening) => opening.company_id === id).length >= least);
  });
}

test('every opening belongs to an existing company', () => {
  const known = new Set(companies.map(({ id }) => id));
  const orphans = openings.filter(({ company_id }) => !known.has(company_id));
  assert.deepEqual(orphans, []);
});

test('role names and previews are unique', () => {
  assert.deepEqual(duplicates(openings.map(({ role_name }) => role_name)), []);
  assert.deepEqual(duplicates(openings.map((o) => preview(o.jobdescription))), []);
});

test('most descriptions are longer than their preview, and a few are shorter', () => {
  const short = openings.filter((o) => !preview(o.jobdescription).endsWith('…'));
  assert.ok(short.length >= 2 && short.length <= 6, `${short.length} short descriptions`);
});

test('no preview includes text of a heading or a list', () => {
  for (const { id, jobdescription } of openings) {
    const lead = /^(?:<p>.*?<\/p>\s*)+/s.exec(jobdescription)?.[0] ?? '';
    assert.equal(
      preview(lead).slice(0, 250),
      preview(jobdescription).slice(0, 250),
      `opening ${id}`,
    );
  }
});

test('the samples include the difficult cases of the layout: a very long role name, a very long list of cities', () => {
  assert.ok(openings.some(({ role_name }) => role_name.length > 120));
  assert.ok(openings.some(({ locations }) => locations.length >= 40));
  assert.ok(openings.filter(({ locations }) => locations.length > 1).length >= 10);
});

test('each of the five cities has at least four openings', () => {
  for (const city of ['Lagos', 'Abuja', 'Port Harcourt', 'Ibadan', 'Kano'])
    assert.ok(
      openings.filter((o) => o.locations.some((place) => place.city === city)).length >= 4,
      city,
    );
});

test('question ids are unique across all openings, and about two thirds of the openings have two to four questions', () => {
  assert.deepEqual(
    questions.map(({ id }) => id),
    questions.map((_, at) => 1001 + at),
  );
  const withQuestions = openings.filter((opening) => opening.questions.length > 0);
  assert.ok(
    withQuestions.length >= openings.length * 0.6 && withQuestions.length < openings.length,
  );
  for (const { id, questions: list } of withQuestions)
    assert.ok(list.length >= 2 && list.length <= 4, `opening ${id}`);
});

test('some questions are required and some are optional', () => {
  assert.deepEqual([...new Set(questions.map(({ required }) => required))].sort(), ['0', '1']);
});

test('each interview_questions_id belongs to exactly one question text', () => {
  const wordings = new Map<number, string>();
  for (const { interview_questions_id: entry, question } of questions) {
    assert.equal(wordings.get(entry) ?? question, question);
    wordings.set(entry, question);
  }
  assert.deepEqual(duplicates([...wordings.values()]), []);
});

for (const opening of openings) {
  test(`opening ${opening.id}, ${opening.role_name}, has valid HTML, texts, locations, questions and salary`, () => {
    const { jobdescription, locations, salary } = opening;
    const isFrench = opening.language === 'fr';
    assert.equal(isFrench, opening.company_id === inCotonou);
    assert.deepEqual(htmlFaults(jobdescription), []);
    const words = htmlToText(jobdescription).split(' ').length;
    assert.ok(words >= 25 && words <= 400, `${words} words`);
    assert.doesNotMatch(JSON.stringify(opening), /'|\s-\s|\.\.\.|rockstar|fast-paced/i);
    // French has a no-break space before a colon, a semicolon, an exclamation mark and a question mark.
    assert.doesNotMatch(
      JSON.stringify(opening),
      isFrench ? /(?<!\u00a0)[;!?]|(?<=\p{L}):|[^\S\u00a0][;:!?]/u : /\u00a0/,
    );
    assert.doesNotMatch(htmlToText(jobdescription), isFrench ? / {2}|\s[,.]/ : / {2}|\s[,.;:!?]/);

    assert.ok(locations.length > 0);
    assert.deepEqual(duplicates(locations.map(({ city }) => city)), []);
    for (const { city, region, country } of locations) {
      assert.ok(city && region);
      assert.equal(country, isFrench ? 'BJ' : 'NG');
    }
    for (const text of [opening.requiredskill, opening.extra_skill, opening.jobstatus])
      assert.match(text, /^[A-Z].*[^.\s]$/);
    for (const { question, required } of opening.questions) {
      assert.match(question, /^\p{Lu}.*[?.]$/u);
      assert.match(required, /^[01]$/);
    }

    if (salary) assert.ok(salary.min > 0 && salary.min <= salary.max);
    if (salary) assert.equal(salary.currency, isFrench ? 'XOF' : 'NGN');
    assert.ok(Number.isInteger(opening.posted_days_ago) && opening.posted_days_ago >= 0);
    if (opening.closes_in_days !== null) assert.ok(opening.closes_in_days >= 7);
  });
}

test('samples are open at once, although their day in UTC may be the day after', async (t) => {
  const now = new Date('2026-06-30T23:30:00Z');
  const host = await testHost(t, { openings: 'samples', clock: () => now });
  const { data } = (await host.call('openingsall')).body;
  assert.equal(data.length, openings.length);
  const newest = Math.min(...openings.map(({ posted_days_ago }) => posted_days_ago));
  assert.deepEqual([newest, data[0].date_posted], [0, '2026-07-01']);
});

test('every sample opening is valid against the opening schema of the API', () => {
  for (const opening of openings) {
    const read = openingSchema.parse(opening);
    assert.equal(read.questions.length, opening.questions.length);
    assert.equal(read.locations.length, opening.locations.length);
    assert.deepEqual(read.salary, opening.salary ?? undefined);
  }
});

test('a sample whose role or description an operator replaced is not cleared', async (t) => {
  const now = new Date();
  const { database, close } = await openHostData(settingsIn(await temporaryDirectory(t)));
  t.after(close);
  await addSampleData(database, now);
  const [first, second] = openings;
  assert.ok(first && second);
  const replaced = [
    { ...first, company_name: 'Own', role_name: 'Own role' },
    { ...second, company_name: 'Own', jobdescription: '<p>Own text.</p>' },
  ];
  await importOpenings(database, parseOpenings(replaced), now);
  assert.deepEqual(await clearSamples(database), { removed: openings.length - 2, kept: 0 });
  const left = await database.db.selectFrom('openings').select('id').orderBy('id').execute();
  assert.deepEqual(
    left.map(({ id }) => id),
    [`${first.id}`, `${second.id}`],
  );
});
