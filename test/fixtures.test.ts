import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import { readSampleData } from '#src/api-host/openings/sample-data.ts';
import { type Application, applicationSchema } from '#src/domain/model/application.ts';
import { contactMessageSchema } from '#src/domain/model/contact.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { openingSchema } from '#src/domain/model/opening.ts';
import { extensionOf } from '#src/domain/rules/documents/documents.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import { applicationSettings } from '#src/language/server.ts';
import { checkBytes } from '#test/support/file-message.ts';

const root = fileURLToPath(new URL('../fixtures/', import.meta.url));
const filesOf = (folder: string) =>
  globSync('*', { cwd: join(root, folder) }).map((f) => join(root, folder, f));
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const nameOf = (path: string) => basename(path, extname(path));

const fixtureSchema = z.strictObject({
  application: applicationSchema.strict(),
  documents: z.record(z.string(), z.string()),
});
type Fixture = z.output<typeof fixtureSchema>;
const readFixture = (path: string): Fixture => fixtureSchema.parse(read(path));

const samples = z.array(openingSchema).parse((await readSampleData()).openings);
const openingOf = (application: Application) => {
  const opening = samples.find(({ id }) => id === application.joblistingid);
  assert.ok(opening, `there is an opening ${application.joblistingid}`);
  return opening;
};

/** Every rule of sections 3, 5 and 9 that a fixture breaks, as `field: code`. */
async function faults(path: string): Promise<string[]> {
  const { application, documents } = readFixture(path);
  const issues = validateApplication(
    application,
    openingOf(application).questions,
    applicationSettings(),
  );
  const found = issues.map(({ field, code }) => `${field}: ${code}`);
  for (const type of documentOrder) {
    const file = resolve(dirname(path), documents[type] ?? '');
    if (documents[type] && !existsSync(file)) found.push(`${type}: not on disk`);
    else {
      const content = documents[type] ? readFileSync(file) : Buffer.alloc(0);
      const checked = await checkBytes(type, basename(file), content);
      if (checked.kind === 'invalid') found.push(`${type}: ${checked.code}`);
    }
  }
  return found;
}

for (const path of filesOf('applications'))
  test(`the application of ${nameOf(path)} is valid, and is sent unchanged`, async () => {
    assert.deepEqual(await faults(path), []);
    const { application, documents } = readFixture(path);
    const opening = openingOf(application);
    assert.equal(application.company_id, opening.company_id);
    assert.match(application.emailaddress, /@example\.(com|org)$/);
    assert.match(application.age, /^\d+$/);
    assert.match(application.years_of_experience, /^\d+$/);
    assert.match(application.cover_letter, /<em>Test data: /);
    const types = documentOrder;
    assert.deepEqual(Object.keys(documents), types);
    const { answers: known, ...normalized } = normalizeApplication(
      application,
      opening.questions,
      applicationSettings(),
    );
    const { answers, ...fields } = application;
    assert.deepEqual(normalized, fields);
    for (const id of Object.keys(answers)) assert.ok(id in known, `the opening has question ${id}`);
  });

test('all applications may be sent to one new host: no person applies twice to a company', () => {
  const pairs = filesOf('applications').map((path) => {
    const { emailaddress, company_id } = readFixture(path).application;
    return `${emailaddress} ${company_id}`;
  });
  assert.equal(new Set(pairs).size, pairs.length);
});

const invalid: Readonly<Record<string, string>> = {
  'address-without-at': 'emailaddress: email',
  'age-fourteen': 'age: range',
  'cv-as-picture': 'cv: invalidFileType',
  'experience-fifty-one': 'years_of_experience: range',
  'file-not-on-disk': 'waec: not on disk',
  'hnd-with-first-class': 'grades: remote',
  'letter-without-text': 'cover_letter: coverLetterRequired',
  'passport-missing': 'passport: required',
  'phone-of-ten-digits': 'phone: minlength',
  'phone-without-leading-zero': 'phone: remote',
  'required-answer-missing': 'answers[1010]: required',
  'staff-without-name': 'referrer_name: required',
};

for (const path of filesOf('invalid').filter((file) => nameOf(file) !== 'not-json'))
  test(`the invalid fixture ${nameOf(path)} has exactly that fault`, async () => {
    assert.deepEqual(await faults(path), [invalid[nameOf(path)]]);
  });

test('every fault in the table has a fixture', () => {
  const present = new Set(filesOf('invalid').map(nameOf));
  const unused = Object.keys(invalid).filter((name) => !present.has(name));
  assert.deepEqual(unused, []);
});

test('the invalid fixture not-json cannot be parsed', () =>
  assert.throws(() => read(join(root, 'invalid/not-json.json')), SyntaxError));

for (const path of filesOf('contact'))
  test(`the contact message ${nameOf(path)} may be sent`, () => {
    const message = contactMessageSchema.parse(read(path));
    assert.deepEqual(validateContactMessage(message), []);
    assert.equal(message.phone !== '', nameOf(path) === 'with-phone');
  });

const contents: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  doc: 'cfb',
  docx: 'docx',
  png: 'png',
  jpg: 'jpg',
  jpeg: 'jpg',
};

for (const path of filesOf('documents'))
  test(`the document ${basename(path)} is small, and has the format of its extension`, async () => {
    const bytes = readFileSync(path);
    assert.ok(bytes.length < 60_000, `${bytes.length} bytes`);
    assert.equal((await fileTypeFromBuffer(bytes))?.ext, contents[extensionOf(path)]);
  });

test('every document is used', () => {
  const used = filesOf('applications').flatMap((path) =>
    Object.values(readFixture(path).documents).map((file) => resolve(dirname(path), file)),
  );
  const unused = filesOf('documents').filter((file) => !used.includes(file));
  assert.deepEqual(unused, []);
});

test('the openings for import are valid against the opening schema of the API and have ids that no sample has', () => {
  const companies: Readonly<Record<string, string>> = {
    91: 'Baobab Ices (test data)',
    92: 'Creekside Smokehouse (test data)',
  };
  const sent = z
    .array(z.looseObject({ id: z.number() }))
    .parse(read(join(root, 'import/openings.json')));
  assert.equal(sent.length, 6);
  for (const raw of sent) {
    const opening = openingSchema.parse(raw);
    assert.equal(opening.company_name, companies[opening.company_id]);
    assert.match(opening.jobdescription, /<em>Test data: /);
    assert.match(opening.date_posted ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.equal(opening.closing_date ?? null, raw.closing_date);
    assert.ok(!samples.some(({ id }) => id === opening.id));
  }
});
