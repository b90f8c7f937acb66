import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { applicationSchema } from '#src/domain/model/application.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { replies, type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { hostAndFixtures, several, validApplication } from './support/fixtures.ts';
import { careers } from './support/in-process.ts';

interface Result {
  readonly fixture: string;
  readonly outcome: string;
  readonly applicant_id: string | null;
  readonly documents: readonly { readonly type: string; readonly outcome: string }[];
  readonly message: string;
}

async function submit(
  { origin }: ScriptedHost,
  args: readonly string[],
): Promise<{ code: number | null; results: Result[] }> {
  const { code, stdout } = await careers(['submit', '--json', ...args, '--host', origin]);
  const results: unknown = JSON.parse(stdout);
  assert.ok(Array.isArray(results), stdout);
  return { code, results };
}

test('0: sends check, application, six documents in order, final_file with the last only', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  const { code, results } = await submit(host, [fixture]);
  assert.equal(code, 0);
  assert.deepEqual(results, [
    {
      fixture,
      outcome: 'accepted',
      applicant_id: '501',
      documents: documentOrder.map((type) => ({ type, outcome: 'received' })),
      message: 'Document uploaded',
    },
  ]);
  const names = host.calls.map(({ name }) => name);
  assert.deepEqual(names, [
    'findopening',
    'validatecandidate',
    'applyjobposting',
    ...documentOrder.map(() => 'uploadapplicantdocument'),
  ]);
  const [, check, apply, ...uploads] = host.calls;
  const { firstname, lastname, emailaddress, company_id } = validApplication;
  assert.deepEqual(check?.query, { firstname, lastname, emailaddress, company_id });
  const sent = apply?.json as Record<string, unknown>;
  assert.equal(sent.phone, '08000000101', 'as the site tidies it');
  assert.deepEqual(sent.answers, { '101': 'Yes', '102': '' });
  for (const [index, call] of uploads.entries()) {
    const part = (name: string) => call.parts.find((one) => one.name === name);
    const type = documentOrder[index] ?? '';
    assert.equal(part('document_type')?.value, type);
    assert.equal(part(type)?.size, `%PDF-1.7 ${type}`.length);
    assert.deepEqual(JSON.parse(part('applicant_info')?.value ?? ''), {
      ...sent,
      applicant_id: '501',
    });
    assert.equal(part('final_file')?.value, index === 5 ? '1' : undefined);
  }
  assert.equal(uploads[5]?.parts.at(-1)?.contentType, 'image/png');
});

test('a document without an extension is sent with that of its content', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  await folder.file('1000012345', '%PDF-1.7 cv');
  const fixture = await folder.application('a.json', {}, { cv: '1000012345' });
  const { code } = await submit(host, [fixture]);
  assert.equal(code, 0);
  const part = host.callsTo('uploadapplicantdocument')[0]?.parts.find(({ name }) => name === 'cv');
  assert.deepEqual([part?.filename, part?.contentType], ['1000012345.pdf', 'application/pdf']);
});

test('control characters of file names are neither sent nor printed', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  await folder.file('cv\u001b[2J\u009b.pdf', '%PDF-1.7 cv');
  for (const [run, args] of [[], ['--json'], ['--verbose']].entries()) {
    const fixture = await folder.application(
      `${run}\u001b[2J\u009b.json`,
      { emailaddress: `candidate-${run}@example.com` },
      { cv: 'cv\u001b[2J\u009b.pdf' },
    );
    const { code, stdout, stderr } = await careers([
      'submit',
      ...args,
      fixture,
      '--host',
      host.origin,
    ]);
    assert.equal(code, 0, stdout + stderr);
    assert.doesNotMatch(stdout + stderr, /(?!\n)\p{Cc}/u);
    if (args.includes('--json')) assert.equal(JSON.parse(stdout)[0].fixture, fixture);
  }
  for (const { parts } of host.callsTo('uploadapplicantdocument'))
    assert.doesNotMatch(parts.at(-1)?.filename ?? '', /\p{Cc}/u);
  assert.equal(host.callsTo('uploadapplicantdocument')[0]?.parts.at(-1)?.filename, 'cv[2J.pdf');
});

test('3: if one fixture is invalid, none is sent and no data of a candidate is sent', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const good = await folder.application('good.json');
  const cases: readonly (readonly [Promise<string>, RegExp])[] = [
    [
      folder.application('1.json', { age: '14' }),
      /^application\.age: Please enter a value between 15 and 100\.$/,
    ],
    [
      folder.application('2.json', { answers: {} }),
      /^application\.answers\[101\]: This field is required\.$/,
    ],
    [folder.application('3.json', { cover_letter: '<p> </p>' }), /Your cover letter is required\./],
    [
      folder.application('4.json', { joblistingid: '99' }),
      /application\.joblistingid: the host has no such opening/,
    ],
    [
      folder.application('5.json', { firstnam: 'Ada' }),
      /^application: Unrecognized key: "firstnam"$/,
    ],
    [folder.application('6.json', {}, { cv: 'cv.exe' }), /documents\.cv: there is no such file/],
    [
      folder.application('7.json', {}, { cv: 'passport.png' }),
      /documents\.cv: Invalid File type for "cv"/,
    ],
    [
      folder.application('8.json', {}, { waec: undefined }),
      /^documents\.waec: This field is required\.$/,
    ],
    [folder.file('9.json', '{"application": {"firstname": "Ada Secret'), /^is not JSON/],
    [folder.file('10.json', '{"application": {"firstname": Secret}}'), /^is not JSON/],
    [Promise.resolve(`${folder.path}/none.json`), /^there is no such file$/],
    [Promise.resolve(folder.path), /is a directory/],
  ];
  for (const [making, expected] of cases) {
    const bad = await making;
    const { code, results } = await submit(host, [good, bad]);
    assert.equal(code, 3);
    const outcomes = results.map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['not-sent', 'invalid']);
    assert.match(results[1]?.message ?? '', expected);
    assert.doesNotMatch(results[1]?.message ?? '', /Secret|firstname/);
  }
  assert.ok(host.calls.every(({ name }) => name === 'findopening'));
});

test('a number of another configured country is sent with its calling code', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixture = await folder.application('benin.json', { phone: '01 95 12 34 56' });
  const { code } = await submit(host, [fixture]);
  assert.equal(code, 0);
  const sent = host.callsTo('applyjobposting')[0]?.json as Record<string, unknown>;
  assert.equal(sent.phone, '+2290195123456');
  const elsewhere = await folder.application('london.json', { phone: '+44 20 7946 0958' });
  const refused = await submit(host, [elsewhere]);
  assert.equal(refused.code, 3);
  assert.equal(
    refused.results[0]?.message,
    'application.phone: Please enter a valid phone number (Nigeria, Benin).',
  );
});

test('3: every problem of a fixture is reported at once', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const bad = await folder.application(
    'bad.json',
    { age: '1', phone: '1' },
    { cv: 'passport.png', nysc: 'no.pdf' },
  );
  const { results } = await submit(host, [bad]);
  for (const field of ['application.age', 'application.phone', 'documents.cv', 'documents.nysc'])
    assert.match(results[0]?.message ?? '', new RegExp(`${field}: `));
});

test('--dry-run reads the opening, validates, and sends nothing', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const good = await folder.application('good.json');
  const bad = await folder.application('bad.json', { age: '1' });
  const valid = await submit(host, [good, '--dry-run']);
  assert.deepEqual([valid.code, valid.results[0]?.outcome], [0, 'valid']);
  const invalid = await submit(host, [good, bad, '--dry-run']);
  assert.deepEqual(
    [invalid.code, ...invalid.results.map(({ outcome }) => outcome)],
    [3, 'valid', 'invalid'],
  );
  assert.ok(host.calls.every(({ name, method }) => name === 'findopening' && method === 'GET'));
});

test('4: both hosts refuse the candidate; --secondary-host is the second one', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  await using second = await startScriptedHost();
  host.always('validatecandidate', replies.json({ status: 0 }));
  second.next('validatecandidate', replies.json({ status: 0 }));
  const to = ['--secondary-host', second.origin];
  const refused = await submit(host, [fixture, ...to]);
  assert.equal(refused.code, 4);
  assert.deepEqual(
    [refused.results[0]?.outcome, refused.results[0]?.message],
    ['refused', 'You have applied for a position within a year.'],
  );
  assert.equal(host.callsTo('applyjobposting').length, 0);
  assert.equal(
    (await submit(host, [fixture, ...to])).code,
    0,
    'the second host lets the next try in',
  );
});

test('5: the host refuses the application; its message is printed', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  host.always('applyjobposting', replies.json({ status: 0, message: 'Opening closed.' }));
  const { code, results } = await submit(host, [fixture]);
  assert.deepEqual(
    [code, results[0]?.outcome, results[0]?.message],
    [5, 'rejected', 'Opening closed.'],
  );
  assert.equal(host.callsTo('uploadapplicantdocument').length, 0);
});

test('6: no response to the check, or no connection for the application: nothing was accepted', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  host.next('validatecandidate', replies.http(503), replies.html());
  const silent = await submit(host, [fixture]);
  assert.deepEqual([silent.code, silent.results[0]?.outcome], [6, 'unreachable']);
  assert.equal(silent.results[0]?.message, 'An error occured processing your request.');
  await host.stop();
  const gone = await submit(host, [fixture]);
  assert.deepEqual([gone.code, gone.results[0]?.outcome], [6, 'unreachable']);
});

test('7: the response to the application was lost; it is not sent again', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  // Only silence is waited for; a busy machine needs seconds for the other calls.
  for (const [reply, timeout] of [
    [replies.resetAfterReading(), '60000'],
    [replies.silence(), '5000'],
    [replies.cut(), '60000'],
    [replies.html(), '60000'],
    [replies.http(504), '60000'],
    [replies.json({ status: 1, data: {} }), '60000'],
  ] as const) {
    const before = host.callsTo('applyjobposting').length;
    host.next('applyjobposting', reply);
    const { code, results } = await submit(host, [fixture, '--timeout', timeout]);
    assert.deepEqual([code, results[0]?.outcome, results[0]?.applicant_id], [7, 'lost', null]);
    assert.match(results[0]?.message ?? '', /it may have been accepted: do not send it again/);
    assert.equal(host.callsTo('applyjobposting').length - before, 1);
  }
});

test('a document may stand still longer than API_TIMEOUT_MS, as on a slow line, but not longer than --timeout', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  for (const [args, expected] of [
    [[], 'received'],
    [['--timeout', '4000'], 'lost'],
  ] as const) {
    const emailaddress = `${expected}@example.com`;
    const fixture = await folder.application(`${expected}.json`, { emailaddress });
    host.next('uploadapplicantdocument', replies.delayed(replies.json({ status: 1 }), 6000));
    const { stdout } = await careers(
      ['submit', '--json', fixture, '--host', host.origin, ...args],
      { env: { API_TIMEOUT_MS: '4000' } },
    );
    assert.equal(JSON.parse(stdout)[0].documents[0].outcome, expected);
  }
});

test('7: a refused document does not stop the others, and final_file is not sent', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  host.next(
    'uploadapplicantdocument',
    replies.json({ status: 1 }),
    replies.json({ status: 0, message: 'Unreadable.' }),
  );
  const { code, results } = await submit(host, [fixture]);
  assert.deepEqual([code, results[0]?.outcome, results[0]?.applicant_id], [7, 'incomplete', '501']);
  assert.deepEqual(
    results[0]?.documents.map(({ outcome }) => outcome),
    ['received', 'refused', 'received', 'received', 'received', 'received'],
  );
  assert.match(results[0]?.message ?? '', /not every document arrived: nysc \(Unreadable\.\)$/);
  const uploads = host.callsTo('uploadapplicantdocument');
  assert.equal(uploads.length, 6);
  assert.ok(uploads.every(({ parts }) => parts.every(({ name }) => name !== 'final_file')));
});

for (const [what, reply] of [
  ['loses its connection', replies.resetAfterReading()],
  ['does not answer', replies.silence()],
] as const)
  test(`7: after a document to which the host ${what}, the others are not sent`, async (t) => {
    const { host, fixture } = await hostAndFixtures(t);
    host.next('uploadapplicantdocument', replies.json({ status: 1 }), reply);
    const { code, results } = await submit(host, [fixture, '--timeout', '5000']);
    assert.equal(code, 7);
    assert.deepEqual(
      results[0]?.documents.map(({ outcome }) => outcome),
      ['received', 'lost', 'not-sent', 'not-sent', 'not-sent', 'not-sent'],
    );
    assert.equal(host.callsTo('uploadapplicantdocument').length, 2);
  });

test('results are in the order of the fixtures at any concurrency, and the most severe one sets the exit code', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixtures = await several(folder, 5);
  host.next('validatecandidate', replies.delayed(replies.json({ status: 1 }), 300));
  const first = await submit(host, [...fixtures, '--concurrency', '3']);
  assert.equal(first.code, 0);
  const order = first.results.map(({ fixture }) => fixture);
  assert.deepEqual(order, fixtures);
  assert.equal(host.callsTo('findopening').length, 1, 'the opening they share is read once');
  const newcomer = await folder.application('new.json', { emailaddress: 'new@example.com' });
  const second = await submit(host, [...fixtures, newcomer]);
  assert.equal(second.code, 4);
  const outcomes = second.results.map(({ fixture, outcome }) => `${basename(fixture)} ${outcome}`);
  assert.deepEqual(outcomes, [
    '0.json refused',
    '1.json refused',
    '2.json refused',
    '3.json refused',
    '4.json refused',
    'new.json accepted',
  ]);
});

for (const [what, own, sent] of [
  ['a fixture without a company_id uses that of the opening', undefined, '1'],
  ['the company_id of a fixture is sent, also if the opening has another one', '2', '2'],
] as const)
  test(what, async (t) => {
    const { host, folder } = await hostAndFixtures(t);
    const fixture = await folder.application('a.json', { company_id: own });
    assert.equal((await submit(host, [fixture])).code, 0);
    assert.equal(host.callsTo('validatecandidate')[0]?.query.company_id, sent);
  });

test('64 candidates may be sent at the same time, and not one more', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  const args = ['submit', fixture, '--dry-run', '--host', host.origin, '--concurrency'];
  assert.equal((await careers([...args, '64'])).code, 0);
  assert.equal((await careers([...args, '65'])).code, 2);
});

test('submit --print-schema prints the fixture’s JSON Schema and makes no call', async () => {
  const { code, stdout, stderr } = await careers(['submit', '--print-schema']);
  assert.deepEqual([code, stderr], [0, '']);
  const schema = JSON.parse(stdout);
  assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
  assert.deepEqual(schema.required, ['application', 'documents']);
  assert.deepEqual(schema.properties.documents.required, documentOrder);
  for (const field of Object.keys(applicationSchema.shape))
    assert.ok(field in schema.properties.application.properties);
  assert.equal(schema.properties.application.additionalProperties, false);
});
