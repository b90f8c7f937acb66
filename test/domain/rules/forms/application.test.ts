import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Application, applicationSchema } from '#src/domain/model/application.ts';
import { applicationFieldNames } from '#src/domain/model/application-fields.ts';
import {
  classGrades,
  educations,
  hndGrades,
  specificationSettings,
} from '#src/domain/model/application-options.ts';
import { issueMessage } from '#src/domain/model/issues.ts';
import type { Question } from '#src/domain/model/opening.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import { buildApplication } from '#test/support/build-application.ts';

const valid = buildApplication({ answers: {} });

const question = (id: string, required: string): Question => ({
  id,
  question: `Question ${id}`,
  required,
  interview_questions_id: undefined,
});

/** Returns the messages of a changed application, by field. */
function messagesFor(change: Partial<Application>, questions: readonly Question[] = []) {
  const application = normalizeApplication({ ...valid, ...change }, questions);
  return Object.fromEntries(
    validateApplication(application, questions).map((issue) => [issue.field, issueMessage(issue)]),
  );
}

describe('an application', () => {
  it('has numbers in the digits of any script', () => {
    const entered = { ...valid, age: '٢٧', years_of_experience: '३' };
    const { age, years_of_experience } = normalizeApplication(entered, []);
    assert.deepEqual([age, years_of_experience], ['27', '3']);
  });

  it('that is complete has no issue', () => assert.deepEqual(messagesFor({}), {}));

  const required = 'This field is required.';
  const outsideAge = 'Please enter a value between 15 and 100.';
  const outsideExperience = 'Please enter a value between 0 and 50.';
  const number = 'Please enter a valid number.';
  const digits = 'Please enter only digits.';
  const table: [string, Partial<Application>, Record<string, string>][] = [
    ['needs a first name', { firstname: ' ' }, { firstname: required }],
    ['needs a last name', { lastname: '' }, { lastname: required }],
    ['requires an email address', { emailaddress: '' }, { emailaddress: required }],
    [
      'requires a valid email address',
      { emailaddress: 'ada@bakery' },
      { emailaddress: 'Please enter a valid email address.' },
    ],
    [
      'accepts an email address with invisible characters of its copy',
      { emailaddress: '\u2068ada@\u200bbakery.example\u2069' },
      {},
    ],
    ['requires a phone number', { phone: '' }, { phone: required }],
    [
      'accepts only digits as a phone number',
      { phone: '0803call567' },
      { phone: 'Please enter only digits.' },
    ],
    [
      'requires 11 digits',
      { phone: '0803123456' },
      { phone: 'Please enter at least 11 characters.' },
    ],
    [
      'accepts at most 11 digits',
      { phone: '080312345678' },
      { phone: 'Please enter no more than 11 characters.' },
    ],
    [
      'requires a phone number that starts with 0',
      { phone: '18031234567' },
      { phone: 'Please fix this field.' },
    ],
    ['requires an age', { age: '' }, { age: required }],
    ['requires an age in digits', { age: 'twenty' }, { age: number }],
    ['rejects an exponent as an age', { age: '2e1' }, { age: number }],
    ['rejects age 14', { age: '14' }, { age: outsideAge }],
    ['accepts age 15', { age: '15' }, {}],
    ['accepts age 100', { age: '100' }, {}],
    ['ends at 100', { age: '101' }, { age: outsideAge }],
    ['needs years of experience', { years_of_experience: '' }, { years_of_experience: required }],
    ['takes none of them', { years_of_experience: '0' }, {}],
    [
      'accepts only whole years of experience',
      { years_of_experience: '0.5' },
      { years_of_experience: digits },
    ],
    ['accepts only whole years of age', { age: '25.0' }, { age: digits }],
    [
      'rejects a fraction of a year above the limit',
      { age: '100.00000000000000001' },
      { age: number },
    ],
    ['rejects 900,000 decimals', { age: `25.${'0'.repeat(900_000)}` }, { age: number }],
    ['rejects 900,000 leading zeros', { age: `${'0'.repeat(900_000)}25` }, { age: number }],
    [
      'accepts at most 3 digits of age',
      { age: '0025' },
      { age: 'Please enter no more than 3 characters.' },
    ],
    [
      'accepts at most 2 digits of experience',
      { years_of_experience: '005' },
      { years_of_experience: 'Please enter no more than 2 characters.' },
    ],
    ...['\0', '\u200b', '\u3164', '\u2800 \u00ad', '\x07\u2060', '\u{e0020}'].map(
      (blank): [string, Partial<Application>, Record<string, string>] => [
        `requires a visible character, and ${JSON.stringify(blank)} is none`,
        { firstname: blank, course: blank, phone: blank, cover_letter: `<p>${blank}&#12644;</p>` },
        {
          firstname: required,
          phone: required,
          course: required,
          cover_letter: 'Your cover letter is required.',
        },
      ],
    ),
    ['takes 50', { years_of_experience: '50' }, {}],
    ['ends at 50', { years_of_experience: '51' }, { years_of_experience: outsideExperience }],
    [
      'knows no negative experience',
      { years_of_experience: '-1' },
      { years_of_experience: outsideExperience },
    ],
    ['needs a course', { course: '' }, { course: required }],
    ['knows only its educations', { education: 'PhD' }, { education: 'Please fix this field.' }],
    ['needs a referrer', { referrer: '' }, { referrer: required }],
    [
      'knows only its referrers',
      { referrer: 'Job boards' },
      { referrer: 'Please fix this field.' },
    ],
    ['needs a staff name from staff', { referrer: 'staff' }, { referrer_name: required }],
    ['needs no staff name otherwise', { referrer: 'linkedin', referrer_name: '' }, {}],
    ['needs a letter', { cover_letter: '' }, { cover_letter: 'Your cover letter is required.' }],
    [
      'sees through an empty editor',
      { cover_letter: '<p>&nbsp;<br></p>\u200b' },
      { cover_letter: 'Your cover letter is required.' },
    ],
    ['needs no employer', { current_employer: '' }, {}],
    ['needs no profile', { linkedinprofile: '' }, {}],
    ['needs grades with an HND', { education: 'HND', grades: '' }, { grades: required }],
    ['needs no grades otherwise', { education: 'SSCE', grades: '' }, {}],
  ];
  for (const [name, change, expected] of table)
    it(name, () => assert.deepEqual(messagesFor(change), expected));

  it('accepts only the grades of the education', () => {
    for (const education of educations)
      for (const grades of [...hndGrades, ...classGrades]) {
        const belongs = (education === 'HND') === hndGrades.some((grade) => grade === grades);
        assert.deepEqual(
          messagesFor({ education, grades }),
          belongs ? {} : { grades: 'Please fix this field.' },
        );
      }
  });

  it("requires an answer only if the question's flag is '1'", () => {
    const questions = [question('7', '1'), question('8', '0'), question('9', '')];
    assert.deepEqual(messagesFor({ answers: {} }, questions), { 'answers[7]': required });
    assert.deepEqual(messagesFor({ answers: { 7: 'Yes' } }, questions), {});
  });

  it('reads the answer to a question with any id', () => {
    for (const id of ['constructor', 'toString', '__proto__']) {
      const questions = [question(id, '1')];
      assert.deepEqual(messagesFor({ answers: {} }, questions), { [`answers[${id}]`]: required });
      assert.deepEqual(
        normalizeApplication({ ...valid, answers: Object.fromEntries([[id, 'Yes']]) }, questions)
          .answers,
        Object.fromEntries([[id, 'Yes']]),
      );
    }
  });

  it('has each field but the answers and those that no one enters, in the order of the form', () => {
    const { answers: _, company_id: __, joblistingid: ___, document_id: ____, ...entered } = valid;
    assert.deepEqual(new Set(applicationFieldNames), new Set(Object.keys(entered)));
  });

  it('returns every issue in the order of the form', () => {
    const fields = validateApplication(applicationSchema.parse({}), [question('7', '1')]).map(
      ({ field }) => field,
    );
    assert.deepEqual(fields, [
      'firstname',
      'lastname',
      'emailaddress',
      'phone',
      'age',
      'education',
      'course',
      'years_of_experience',
      'referrer',
      'cover_letter',
      'answers[7]',
    ]);
  });

  it('never throws, and normalizing twice changes nothing', () => {
    const anyApplication = fc.record(
      Object.fromEntries(
        Object.keys(valid)
          .filter((name) => name !== 'answers')
          .map((name) => [name, fc.string({ unit: 'grapheme' })]),
      ),
    );
    fc.assert(
      fc.property(anyApplication, fc.dictionary(fc.string(), fc.string()), (fields, answers) => {
        const questions = [question('7', '1')];
        const once = normalizeApplication({ ...valid, ...fields, answers }, questions);
        validateApplication(once, questions);
        assert.deepEqual(normalizeApplication(once, questions), once);
      }),
    );
  });
});

describe('normalizing an application', () => {
  it('removes a staff name without the referrer staff, and answers without a question', () => {
    const normalized = normalizeApplication(
      { ...valid, referrer_name: 'Bola', answers: { 7: ' yes ', 8: 'no' } },
      [{ id: '7' }],
    );
    assert.equal(normalized.referrer_name, '');
    assert.deepEqual(normalized.answers, { 7: 'yes' });
  });
  it('removes control characters, but no line ends, and makes every text well-formed', () => {
    const entered = {
      ...valid,
      firstname: ' A\0d\x07a\u{1f35e}\ud800 ',
      cover_letter: '<p>a\n\tb</p>',
    };
    const { firstname, cover_letter } = normalizeApplication(entered, []);
    assert.deepEqual([firstname, cover_letter], ['Ada\u{1f35e}\ufffd', '<p>a\n\tb</p>']);
  });
});

describe('a company that asks for other things', () => {
  const settings = {
    ...specificationSettings,
    educations: [
      { name: 'KCSE', grades: ['A', 'B'], isGradeRequired: true },
      { name: 'None', grades: [], isGradeRequired: false },
    ],
    hiddenFields: ['current_employer'],
  };
  const judge = (change: Partial<Application>) => {
    const application = normalizeApplication({ ...valid, ...change }, [], settings);
    const issues = validateApplication(application, [], settings);
    return Object.fromEntries(issues.map((issue) => [issue.field, issueMessage(issue)]));
  };
  const fix = 'Please fix this field.';

  it('has its own educations, each with its grades', () => {
    assert.deepEqual(judge({ education: 'KCSE', grades: 'A' }), {});
    assert.deepEqual(judge({ education: 'None', grades: '' }), {});
    assert.deepEqual(judge({ education: 'KCSE', grades: '' }), {
      grades: 'This field is required.',
    });
    assert.deepEqual(judge({ education: 'None', grades: 'A' }), { grades: fix });
    assert.deepEqual(judge({ education: 'B.Sc', grades: 'A' }), { education: fix });
  });

  it('sends a field that it does not show empty', () => {
    const entered = { ...valid, current_employer: 'From an older draft' };
    assert.equal(normalizeApplication(entered, [], settings).current_employer, '');
  });
});
