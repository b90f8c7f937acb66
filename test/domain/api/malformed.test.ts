import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClosedOpening } from '#src/domain/model/opening.ts';
import { MalformedError, RefusedError } from '#src/http/errors.ts';
import { openings } from '#test/support/default-responses.ts';
import { replies } from '#test/support/scripted-host.ts';
import { application, connect, errorOf, reads } from './sample.ts';

for (const { name, path, run } of reads) {
  test(`${name} omits invalid items and reports each`, async (t) => {
    const { host, client, reported } = await connect(t);
    const good = name === 'companylocations' ? { id: 1, company_name: 'A' } : openings[0];
    host.next(name, replies.json({ status: 1, data: [good, null, 'text', { id: {} }, good] }));
    const list = await run(client);
    assert.ok(Array.isArray(list));
    assert.equal(list.length, 2);
    assert.deepEqual(
      reported.map(({ url, index }) => [url, index]),
      [1, 2, 3].map((index) => [host.origin + path, index]),
    );
  });

  test(`${name} with data null is an empty list; any other value that is not a list is malformed`, async (t) => {
    const { host, client } = await connect(t);
    host.next(name, replies.json({ status: 1, data: null }));
    assert.deepEqual(await run(client), []);
    for (const body of [{}, { data: {} }, { data: 'none' }, { data: 7 }]) {
      host.next(name, replies.json({ status: 1, ...body }));
      assert.ok((await errorOf(run(client))) instanceof MalformedError);
    }
  });
}

test('an opening with more values than can be sound is omitted, whatever they are, and the others are kept', async (t) => {
  const { host, client, reported } = await connect(t);
  for (const many of [
    { locations: Array.from({ length: 20_001 }, () => 1) },
    { questions: Array.from({ length: 200 }, () => Array.from({ length: 100 }, () => ({}))) },
    Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`field${at}`, 1])),
  ]) {
    const data = [{ ...openings[0], id: 1, ...many }, openings[0]];
    host.next('openingsall', replies.json({ status: 1, data }));
    assert.equal((await client.listOpenings()).length, 1);
    assert.deepEqual(
      reported.splice(0).map(({ index, id, omitted, detail }) => [index, id, omitted, detail]),
      [[0, '1', 'item', 'it has more than 20000 values']],
    );
  }
});

test('invalid parts of an opening are omitted and reported, in a list and alone, and all else is kept', async (t) => {
  const { host, client, reported } = await connect(t);
  const sent = {
    id: 7,
    role_name: 'Baker',
    company_id: { id: 2 },
    jobstatus: ['full'],
    jobdescription: '<p>Bread</p>',
    locations: [null, { city: 'Lagos', region: 4 }, 'Abuja', { city: 'Kano' }],
    questions: [
      { question: 'Without an id?' },
      { id: 4, question: 'Why?', required: true },
      { id: 5, question: false, required: '1', interview_questions_id: {} },
    ],
    closing_date: 'soon',
    salary: { min: null, max: 5, currency: 'NGN', unit: 'MONTH' },
    employment_type: 'FULL_TIME',
    language: 'en_US',
  };
  const kept = {
    id: '7',
    role_name: 'Baker',
    company_id: '',
    company_name: '',
    jobstatus: '',
    jobdescription: '<p>Bread</p>',
    requiredskill: '',
    extra_skill: '',
    locations: [{ city: 'Lagos' }, { city: 'Kano' }],
    questions: [
      { id: '4', question: 'Why?', required: '' },
      { id: '5', question: '', required: '1' },
    ],
    employment_type: 'FULL_TIME',
  };
  host.next('openingsall', replies.json({ status: 1, data: [openings[0], sent] }));
  assert.deepEqual((await client.listOpenings())[1], kept);
  host.next('findopening', replies.json({ status: 1, data: sent }));
  assert.deepEqual(await client.findOpening('7'), kept);
  const omissions = reported.map(({ index, omitted }) => [index, omitted]);
  assert.deepEqual(omissions, [
    [1, 'parts'],
    [0, 'parts'],
  ]);
  for (const path of [
    'company_id',
    'locations[0]',
    'questions[0].id',
    'closing_date',
    'salary.min',
    'language',
  ])
    assert.ok(reported[0]?.detail.includes(`at ${path}`), path);
});

test('10,000 invalid elements of one opening are omitted in a few parses', async (t) => {
  const { host, client } = await connect(t);
  const locations = [...Array.from({ length: 10_000 }, () => null), { city: 'Kano' }];
  host.next('openingsall', replies.json({ status: 1, data: [{ ...openings[0], locations }] }));
  assert.deepEqual((await client.listOpenings())[0]?.locations, [{ city: 'Kano' }]);
});

test('an opening does not exist on 404, a refusal in JSON, or a success without an opening', async (t) => {
  const { host, client } = await connect(t);
  for (const reply of [
    replies.http(404),
    replies.json({ status: false, message: 'none' }),
    replies.json({ status: 0 }, { status: 400 }),
    replies.json({ status: 'false' }, { status: 422 }),
    replies.json({ status: 1, data: null }),
    replies.json({ status: 1 }),
  ]) {
    host.next('findopening', reply);
    assert.equal((await client.reads.readOpening('11')).value, undefined);
  }
  host.next('findopening', replies.http(410), replies.http(410));
  assert.deepEqual((await client.reads.readOpening('11')).value, new ClosedOpening());
  assert.equal(await client.findOpening('11'), undefined);
});

test('an error of the host does not count as an opening that does not exist', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 1500 });
  for (const [reply, kind] of [
    [replies.json({ status: 0 }, { status: 500 }), RefusedError],
    [replies.json({ status: 0 }, { status: 429, headers: { 'retry-after': '9' } }), RefusedError],
    [replies.json({ status: 0 }, { status: 408 }), RefusedError],
    [replies.http(403), RefusedError],
    [replies.json({ status: 0 }, { status: 401 }), RefusedError],
    [replies.json({ status: 0 }, { status: 403 }), RefusedError],
    [replies.html(), MalformedError],
    [replies.json({ status: 1, data: { id: 11 } }), MalformedError],
    [replies.json({ status: 1, data: [] }), MalformedError],
  ] as const) {
    host.next('findopening', reply);
    assert.ok((await errorOf(client.findOpening('11'))) instanceof kind);
  }
});

test('the applicant id is read from data.data.id or data.id, as number or text', async (t) => {
  const { host, client } = await connect(t);
  for (const data of [
    { data: { id: 9 } },
    { id: '9' },
    { id: 1, data: { id: '9' } },
    { id: 9, data: null },
  ]) {
    host.next('applyjobposting', replies.json({ status: 1, data }));
    assert.deepEqual(await client.applyToOpening(application), { applicant_id: '9' });
  }
});

test('an accepted application without an id is malformed, and may have arrived', async (t) => {
  const { host, client } = await connect(t);
  for (const data of [undefined, null, {}, { id: '' }, { data: {} }, [9], 9]) {
    host.next('applyjobposting', replies.json({ status: 1, data }));
    const error = await errorOf(client.applyToOpening(application));
    assert.ok(error instanceof MalformedError);
    assert.equal(error.mayHaveArrived, true);
    assert.doesNotMatch(`${error.message} ${error.stack}`, /Ada|example\.com/);
  }
});

test('a byte order mark and a wrong content type do not make a response invalid', async (t) => {
  const { host, client } = await connect(t);
  host.next('openingsall', replies.raw('\ufeff{"status":true,"data":[]}'));
  assert.deepEqual(await client.listOpenings(), []);
  host.next('openingsall', replies.wrongContentType({ status: true, data: [] }));
  assert.deepEqual(await client.listOpenings(), []);
});
