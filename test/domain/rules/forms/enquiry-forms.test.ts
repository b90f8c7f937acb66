import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isOpenDate,
  readEnquiryForm,
  rulesOf,
  toContactMessage,
  withEarliestDate,
} from '#src/domain/rules/forms/enquiry-forms.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { isoDate } from '#src/domain/rules/text/iso-date.ts';

const quote = {
  name: 'Ada Obi Okafor',
  email: 'ada@example.ng',
  phone: '',
  service: 'Wedding',
  date: '2999-01-09',
  guests: '120',
  message: 'Jollof for all.',
};

test('contact-us requires name, email and message, and not the phone', () => {
  const wrong = validateForm({}, rulesOf('contact-us')).map(({ field }) => field);
  assert.deepEqual(wrong, ['name', 'email', 'message']);
});

test('a quote also requires service, date and guests', () => {
  assert.deepEqual(validateForm(quote, rulesOf('quote')), []);
  const wrong = { ...quote, service: '', date: '2027-02-30', guests: '0' };
  assert.deepEqual(
    validateForm(wrong, rulesOf('quote')).map(({ field, code }) => `${field} ${code}`),
    ['service required', 'date dateISO', 'guests range'],
  );
});

test('each field of a quote is checked on both sides of its rules', () => {
  const codesOf = (field: string, value: string) =>
    validateForm({ ...quote, [field]: value }, rulesOf('quote')).map(({ code }) => code);
  for (const [field, valid, invalid] of [
    ['email', ['a@b.ng'], { '': 'required', 'a@b': 'email' }],
    ['service', ['x'.repeat(200)], { '': 'required', ['x'.repeat(201)]: 'maxlength' }],
    ['date', ['2999-02-28'], { '': 'required', '2999-02-29': 'dateISO' }],
    [
      'guests',
      ['1', '10000'],
      {
        ...{ '': 'required', many: 'number', '1.5': 'digits', '0': 'range', '10001': 'range' },
        '000001': 'maxlength',
      },
    ],
  ] as const) {
    for (const value of valid) assert.deepEqual(codesOf(field, value), [], value);
    for (const [value, code] of Object.entries(invalid))
      assert.deepEqual(codesOf(field, value), [code], `${field} ${value}`);
  }
});

test('a quote’s date is today or later in the visitor’s time zone; a server uses the westernmost one', () => {
  const rules = withEarliestDate(rulesOf('quote'), '2999-01-10');
  assert.deepEqual(validateForm(quote, rules), [
    { field: 'date', code: 'min', params: [{ day: '2999-01-10' }] },
  ]);
  assert.deepEqual(validateForm({ ...quote, date: '2999-01-10' }, rules), []);
  assert.deepEqual(withEarliestDate(rulesOf('contact-us'), '2999-01-10'), rulesOf('contact-us'));
  const late = new Date('2026-12-31T23:30:00Z');
  assert.equal(isoDate(late, -60), '2027-01-01');
  assert.equal(isoDate(late), '2026-12-31');
  assert.equal(isoDate(new Date('2027-01-01T11:59:59.999Z')), '2026-12-31');
  assert.equal(isoDate(new Date('2027-01-01T12:00:00Z')), '2027-01-01');
});

function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test('readEnquiryForm trims each field, keeps the lines of the message only, and reads a value that is not text as empty', () => {
  const message = 'Jollof\nfor all.';
  const sent = formOf({ name: ' A\nda ', email: new Blob(['a']), extra: 'x', message });
  assert.deepEqual(readEnquiryForm(rulesOf('contact-us'), sent), {
    name: 'Ada',
    email: '',
    phone: '',
    message,
  });
});

test('readEnquiryForm removes invisible characters from addresses and numbers, not from texts', () => {
  const sent = {
    email: '\u2068ada@\u200bexample.ng\u2069',
    phone: '\u202a0803 000 0000\u202c',
    message: '\u{1f469}\u200d\u{1f373}',
  };
  assert.deepEqual(readEnquiryForm(rulesOf('contact-us'), formOf(sent)), {
    name: '',
    email: 'ada@example.ng',
    phone: '0803 000 0000',
    message: sent.message,
  });
});

test('readEnquiryForm reads a repeated address like the first', () => {
  const address = 'ada@\u200bexample.ng';
  const sent = formOf({ email: address, email_again: address });
  const read = readEnquiryForm(rulesOf('quote', { email_again: {} }), sent);
  assert.deepEqual([read.email, read.email_again], ['ada@example.ng', 'ada@example.ng']);
});

test('a quote becomes one contact message with all its fields', () =>
  assert.deepEqual(toContactMessage(quote, 'Quote request'), {
    firstname: 'Ada',
    lastname: 'Obi Okafor',
    email: 'ada@example.ng',
    phone: '',
    msg: 'service: Wedding\ndate: 2999-01-09\nguests: 120\n\nJollof for all.',
    subject: 'Quote request',
  }));

test('a single name gets a hyphen as last name', () => {
  const { firstname, lastname } = toContactMessage({ name: 'Ada' }, '');
  assert.deepEqual([firstname, lastname], ['Ada', '-']);
});

test('configured rules replace or extend those of a field, and add the optional fields', () => {
  assert.deepEqual(Object.keys(rulesOf('quote')), Object.keys(quote));
  const rules = rulesOf('quote', { guests: { range: [10, 20] }, budget: { step: 5 } });
  assert.deepEqual(
    validateForm({ ...quote, budget: '7' }, rules).map(({ field, code }) => `${field} ${code}`),
    ['guests range', 'budget step'],
  );
  assert.deepEqual(validateForm({ ...quote, guests: '12', budget: '' }, rules), []);
  const { msg } = toContactMessage({ ...quote, budget: '', reference: 'TF-1' }, '');
  assert.equal(
    msg,
    'service: Wedding\ndate: 2999-01-09\nguests: 120\nreference: TF-1\n\nJollof for all.',
  );
});

test('a closed date applies to every year, or to one', () => {
  assert.equal(isOpenDate('2999-12-25', ['12-25']), false);
  assert.equal(isOpenDate('2999-12-25', ['2998-12-25', '01-01']), true);
  assert.equal(isOpenDate('2998-12-25', ['2998-12-25']), false);
  assert.equal(isOpenDate('', ['12-25']), true);
});
