import type { FieldRules } from '#src/domain/rules/form-rules.ts';

/** A field of the contact-us form with a rule: a refused value, its message and an accepted value. */
interface Ruled {
  readonly rule: FieldRules;
  readonly bad: string;
  readonly message: string;
  readonly good: string;
}
type Field = 'name' | 'email' | 'phone' | 'message';

/** Section 5's generic messages, each with a rule that reports it, as many per set as there are fields. */
export const genericRules: readonly Partial<Readonly<Record<Field, Ruled>>>[] = [
  {
    name: {
      rule: { minlength: 3 },
      bad: 'ab',
      message: 'Please enter at least 3 characters.',
      good: 'abc',
    },
    email: {
      rule: { email: true },
      bad: 'ada@',
      message: 'Please enter a valid email address.',
      good: 'ada@example.ng',
    },
    phone: {
      rule: { digits: true },
      bad: '0803-1',
      message: 'Please enter only digits.',
      good: '08031',
    },
    message: {
      rule: { maxlength: 5 },
      bad: 'abcdef',
      message: 'Please enter no more than 5 characters.',
      good: 'abcde',
    },
  },
  {
    email: {
      rule: { equalTo: 'name' },
      bad: 'obi@example.ng',
      message: 'Please enter the same value again.',
      good: 'Ada@example.ng',
    },
    phone: {
      rule: { number: true },
      bad: 'ten',
      message: 'Please enter a valid number.',
      good: '10.5',
    },
    message: {
      rule: { rangelength: [2, 3] },
      bad: 'abcd',
      message: 'Please enter a value between 2 and 3 characters long.',
      good: 'abc',
    },
  },
  {
    name: {
      rule: { url: true },
      bad: 'a.ng',
      message: 'Please enter a valid URL.',
      good: 'https://a.ng',
    },
    email: {
      rule: { required: true },
      bad: '',
      message: 'This field is required.',
      good: 'ada@example.ng',
    },
    phone: {
      rule: { range: [15, 100] },
      bad: '14',
      message: 'Please enter a value between 15 and 100.',
      good: '15',
    },
    message: {
      rule: { date: true },
      bad: 'someday',
      message: 'Please enter a valid date.',
      good: '20 November 2026',
    },
  },
  {
    name: {
      rule: { dateISO: true },
      bad: '2026-02-30',
      message: 'Please enter a valid date (ISO).',
      good: '2026-02-28',
    },
    phone: {
      rule: { max: 50 },
      bad: '51',
      message: 'Please enter a value less than or equal to 50.',
      good: '50',
    },
    message: {
      rule: { step: 5 },
      bad: '7',
      message: 'Please enter a multiple of 5.',
      good: '10',
    },
  },
  {
    phone: {
      rule: { min: 15 },
      bad: '14',
      message: 'Please enter a value greater than or equal to 15.',
      good: '15',
    },
  },
];

/** The rules alone, as `EnquiryForm` receives them. */
export const rulesOf = (set: (typeof genericRules)[number]) =>
  Object.fromEntries(Object.entries(set).map(([name, { rule }]) => [name, rule]));
