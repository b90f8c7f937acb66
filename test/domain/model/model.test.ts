import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applicationSchema } from '#src/domain/model/application.ts';
import { parseJson } from '#src/domain/model/json.ts';
import { fillPlaceholders, messages } from '#src/domain/model/messages.ts';
import { companySchema, openingSchema } from '#src/domain/model/opening.ts';
import { isRequired } from '#src/domain/rules/forms/application.ts';

describe('an opening of a host', () => {
  const least = { id: 7, role_name: 'Baker', company_id: 2 };

  it('with the required fields only has empty texts and lists for the others', () => {
    const opening = openingSchema.parse(least);
    assert.equal(opening.id, '7');
    assert.deepEqual([opening.locations, opening.questions, opening.jobdescription], [[], [], '']);
  });
  it('accepts null for a text or a list', () => {
    const opening = openingSchema.parse({
      ...least,
      extra_skill: null,
      locations: null,
      questions: null,
    });
    assert.deepEqual([opening.extra_skill, opening.locations, opening.questions], ['', [], []]);
  });
  it('retains unknown fields', () => {
    const opening = openingSchema.parse({ ...least, perks: ['bread'] });
    assert.deepEqual(opening.perks, ['bread']);
  });
  it('accepts null for an optional field', () => {
    const opening = openingSchema.parse({ ...least, closing_date: null, salary: null });
    assert.deepEqual([opening.closing_date, opening.salary], [undefined, undefined]);
  });
  it('has its ids without outer white space', () => {
    const opening = openingSchema.parse({ ...least, id: ' 7 ', company_id: '2\n' });
    assert.deepEqual([opening.id, opening.company_id], ['7', '2']);
    assert.equal(openingSchema.safeParse({ ...least, id: ' ' }).success, false);
  });
  it('has a salary of numbers or their texts, and null is not 0', () => {
    const salary = { min: '1000.50', max: 2000, currency: 'NGN', unit: 'MONTH' };
    assert.equal(openingSchema.parse({ ...least, salary }).salary?.min, 1000.5);
    for (const min of [null, '', true, [], '1e3', 'NaN'])
      assert.equal(
        openingSchema.safeParse({ ...least, salary: { ...salary, min } }).success,
        false,
      );
  });
  it('has its language as a canonical tag, and no other text', () => {
    for (const [sent, language] of [
      ['fr', 'fr'],
      ['FR-bj', 'fr-BJ'],
      ['zh-hant-tw', 'zh-Hant-TW'],
      [null, undefined],
      ['', false],
      ['en_US', false],
      ['French', false],
      ['fr-', false],
      [7, false],
      [`en-x-${'a'.repeat(8)}`, `en-x-${'a'.repeat(8)}`],
      [`en${'-abcdefgh'.repeat(4)}`, false],
    ] as const) {
      const { success, data } = openingSchema.safeParse({ ...least, language: sent });
      assert.equal(success && data.language, language, String(sent));
    }
  });
  it('accepts any question flag: only 1 and its text require an answer', () => {
    const flags = [1, '1', 0, true, null, {}, undefined];
    const questions = flags.map((required, id) => ({ id, question: 'Why?', required }));
    assert.deepEqual(
      openingSchema.parse({ ...least, questions }).questions.map(isRequired),
      flags.map((flag) => flag === 1 || flag === '1'),
    );
  });
  for (const broken of [
    null,
    'opening',
    {},
    { ...least, id: null },
    { ...least, role_name: undefined },
    { ...least, locations: 'Lagos' },
  ])
    it(`rejects ${JSON.stringify(broken)}`, () =>
      assert.equal(openingSchema.safeParse(broken).success, false));
});

describe('a company of a host', () => {
  it('has its id as text', () =>
    assert.equal(companySchema.parse({ id: 1, company_name: 'Bakery' }).id, '1'));
  it('requires a name', () => assert.equal(companySchema.safeParse({ id: 1 }).success, false));
});

describe('an application', () => {
  it('has numbers as text', () => {
    const application = applicationSchema.parse({ age: 28, answers: { 4: 12 } });
    assert.deepEqual(
      [application.age, application.answers, application.grades],
      ['28', { 4: '12' }, ''],
    );
  });
});

describe('a message', () => {
  it('fills placeholders by number', () =>
    assert.equal(
      fillPlaceholders(messages.range, [15, 100]),
      'Please enter a value between 15 and 100.',
    ));
  it('fills placeholders by name', () =>
    assert.equal(
      fillPlaceholders(messages.noOpeningsFound, { query: '$& {0} "x"' }),
      'No openings found for "$& {0} "x""',
    ));
  it('leaves a placeholder without a value unchanged', () =>
    assert.equal(
      fillPlaceholders(messages.min, {}),
      'Please enter a value greater than or equal to {0}.',
    ));
});

describe('JSON', () => {
  it('has integers above 2^53 as the text of their digits, and other numbers as numbers', () =>
    assert.deepEqual(
      parseJson(
        '{"id":9007199254740993,"list":[12345678901234567890,9007199254740991,0.1234567890123456,1e20]}',
      ),
      {
        id: '9007199254740993',
        list: ['12345678901234567890', 9007199254740991, 0.1234567890123456, 1e20],
      },
    ));
  it('may begin with a byte order mark', () =>
    assert.deepEqual(parseJson('\ufeff{"a":1}'), { a: 1 }));
});
