import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parser } from 'htmlparser2';
import { companies } from '#src/api-host/seed/companies.ts';
import { openings } from '#src/api-host/seed/openings.ts';
import { openingSchema } from '#src/domain/model/opening.ts';
import { htmlToText } from '#src/domain/rules/html-text.ts';
import { preview } from '#src/domain/rules/preview.ts';

const duplicates = <T>(values: readonly T[]): T[] =>
  values.filter((value, at) => values.indexOf(value) !== at);

const questions = openings.flatMap((opening) => opening.questions);

/** Where each tag may stand; '' is the top of the description. */
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
const holdsText = new Set(['p', 'h3', 'li', 'th', 'td', 'strong', 'em', 'a']);

/** What is wrong with a description's HTML. Written back tag by tag it must be the source, or a tag was unclosed or stray. */
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
        if (text.trim() !== '' && !holdsText.has(open.at(-1) ?? ''))
          faults.push(`text inside <${open.at(-1) ?? ''}>: ${text}`);
        if (/&(?!amp;)/.test(text)) faults.push(`an unescaped ampersand: ${text}`);
        written += text;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(html);
  if (written !== html) faults.push('a tag that is not closed, or closes nothing');
  return faults;
}

test('companies are numbered 1 to 5 in order, and no name stands twice', () => {
  assert.deepEqual(
    companies.map(({ id }) => id),
    [1, 2, 3, 4, 5],
  );
  assert.deepEqual(duplicates(companies.map((company) => company.company_name)), []);
});

test('openings are numbered from 101 without a gap, so that a link to one stays good', () => {
  assert.deepEqual(
    openings.map(({ id }) => id),
    openings.map((_, at) => 101 + at),
  );
  assert.ok(openings.length >= 38 && openings.length <= 44, `${openings.length} openings`);
});

for (const { id, company_name } of companies) {
  test(`${company_name} offers at least six openings`, () => {
    assert.ok(openings.filter((opening) => opening.company_id === id).length >= 6);
  });
}

test('every opening belongs to a company there is', () => {
  const known = new Set(companies.map(({ id }) => id));
  const orphans = openings.filter(({ company_id }) => !known.has(company_id));
  assert.deepEqual(orphans, []);
});

test('no role name and no preview stands twice', () => {
  assert.deepEqual(duplicates(openings.map(({ role_name }) => role_name)), []);
  assert.deepEqual(duplicates(openings.map((o) => preview(o.jobdescription))), []);
});

test('most descriptions are longer than their preview, and a few are shorter', () => {
  const short = openings.filter((o) => !preview(o.jobdescription).endsWith('…'));
  assert.ok(short.length >= 2 && short.length <= 6, `${short.length} short descriptions`);
});

test('no preview runs into a heading or a list', () => {
  for (const { id, jobdescription } of openings) {
    const lead = /^(?:<p>.*?<\/p>\s*)+/s.exec(jobdescription)?.[0] ?? '';
    assert.equal(
      preview(lead).slice(0, 250),
      preview(jobdescription).slice(0, 250),
      `opening ${id}`,
    );
  }
});

test('the set holds the hard cases of the layout: one very long name, one very long list of cities', () => {
  assert.ok(openings.some(({ role_name }) => role_name.length > 120));
  assert.ok(openings.some(({ locations }) => locations.length >= 40));
  assert.ok(openings.filter(({ locations }) => locations.length > 1).length >= 10);
});

test('the five cities are all served', () => {
  for (const city of ['Lagos', 'Abuja', 'Port Harcourt', 'Ibadan', 'Kano'])
    assert.ok(
      openings.filter((o) => o.locations.some((place) => place.city === city)).length >= 4,
      city,
    );
});

test('questions are numbered once over the whole set, and about two thirds of openings ask two to four', () => {
  assert.deepEqual(
    questions.map(({ id }) => id),
    questions.map((_, at) => 1001 + at),
  );
  const asking = openings.filter((opening) => opening.questions.length > 0);
  assert.ok(asking.length >= openings.length * 0.6 && asking.length < openings.length);
  for (const { id, questions: asked } of asking)
    assert.ok(asked.length >= 2 && asked.length <= 4, `opening ${id}`);
});

test('some questions must be answered and some may be left', () => {
  assert.deepEqual([...new Set(questions.map(({ required }) => required))].sort(), ['0', '1']);
});

test('an entry of the question bank is one wording, and a wording is one entry', () => {
  const wordings = new Map<number, string>();
  for (const { interview_questions_id: entry, question } of questions) {
    assert.equal(wordings.get(entry) ?? question, question);
    wordings.set(entry, question);
  }
  assert.deepEqual(duplicates([...wordings.values()]), []);
});

for (const opening of openings) {
  test(`opening ${opening.id}, ${opening.role_name}, is fit to print`, () => {
    const { jobdescription, locations, salary } = opening;
    assert.deepEqual(htmlFaults(jobdescription), []);
    const words = htmlToText(jobdescription).split(' ').length;
    assert.ok(words >= 25 && words <= 400, `${words} words`);
    assert.doesNotMatch(JSON.stringify(opening), /'|\s-\s|\.\.\.|rockstar|fast-paced/i);
    assert.doesNotMatch(htmlToText(jobdescription), / {2}|\s[,.;:!?]/);

    assert.ok(locations.length > 0);
    assert.deepEqual(duplicates(locations.map(({ city }) => city)), []);
    for (const { city, region, country } of locations) {
      assert.ok(city && region);
      assert.equal(country, 'NG');
    }
    for (const text of [opening.requiredskill, opening.extra_skill, opening.jobstatus])
      assert.match(text, /^[A-Z].*[^.\s]$/);
    for (const { question, required } of opening.questions) {
      assert.match(question, /^[A-Z].*[?.]$/);
      assert.match(required, /^[01]$/);
    }

    if (salary) assert.ok(salary.min > 0 && salary.min <= salary.max);
    assert.ok(Number.isInteger(opening.posted_days_ago) && opening.posted_days_ago >= 0);
    if (opening.closes_in_days !== null) assert.ok(opening.closes_in_days >= 7);
  });
}

test('an opening as seeded is an opening as the wire reads it', () => {
  for (const opening of openings) {
    const read = openingSchema.parse(opening);
    assert.equal(read.questions.length, opening.questions.length);
    assert.equal(read.locations.length, opening.locations.length);
    assert.deepEqual(read.salary, opening.salary ?? undefined);
  }
});
