import { applicationFieldNames, applicationFields } from '#src/domain/model/application-fields.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { answerField } from '#src/domain/rules/forms/application.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import type { FieldRules } from '#src/domain/rules/forms/form-rules.ts';
import { type ContactValues, contactMessageOf } from '#src/features/contact/contact-message.ts';
import { buildApplication } from '#test/support/build-application.ts';

const characters = (...codes: readonly number[]) => codes.map((code) => String.fromCodePoint(code));
const range = (from: number, to: number) =>
  characters(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** A person cannot see these characters, or a program may treat them specially. */
const special: readonly string[] = [
  ...range(0x00, 0x20),
  ...characters(0x7f, 0x85, 0x9f, 0xa0, 0xad),
  ...range(0x2000, 0x200f),
  ...range(0x2028, 0x202f),
  ...range(0x205f, 0x2064),
  ...characters(0x034f, 0x061c, 0x115f, 0x1160, 0x1680, 0x180e, 0x2066, 0x2069, 0x2800, 0x3000),
  ...characters(0x3164, 0xfe0e, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffd, 0xfffe, 0x1d159),
  ...characters(0xe0001, 0xe0020, 0xe0100, 0xf8ff, 0x10ffff),
  '\ud800',
  '\udc00',
  '\udc00\ud800',
  '\r\n',
  '\n\n\t \r',
  '\u0301',
];

const odd: readonly string[] = [
  ...['0', '-0', '+0', '00', '007', '15', '015', '100', '0100', '101', '50', '51', '-1', '+25'],
  ...['25.', '25.0', '.5', '0.5', '25,0', '2 5', '1e1', '1E+1', '0x19', '0b11001', '0o31', '25n'],
  ...['1_0', 'NaN', 'Infinity', '-Infinity', '25%', '25 years', 'twenty', '½', '²', '\u2460'],
  ...['9007199254740993', '1e309', '9'.repeat(400), `25.${'0'.repeat(400)}`, '0'.repeat(400)],
  // Digits of other scripts: full-width, Arabic, Devanagari, mathematical, Roman.
  ...['\uff12\uff15', '\u0662\u0665', '\u0968\u096b', '\u{1d7d0}\u{1d7d3}', '\u2169'],
  ...['\uff10\uff18\uff10\uff13\uff11\uff12\uff13\uff14\uff15\uff16\uff17', '\u221225', '2\u30fb5'],
  ...[
    '08031234567',
    '0803 123 4567',
    '0803-123-4567',
    '(0803) 123.4567',
    '0803\u2013123\u20144567',
  ],
  ...['+2348031234567', '+234 0803 123 4567', '002348031234567', '2348031234567', '+1 555 0100'],
  ...[
    '0803123456',
    '080312345678',
    '18031234567',
    '0803123456x',
    '++2348031234567',
    '0803/1234567',
  ],
  ...[
    'ada@a.example',
    'ADA@A.EXAMPLE',
    'ada@a',
    '@a.example',
    'ada@',
    'ada@@a.example',
    'a b@c.de',
  ],
  ...['ada@a..example', '.ada@a.example', 'ada.@a.example', 'ada+tag@a.example', 'ada@-a.example'],
  ...['"ada b"@a.example', 'ada@[127.0.0.1]', 'ada@a.example.', 'ada@b\u00fccher.example'],
  ...[
    'ad\u00e1@a.example',
    'ada@\u4f8b.\u4f8b',
    'Ada <ada@a.example>',
    'mailto:ada@a.example',
    'a@b.c',
  ],
  ...[
    'B.Sc',
    'b.sc',
    'HND',
    'hnd',
    'PhD',
    'B\u2024Sc',
    'First Class',
    'Distinction',
    'Pass',
    'pass',
  ],
  ...['staff', 'Staff', 'job_boards', 'linkedin', 'on', 'true', 'false', 'null', 'undefined'],
  ...[
    'constructor',
    '__proto__',
    'toString',
    '[object Object]',
    '[]',
    '{}',
    '{"a":1}',
    '0,1',
    '[\n]',
  ],
  ...['<b>bold</b>', '<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<p>\u3164</p>', '<', '>', '</p>'],
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<!-- x -->', '<!--', '&amp;'],
  ...['&lt;b&gt;', '&nbsp;', '&#0;', '&#12644;', '&#x110000;', '&bogus;', 'a & b', '<p>a & b</p>'],
  ...[
    '<p>1 < 2</p>',
    '<p>"quotes"</p>',
    "<p onclick='x'>y</p>",
    '<p>caf\u00e9</p>',
    '<P>Upper</P>',
  ],
  ...["O'Brien", '"quoted"', "'; DROP TABLE applications;--", '=1+1', '@SUM(A1)', '\uff1d1+1', '-'],
  ...['../../etc/passwd', 'C:\\con', '%00', '%41', 'a\\nb', '{{7*7}}', '%s%n', 'a=b&c=d'],
  ...['https://www.linkedin.com/in/ada', 'javascript:alert(1)', 'www.linkedin.com/in/ada', '//x'],
  ...['2026-02-30', '30/02/2026', '1 May', '12:30', '2026-06-30T10:00:00Z', '1/2', 'P1Y'],
  // NFC, NFD, compatibility forms, Yoruba, Hausa, Turkish, Chinese, Arabic, Hebrew, emoji.
  ...[
    '\u1ecc\u0300l\u00e1',
    'O\u0323\u0300la\u0301',
    '\ufb01n',
    '\u212b',
    '\u1e9b\u0323',
    'Za\u030azo',
  ],
  ...[
    '\u0253\u0257\u0199\u01b4',
    '\u0130\u0131',
    '\u674e\u5c0f\u9f99',
    '\u0645\u0631\u062d\u0628\u0627',
  ],
  ...[
    '\u05e9\u05dc\u05d5\u05dd',
    'abc \u05d0\u05d1\u05d2 123',
    '\u202eadA\u202c',
    '\u{1f35e}',
    'Ada\u{1f35e}',
  ],
  ...['\u{1f469}\u200d\u{1f373}', '\u{1f1f3}\u{1f1ec}', '\u2764\ufe0f', `Z${'\u0335'.repeat(50)}`],
  ...[
    'one\ntwo',
    'one\r\ntwo',
    'one\rtwo',
    '\none\n',
    'one\n\n\ntwo',
    'tab\tbed',
    '2\n5',
    'B.\nSc',
  ],
];

/** Texts around the limit of `length` UTF-16 code units; the same number of texts for every limit. */
function around(length: number): readonly string[] {
  const of = (character: string, count: number) => character.repeat(Math.max(0, count));
  return [
    ...[length - 1, length, length + 1, length * 2].map((count) => of('x', count)),
    ...[length - 1, length, length + 1].map((count) => of('1', count)),
    ` ${of('x', length)} `,
    `\u200b${of('x', length - 1)}`,
    `${of('x', length - 1)}\0\x07`,
    `${of('x', length)}\n`,
    `${of('x', length - 1)}\r\nx`,
    `${of('x', length - 2)}\r\nx`,
    `${of('x', length - 2)}\rx`,
    `${of('x', length - 2)}\u{1f35e}`,
    `${of('x', length - 1)}\u{1f35e}`,
    of('\u{1f35e}', Math.ceil(length / 2)),
    of('\u1ecd', length),
    of('o\u0323', Math.ceil(length / 2)),
    of('<', length),
    of('&', Math.floor(length / 5)),
  ];
}

/** Odd values of a field with a limit of `length`: at least 200, as many for each field. */
export function oddValues(valid: string, length: number): readonly string[] {
  const middle = Math.ceil(valid.length / 2);
  return [
    ...special,
    ...special.map((character) => `${character}${valid}${character}`),
    ...special.map((character) => valid.slice(0, middle) + character + valid.slice(middle)),
    ...odd,
    ...around(length),
  ];
}

type Row = Readonly<Record<string, string>>;

/**
 * One row for each odd value: every field has an odd value, each a different one, so that as many forms as values
 * test them all.
 */
function rows(fields: Readonly<Record<string, { valid: string; length: number }>>): readonly Row[] {
  const columns = Object.entries(fields).map(
    ([name, { valid, length }]) => [name, oddValues(valid, length)] as const,
  );
  const count = columns[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      columns.map(([name, values], column) => [name, values[(row + column * 31) % count] ?? '']),
    ),
  );
}

const { answers: _answers, ...valid } = buildApplication();

/** The opening of the forms: an answer that is required, and one that is not. */
export const parityOpening = {
  id: '11',
  role_name: 'Pastry chef',
  company_id: '1',
  company_name: 'Northwind Bakery',
  locations: [],
  jobdescription: '',
  jobstatus: '',
  requiredskill: '',
  extra_skill: '',
  questions: [
    { id: '101', question: 'Can you start at 4 am?', required: '1', interview_questions_id: '9' },
    { id: '102', question: 'Your favourite bread?', required: '0', interview_questions_id: '10' },
  ],
  date_posted: undefined,
  closing_date: undefined,
  employment_type: undefined,
  salary: undefined,
};

/** The values of a valid form by control name; the letter as plain text. */
export const validForm: Row = {
  ...Object.fromEntries(applicationFieldNames.map((name) => [name, valid[name]])),
  emailaddress: 'ada@a.example',
  phone: '08031234567',
  age: '25',
  education: 'HND',
  grades: 'Distinction',
  years_of_experience: '5',
  referrer: 'staff',
  referrer_name: 'Tunde Bello',
  cover_letter: 'I bake.',
  [answerField('101')]: 'Yes',
  [answerField('102')]: 'Injera',
};

const lengths: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    Object.entries<FieldRules>(applicationFields).map(([name, { maxlength = 20 }]) => [
      name,
      maxlength,
    ]),
  ),
  [answerField('101')]: maxLength.answer,
  [answerField('102')]: maxLength.answer,
};
const columnsOf = (form: Row, limits: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      { valid: value, length: limits[name] ?? 0 },
    ]),
  );

/** Application forms. A grade and a staff name are required in every second row only. */
export const applicationRows: readonly Row[] = rows(columnsOf(validForm, lengths)).flatMap(
  (row, index) => [row, { ...row, education: index % 2 === 0 ? 'HND' : 'BA', referrer: 'staff' }],
);

export const contactRows: readonly Row[] = rows(
  columnsOf(
    {
      firstname: 'Ada',
      lastname: 'Obi',
      email: 'ada@a.example',
      phone: '0803 123 4567',
      msg: 'Do you bake on Sundays?',
    },
    { ...maxLength, firstname: maxLength.name, lastname: maxLength.name },
  ),
  // A valid form would be sent.
).map((row) =>
  validateContactMessage(contactMessageOf(row as ContactValues)).length > 0
    ? row
    : { ...row, firstname: '' },
);

/** The message of each invalid field, by the name of its control. */
export type Verdict = Readonly<Record<string, string>>;
