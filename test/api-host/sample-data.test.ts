import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { addSampleData, clearSamples, readSampleData } from '#src/api-host/openings/sample-data.ts';
import { preview } from '#src/domain/rules/text/preview.ts';
import { htmlToText } from '#src/html/html-text.ts';
import { sanitizeDescription } from '#src/html/sanitizer.ts';
import { dataIn, temporaryDirectory, testHost } from './support/host.ts';
import { importOpenings, parseOpenings } from './support/openings.ts';

const { companies, openings } = await readSampleData();

const duplicates = <T>(values: readonly T[]): T[] =>
  values.filter((value, at) => values.indexOf(value) !== at);

/** The company whose openings are in French. */
const inCotonou = 6;

const questions = openings.flatMap((opening) => opening.questions);

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

test('companies and openings have ids without a gap, so that links to them stay valid, and names of their own', () => {
  const numbered = (first: number, { length }: readonly unknown[]) =>
    Array.from({ length }, (_, at) => first + at);
  const idsOf = (list: readonly { readonly id: unknown }[]) => list.map(({ id }) => id);
  assert.deepEqual(idsOf(companies), numbered(1, companies));
  assert.deepEqual(idsOf(openings), numbered(101, openings));
  assert.deepEqual(idsOf(questions), numbered(1001, questions));
  assert.equal(openings.length, 46);
  for (const names of [
    companies.map(({ company_name }) => company_name),
    openings.map(({ role_name }) => role_name),
    openings.map(({ jobdescription }) => preview(jobdescription)),
  ])
    assert.deepEqual(duplicates(names), []);
});

test('each company offers openings, and no opening is of another one', () => {
  const counts = companies.map(
    ({ id }) => openings.filter(({ company_id }) => company_id === id).length,
  );
  assert.ok(Math.min(...counts) >= 4, counts.join());
  const total = counts.reduce((sum, count) => sum + count);
  assert.equal(total, openings.length);
});

test('the samples include the difficult cases of the layout: a very long role name, a very long list of cities, a short description', () => {
  assert.ok(openings.some(({ role_name }) => role_name.length > 120));
  assert.ok(openings.some(({ locations }) => locations.length >= 40));
  assert.ok(openings.filter(({ locations }) => locations.length > 1).length >= 10);
  assert.ok(openings.some((o) => !preview(o.jobdescription).endsWith('…')));
  assert.ok(openings.some((o) => o.questions.length === 0));
  assert.deepEqual([...new Set(questions.map(({ required }) => required))].sort(), ['0', '1']);
});

test('each interview_questions_id belongs to exactly one question text', () => {
  const wordings = new Map<unknown, string>();
  for (const { interview_questions_id: entry, question } of questions) {
    assert.equal(wordings.get(entry) ?? question, question);
    wordings.set(entry, question);
  }
  assert.deepEqual(duplicates([...wordings.values()]), []);
});

test('the texts of every opening are in its language, its description is sound HTML', () => {
  for (const opening of openings) {
    const { id, jobdescription, locations, salary } = opening;
    const isFrench = opening.language === 'fr';
    assert.equal(isFrench, opening.company_id === inCotonou, `opening ${id}`);
    // What the site shows has lost no tag, no attribute and no text.
    assert.equal(sanitizeDescription(jobdescription), jobdescription);
    assert.doesNotMatch(JSON.stringify(opening), /'|\s-\s|\.\.\.|rockstar|fast-paced/i);
    // French has a no-break space before a colon, a semicolon, an exclamation mark and a question mark.
    assert.doesNotMatch(
      JSON.stringify(opening),
      isFrench ? /(?<!\u00a0)[;!?]|(?<=\p{L}):|[^\S\u00a0][;:!?]/u : /\u00a0/,
    );
    assert.doesNotMatch(htmlToText(jobdescription), isFrench ? / {2}|\s[,.]/ : / {2}|\s[,.;:!?]/);
    assert.deepEqual(duplicates(locations.map(({ city }) => city)), []);
    for (const { country } of locations) assert.equal(country, isFrench ? 'BJ' : 'NG');
    for (const text of [opening.requiredskill, opening.extra_skill, opening.jobstatus])
      assert.match(text, /^[A-Z].*[^.\s]$/);
    for (const { question } of opening.questions) assert.match(question, /^\p{Lu}.*[?.]$/u);
    if (salary) assert.ok(salary.min > 0 && salary.min <= salary.max);
    if (salary) assert.equal(salary.currency, isFrench ? 'XOF' : 'NGN');
    if (opening.closes_in_days !== null) assert.ok(opening.closes_in_days >= 7);
  }
});

test('samples are open at once, although their day in UTC may be the day after', async (t) => {
  const now = new Date('2026-06-30T23:30:00Z');
  const host = await testHost(t, { openings: 'samples', clock: () => now });
  const { data } = (await host.call('openingsall')).body;
  assert.equal(data.length, openings.length);
  const newest = Math.min(...openings.map(({ posted_days_ago }) => posted_days_ago));
  assert.deepEqual([newest, data[0].date_posted], [0, '2026-07-01']);
});

test('a sample whose role or description an operator replaced is not cleared', async (t) => {
  const now = new Date();
  const { database } = await dataIn(t, await temporaryDirectory(t));
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
  const ids = left.map(({ id }) => id);
  assert.deepEqual(ids, [`${first.id}`, `${second.id}`]);
});
