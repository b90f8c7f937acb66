import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  readApplications,
  type StoredApplication,
} from '#src/api-host/applications/stored-applications.ts';
import { openHostData } from '#src/api-host/data.ts';
import { erase } from '#src/api-host/erase.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { codePoint } from '#test/support/code-point.ts';
import { apply, cleanupOf, dataIn, settingsIn, type TestHost, testHost } from './support/host.ts';
import { opening } from './support/openings.ts';

async function stored(host: Pick<TestHost, 'dataDir'>) {
  const data = await openHostData(settingsIn(host.dataDir));
  try {
    const found: StoredApplication[] = [];
    for await (const application of readApplications(data.database.db)) found.push(application);
    return found;
  } finally {
    await data.close();
  }
}

test('an application is stored normalized, and the response has its id at data.data.id', async (t) => {
  const now = new Date('2026-11-20T09:00:00.000Z');
  const host = await testHost(t, { clock: () => now });
  const { httpStatus, body } = await host.post(
    'applyjobposting',
    buildApplication({
      firstname: '  Ọlá ',
      phone: '+234 800 000 0101',
      referrer_name: 'not staff, so not kept',
      cover_letter: '<p>I bake “bread” 🍞 & more.</p>',
      answers: { 1001: ' Six thousand ', 9999: 'not a question of the opening' },
    }),
  );
  assert.deepEqual(
    [httpStatus, body.status, body.message],
    [200, 1, 'Form submitted. Please upload documents.'],
  );
  assert.match(body.data.id, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  assert.equal(body.data.data.id, body.data.id);
  const { answers: _sent, ...sent } = buildApplication();
  assert.deepEqual(await stored(host), [
    {
      ...sent,
      applicant_id: body.data.id,
      applied_at: now.toISOString(),
      role_name: 'Head Baker',
      company_name: 'Test Bakery',
      firstname: 'Ọlá',
      phone: '08000000101',
      referrer_name: '',
      cover_letter: '<p>I bake “bread” 🍞 & more.</p>',
      answers: [
        { id: '1001', question: 'How many loaves?', answer: 'Six thousand' },
        { id: '1002', question: 'Which ovens?', answer: '' },
      ],
      documents: [],
      documents_needed: documentOrder,
      documents_complete_at: null,
      replacements: 0,
      withdrawn_at: null,
      language: null,
      stage: 'received',
      stage_set_at: now.toISOString(),
      stage_note: null,
      stages: [],
    },
  ]);
});

const refusals = [
  ['firstname', '', 'This field is required.'],
  ['firstname', '\0', 'This field is required.'],
  ['course', '\u3164\u200b', 'This field is required.'],
  ['emailaddress', 'nobody', 'Please enter a valid email address.'],
  ['phone', '0800', 'Please enter at least 11 characters.'],
  ['phone', '+44 20 7946 0958', 'Please enter a valid phone number (Nigeria, Benin).'],
  ['age', '14', 'Please enter a value between 15 and 100.'],
  ['age', '100.00000000000000001', 'Please enter a valid number.'],
  ['age', '0025', 'Please enter no more than 3 characters.'],
  ['years_of_experience', '51', 'Please enter a value between 0 and 50.'],
  ['education', 'PhD', 'Please fix this field.'],
  ['grades', 'Distinction', 'Please fix this field.'],
  ['referrer', 'a friend', 'Please fix this field.'],
  ['cover_letter', '<p>&nbsp;</p>', 'Your cover letter is required.'],
  ['answers', {}, 'This field is required.'],
  ['document_id', 'x'.repeat(201), 'Please enter no more than 200 characters.'],
] as const;

test('the host refuses each field that breaks a rule, with its name and message, and stores nothing', async (t) => {
  const host = await testHost(t);
  for (const [field, value, message] of refusals) {
    const { httpStatus, body } = await host.post(
      'applyjobposting',
      buildApplication({ [field]: value }),
    );
    const name = field === 'answers' ? 'answers[1001]' : field;
    assert.deepEqual([httpStatus, body.status, body.message], [422, 0, message], name);
    assert.deepEqual(body.errors, [{ field: name, message }]);
  }
  assert.deepEqual(await stored(host), []);
});

test('a question may have the name of an inherited property as its id', async (t) => {
  const questions = [{ id: 'constructor', question: 'Why?', required: '1' }];
  const host = await testHost(t, { openings: [opening({ questions })] });
  const refused = await host.post('applyjobposting', buildApplication({ answers: {} }));
  assert.deepEqual(
    [refused.httpStatus, refused.body.errors],
    [422, [{ field: 'answers[constructor]', message: 'This field is required.' }]],
  );
  const answers = { constructor: 'I bake.' };
  assert.equal((await host.post('applyjobposting', buildApplication({ answers }))).httpStatus, 200);
});

test('an application to an opening that does not exist, is scheduled, is closed or belongs to another company is refused', async (t) => {
  const host = await testHost(t, {
    openings: [
      opening(),
      opening({ id: 2, closing_date: '2026-01-01' }),
      opening({ id: 3, date_posted: '2026-01-03' }),
    ],
    clock: () => new Date('2026-01-02T00:00:00Z'),
  });
  for (const [changed, httpStatus, message] of [
    [{ joblistingid: '999' }, 404, 'There is no such opening.'],
    [{ joblistingid: '' }, 404, 'There is no such opening.'],
    [{ joblistingid: '2' }, 410, 'This opening is closed.'],
    [{ joblistingid: '3' }, 404, 'There is no such opening.'],
    [{ company_id: '2' }, 422, 'The opening belongs to another company.'],
  ] as const) {
    const response = await host.post('applyjobposting', buildApplication(changed));
    assert.deepEqual(
      [response.httpStatus, response.body.status, response.body.message],
      [httpStatus, 0, message],
    );
  }
  assert.deepEqual(await stored(host), []);
});

test('ids may be numbers, and a missing company is that of the opening', async (t) => {
  const host = await testHost(t);
  const { body } = await host.post(
    'applyjobposting',
    buildApplication({ joblistingid: 101, company_id: null, age: 31 }),
  );
  assert.equal(body.status, 1);
  assert.equal((await stored(host))[0]?.company_id, '1');
});

test('NUL characters and lone surrogates are removed from stored texts', async (t) => {
  const host = await testHost(t);
  const { body } = await host.post(
    'applyjobposting',
    buildApplication({
      course: 'Food\u0000 \ud800Tech',
      lastname: "O'Brien; drop table applications;--",
    }),
  );
  assert.equal(body.status, 1);
  const [application] = await stored(host);
  assert.deepEqual(
    [application?.course, application?.lastname],
    ['Food �Tech', "O'Brien; drop table applications;--"],
  );
});

test('an application repeated under its Idempotency-Key gets the first response, also after a restart', async (t) => {
  const host = await testHost(t);
  const headers = { 'idempotency-key': 'a-key' };
  const application = buildApplication({ answers: { '1001': 'Six thousand', b: 'B', a: 'A' } });
  const first = await host.post('applyjobposting', application, headers);
  const second = await host.post('applyjobposting', application, headers);
  assert.equal(first.body.status, 1);
  assert.deepEqual([second.httpStatus, second.body], [first.httpStatus, first.body]);
  await host.close();

  const later = await testHost(t, { dataDir: host.dataDir });
  // The order of the keys in JSON makes no difference.
  const turned = Object.fromEntries(Object.entries(application).toReversed());
  const answers = { a: 'A', '1001': 'Six thousand', b: 'B' };
  const third = await later.post('applyjobposting', { ...turned, answers }, headers);
  assert.deepEqual(third.body, first.body);
  assert.equal((await stored(host)).length, 1);
});

test('a key that was used for another application is refused, and nothing is stored', async (t) => {
  const host = await testHost(t);
  const headers = { 'idempotency-key': 'a-key' };
  await host.post('applyjobposting', buildApplication(), headers);
  const other = await host.post(
    'applyjobposting',
    buildApplication({ emailaddress: 'other@example.com' }),
    headers,
  );
  assert.deepEqual(
    [other.httpStatus, other.body.status, other.body.message],
    [422, 0, 'This Idempotency-Key was used for another request.'],
  );
  assert.equal((await stored(host)).length, 1);
});

test('a refused application does not use its key', async (t) => {
  const host = await testHost(t);
  const headers = { 'idempotency-key': 'a-key' };
  await host.post('applyjobposting', buildApplication({ age: '7' }), headers);
  assert.equal((await host.post('applyjobposting', buildApplication(), headers)).body.status, 1);
});

test('an invalid key is refused, and a key may have 255 characters, not one more', async (t) => {
  const host = await testHost(t);
  for (const key of ['', ' ', 'x'.repeat(256), 'two words']) {
    const response = await host.post('applyjobposting', buildApplication(), {
      'idempotency-key': key,
    });
    assert.equal(response.httpStatus, 400, key);
  }
  const longest = { 'idempotency-key': 'x'.repeat(255) };
  assert.equal((await host.post('applyjobposting', buildApplication(), longest)).httpStatus, 200);
});

test('the host responds to any JSON with a message of its list and keeps running', async (t) => {
  const host = await testHost(t);
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: codePoint }),
    fc.constantFrom('__proto__', 'constructor', {}, [], null, -0, 1e308),
  );
  const body = fc.oneof(
    fc.jsonValue(),
    fc
      .dictionary(
        fc.constantFrom(...Object.keys(buildApplication()), '__proto__', 'toString'),
        value,
      )
      .map((changed) => ({ ...buildApplication(), ...changed })),
    fc.dictionary(fc.string(), value).map((answers) => buildApplication({ answers })),
  );
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const response = await host.post('applyjobposting', sent);
      assert.ok([200, 404, 409, 422].includes(response.httpStatus), `${response.httpStatus}`);
      assert.equal(response.body.status, response.httpStatus === 200 ? 1 : 0);
    }),
    { numRuns: 100 },
  );
  assert.deepEqual(host.errors(), []);
});

test('the host tells its site alone whether an application still exists', async (t) => {
  const host = await testHost(t, { settings: { secret: 's'.repeat(32) } });
  const authorization = `Bearer ${'s'.repeat(32)}`;
  const { body } = await host.post('applyjobposting', buildApplication(), { authorization });
  const exists = async (id: string, headers: Record<string, string>) => {
    const response = await fetch(`${host.origin}/applications/${id}`, { headers });
    const { exists: found } = (await response.json()) as { exists?: boolean };
    return found ?? response.status;
  };
  const { id } = body.data;
  assert.equal(await exists(id, { authorization }), true);
  assert.equal(await exists('AAAA-AAAA-AAAA', { authorization }), false);
  assert.equal(await exists(id, {}), 401);
  assert.equal(await exists(id, { authorization: `Bearer ${'x'.repeat(32)}` }), 401);

  const data = await dataIn(t, host.dataDir);
  await erase(data.database, cleanupOf(data), { applicant: id });
  assert.equal(await exists(id, { authorization }), false);
});

test('names, addresses, phone numbers, answers and letters are never logged', async (t) => {
  const host = await testHost(t);
  const secret = buildApplication({
    lastname: 'Zyxwv',
    current_employer: 'Qqjjkk',
    answers: { 1001: 'Wwvvuu' },
    cover_letter: 'Ppllmm',
  });
  await host.post('applyjobposting', secret);
  await host.post('applyjobposting', secret);
  await host.call(
    'validatecandidate?firstname=Ada&lastname=Zyxwv&emailaddress=ngozi.eze@example.com&company_id=1',
  );
  const log = JSON.stringify(host.lines);
  assert.ok(log.includes('application-accepted'));
  for (const word of ['Zyxwv', 'Qqjjkk', 'Wwvvuu', 'Ppllmm', 'ngozi.eze', '08000000101'])
    assert.ok(!log.includes(word), word);
});

test('all applications of one instant are read, also when they are more than a page', async (t) => {
  const host = await testHost(t);
  await apply(host);
  const data = await openHostData(settingsIn(host.dataDir));
  const { db } = data.database;
  const row = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: 250 }, (_, at) => ({ ...row, id: `other-${at}` }));
  await db.insertInto('applications').values(others).execute();
  await data.close();
  const ids = (await stored(host)).map(({ applicant_id }) => applicant_id);
  assert.deepEqual(ids.toSorted(), [row, ...others].map(({ id }) => id).toSorted());
});
