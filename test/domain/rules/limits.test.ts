import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { applicationFields } from '#src/domain/model/application-fields.ts';
import type { ContactMessage } from '#src/domain/model/contact.ts';
import { enquiryForms } from '#src/domain/model/enquiry-form.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { limits, maxLength } from '#src/domain/model/limits.ts';
import { checkDocument } from '#src/domain/rules/documents/file-content.ts';
import { collectEnds, endsOfBlob } from '#src/domain/rules/documents/file-ends.ts';
import { detectFormat } from '#src/domain/rules/documents/file-formats.ts';
import { validateApplication } from '#src/domain/rules/forms/application.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import { type FieldRules, validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { sizeNotice } from '#src/features/documents/document-texts.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { endsOf, wordDocument, zipOf } from '#test/support/office-files.ts';
import { root } from '#test/support/site.ts';

/** Returns a value of `length` characters that is valid in the field. */
const textOf = (field: string, length: number): string => {
  if (field === 'linkedinprofile') return 'https://linkedin.com/'.padEnd(length, 'x');
  return 'x'.repeat(length);
};

const questions = [{ id: '1', required: '1' }];
const application = (field: string, value: string): Issue[] =>
  validateApplication(
    buildApplication(
      field === 'answers[1]'
        ? { answers: { 1: value } }
        : { answers: { 1: 'Yes' }, referrer: 'staff', referrer_name: 'Ada', [field]: value },
    ),
    questions,
  );
const message: ContactMessage = {
  firstname: 'Ada',
  lastname: 'Sample',
  email: 'ada@example.com',
  phone: '',
  msg: 'Hello',
  subject: '',
};
const contact = (field: string, value: string) =>
  validateContactMessage({ ...message, [field]: value });
const quote = (field: string, value: string) =>
  validateForm({ [field]: value }, { [field]: enquiryForms.quote[field as 'message'] });

/** The longest texts of the fields that may have any text. */
const lengthsOfTexts = Object.fromEntries(
  Object.entries<FieldRules>(applicationFields).flatMap(([name, { maxlength, digits, email }]) =>
    maxlength === undefined || digits || email ? [] : [[name, maxlength]],
  ),
);

for (const [form, judge, lengths] of [
  [
    'application',
    application,
    { ...lengthsOfTexts, document_id: maxLength.document_id, 'answers[1]': maxLength.answer },
  ],
  [
    'contact',
    contact,
    {
      firstname: maxLength.name,
      lastname: maxLength.name,
      phone: maxLength.phone,
      msg: maxLength.msg,
      subject: maxLength.subject,
    },
  ],
  ['quote', quote, { name: maxLength.name, phone: maxLength.phone, message: maxLength.msg }],
] as const)
  for (const [field, length] of Object.entries(lengths))
    test(`${form}: ${field} may have ${length} characters, and not one more`, () => {
      const codes = (more: number) =>
        judge(field, textOf(field, length + more)).map((issue) => [issue.field, issue.code]);
      assert.deepEqual(codes(0), []);
      assert.deepEqual(codes(1), [[field, 'maxlength']]);
    });

test('email addresses may have 254 characters, and not one more', () => {
  const address = (length: number) => {
    const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`;
    return `${'a'.repeat(length - domain.length - 1)}@${domain}`;
  };
  const judge = (length: number) => [
    ...application('emailaddress', address(length)),
    ...contact('email', address(length)),
  ];
  assert.equal(address(maxLength.email).length, maxLength.email);
  assert.deepEqual(judge(maxLength.email), []);
  const codes = judge(maxLength.email + 1).map(({ code }) => code);
  assert.deepEqual(codes, ['maxlength', 'maxlength']);
});

const { age, years_of_experience: years, phone } = applicationFields;

test('a document may have 1099511627776 bytes, and not one more', async () => {
  const readEnds = () => endsOf(Buffer.from('%PDF-1.7'));
  const check = (size: number) => checkDocument('cv', { name: 'cv.pdf', size, readEnds });
  assert.equal((await check(limits.uploadMaxBytes)).kind, 'valid');
  assert.partialDeepStrictEqual(await check(limits.uploadMaxBytes + 1), { code: 'fileTooLarge' });
});

test('a search has at most 200 characters, and the others are cut', () => {
  const length = (characters: number) => readSearch({ q: 'x'.repeat(characters) }).q.length;
  assert.deepEqual([length(maxLength.q), length(maxLength.q + 1)], [200, 200]);
});

test('the limits are those of section 9', () => {
  const section = readFileSync(`${root}docs/spec/specification.md`, 'utf8').split('## 9.')[1] ?? '';
  for (const row of [
    `Description preview | ${limits.previewCharacters} characters plus ellipsis`,
    `Phone | ${phone.minlength} digits`,
    `Age | ${age.range.join(' to ')}`,
    `Experience | ${years.range.join(' to ')} years`,
    `Stated file limit | ${limits.statedFileBytes / 1_000_000}MB`,
    `Enforced file limit | ${limits.uploadMaxBytes} bytes`,
    `Apply post delay | ${limits.applyDelayMs} ms`,
    `Success redirect delay (contact) | ${limits.contactRedirectMs} ms`,
    `Copyright line year | ${siteConfig.copyrightYear}`,
    `Search debounce | ${limits.searchDebounceMs} ms`,
  ])
    assert.ok(section.includes(`| ${row} |`), row);
  assert.ok(section.includes(`default height ${limits.coverLetterHeight};`));
});

test('a field for a number takes the digits of its largest value', () => {
  const digits = (value: number) => String(value).length;
  for (const [length, [, max]] of [
    [age.maxlength, age.range],
    [years.maxlength, years.range],
    [maxLength.guests, enquiryForms.quote.guests.range],
  ] as const)
    assert.equal(length, digits(max));
});

test('of a large file the first and the last 128 KiB are held', async () => {
  for (const size of [128 * 1024, 128 * 1024 + 1, 512 * 1024]) {
    const content = new Uint8Array(size);
    const collector = collectEnds();
    collector.add(content);
    for (const { head, tail } of [collector.ends(), await endsOfBlob(new Blob([content]))])
      assert.deepEqual([head.length, tail.length], [128 * 1024, 128 * 1024]);
  }
});

test('the format of a zip archive is read from a directory in its last 128 KiB and before its comment', async () => {
  const formatOf = async (comment: number) => {
    const archive = zipOf([['a', ''], wordDocument], { comment: '#'.repeat(comment) });
    return detectFormat(await endsOf(archive));
  };
  assert.equal(await formatOf(0), 'docx');
  assert.equal(await formatOf(65_535), 'docx');
});

test('a document above 4 MB causes a notice, and one of 4 MB does not', () => {
  assert.equal(sizeNotice(4_000_000), undefined);
  assert.match(sizeNotice(4_000_001) ?? '', /larger than 4MB/);
});
