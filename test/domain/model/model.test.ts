import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applicationSchema } from '#src/domain/model/application.ts';
import { formatMessage } from '#src/domain/model/messages.ts';
import { companySchema, openingSchema } from '#src/domain/model/opening.ts';

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
  it('loses only the optional fields with an invalid value', () => {
    const opening = openingSchema.parse({
      ...least,
      closing_date: 'soon',
      salary: 'good',
      employment_type: 3,
    });
    assert.deepEqual(
      [opening.closing_date, opening.salary, opening.employment_type],
      [undefined, undefined, undefined],
    );
  });
  it('accepts a question flag sent as a number', () =>
    assert.equal(
      openingSchema.parse({ ...least, questions: [{ id: 1, question: 'Why?', required: 1 }] })
        .questions[0]?.required,
      '1',
    ));
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
    assert.equal(formatMessage('range', [15, 100]), 'Please enter a value between 15 and 100.'));
  it('fills placeholders by name', () =>
    assert.equal(
      formatMessage('noOpeningsFound', { query: '$& {0} "x"' }),
      'No openings found for "$& {0} "x""',
    ));
  it('leaves a placeholder without a value unchanged', () =>
    assert.equal(formatMessage('min'), 'Please enter a value greater than or equal to {0}.'));
});
