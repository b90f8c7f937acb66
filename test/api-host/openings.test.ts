import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSampleData } from '#src/api-host/openings/sample-data.ts';
import { openingSchema } from '#src/domain/model/opening.ts';
import { ask, provide, temporaryDirectory, testHost } from './support/host.ts';
import { opening } from './support/openings.ts';

const { companies, openings: samples } = await readSampleData();

const ids = (reply: { body: { data?: { id: string }[] } }) => reply.body.data?.map(({ id }) => id);

test('a first start serves every sample opening and company, each valid against the schema', async (t) => {
  const host = await testHost(t, { openings: 'samples' });
  const { httpStatus, body } = await host.call('openingsall');
  assert.deepEqual([httpStatus, body.status], [200, 1]);
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id).toSorted(),
    samples.map(({ id }) => String(id)).toSorted(),
  );
  for (const item of body.data) assert.deepEqual(openingSchema.parse(item), item);
  const names = (await host.call('companylocations')).body.data;
  assert.equal(names.length, companies.length);
});

test('the sample data is added once: a restart does not add it again', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const start = () => testHost(t, { dataDir, openings: 'samples' });
  const first = await start();
  assert.ok(first.lines.some(({ event }) => event === 'sample-data-added'));
  const before = (await first.call('openingsall')).body;
  await first.close();

  const second = await start();
  assert.ok(!second.lines.some(({ event }) => event === 'sample-data-added'));
  assert.deepEqual((await second.call('openingsall')).body, before);
});

test('no sample data is added to a database that openings were imported into before its first start', async (t) => {
  const host = await testHost(t);
  assert.deepEqual(ids(await host.call('openingsall')), ['102', '101', '201']);
});

test('the response has all fields of section 3 and the contract, and unknown fields unchanged', async (t) => {
  const given = opening({
    closing_date: '2031-01-31',
    team: { size: 14, nights: true },
    locations: [{ city: 'Kano', region: 'Kano', country: 'NG', postcode: '700001' }],
  });
  const host = await testHost(t, { openings: [given] });
  const { body } = await host.call('findopening/101');
  assert.deepEqual(body, {
    status: 1,
    data: {
      ...given,
      id: '101',
      company_id: '1',
      questions: [
        { id: '1001', question: 'How many loaves?', required: '1', interview_questions_id: '7' },
        { id: '1002', question: 'Which ovens?', required: '0', interview_questions_id: '8' },
      ],
    },
  });
});

test('fields without a value are omitted, not null', async (t) => {
  const bare = { id: 'x1', role_name: 'Runner', company_id: 'c', company_name: 'Café' };
  const host = await testHost(t, { openings: [bare] });
  const { data } = (await host.call('findopening/x1')).body;
  for (const name of ['closing_date', 'closed_since', 'employment_type', 'salary', 'language'])
    assert.ok(!(name in data), name);
  assert.deepEqual([data.locations, data.questions, data.jobdescription], [[], [], '']);
});

test('listopenings has the same response as openingsall', async (t) => {
  const host = await testHost(t);
  assert.deepEqual((await host.call('listopenings')).body, (await host.call('openingsall')).body);
});

test('openings are listed newest first, one without a date at the day of its import', async (t) => {
  const dates = ['2026-03-01', undefined, '2026-05-01', '2025-12-31'];
  const host = await testHost(t, {
    openings: dates.map((date_posted, index) => opening({ id: index + 1, date_posted })),
  });
  // They are imported on 5 January 2026.
  assert.deepEqual(ids(await host.call('openingsall')), ['3', '1', '2', '4']);
});

test('an opening is listed, found and served until the end of its closing date in the time zone of the site config', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, [
    opening({ id: 1, closing_date: '2026-06-30' }),
    opening({ id: 2, closing_date: '2026-06-30T12:00:00+01:00' }),
    opening({ id: 3, closing_date: '9999-12-31' }),
  ]);
  let now = new Date('2026-06-30T10:59:59.999Z');
  const host = await testHost(t, { dataDir, clock: () => now });
  const shown = async () => [
    ids(await host.call('openingsall'))?.join(' '),
    ids(await host.call('openings?company_id=1&q=bread'))?.join(' '),
    ids(await host.call('openings?company_id=1&q='))?.join(' '),
  ];
  assert.deepEqual(await shown(), ['1 2 3', '1 2 3', '1 2 3']);
  now = new Date('2026-06-30T11:00:00.000Z');
  assert.deepEqual(await shown(), ['1 3', '1 3', '1 3']);
  now = new Date('2026-06-30T23:00:00.000Z');
  assert.deepEqual(await shown(), ['3', '3', '3']);
  const closed = await host.call('findopening/1');
  assert.deepEqual(
    [closed.httpStatus, closed.body.status, closed.body.message],
    [410, 0, 'This opening is closed.'],
  );
  // For a page that offers others of the company and its cities.
  assert.equal((closed.body.data as { id: string }).id, '1');
});

test('before its date_posted, in the time zone of the site config, an opening is unknown to every call', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, [
    opening({ id: 1, date_posted: '2026-06-30' }),
    opening({ id: 2, date_posted: '2026-06-30T12:00:00+01:00' }),
    opening({ id: 3, date_posted: '2026-06-30', closing_date: '2026-06-28' }),
    opening({ id: 4, date_posted: undefined }),
  ]);
  let now = new Date('2026-06-29T22:59:59.999Z');
  const host = await testHost(t, { dataDir, clock: () => now });
  const found = (id: number) => host.call(`findopening/${id}`);
  const state = async () => [
    ids(await host.call('openingsall'))?.join(' '),
    ids(await host.call('openings?company_id=1&q=bread'))?.join(' '),
    ids(await host.call('openings?company_id=1&q='))?.join(' '),
    ...(await Promise.all([1, 2, 3].map(async (id) => (await found(id)).httpStatus))),
  ];
  assert.deepEqual(await state(), ['4', '4', '4', 404, 404, 404]);
  assert.deepEqual((await found(1)).body, (await found(999)).body);
  now = new Date('2026-06-29T23:00:00.000Z');
  // The third one was closed before its day.
  assert.deepEqual(await state(), ['1 4', '1 4', '1 4', 200, 404, 410]);
  now = new Date('2026-06-30T11:00:00.000Z');
  assert.deepEqual(await state(), ['2 1 4', '2 1 4', '2 1 4', 200, 200, 410]);
});

test('an opening that does not exist gets 404 with a message, for any id', async (t) => {
  const host = await testHost(t);
  for (const id of [
    '999',
    'x',
    '%00',
    '%F0%9F%8D%9E',
    "'%3B%20drop%20table%20openings%3B--",
    'a'.repeat(5000),
    '..%2F..%2Fetc%2Fpasswd',
    '%E0%A4%A',
  ]) {
    const { httpStatus, body } = await host.call(`findopening/${id}`);
    assert.deepEqual(
      [httpStatus, body.status, body.message],
      [404, 0, 'There is no such opening.'],
      id,
    );
  }
});

test('companies are listed by name, each once', async (t) => {
  const host = await testHost(t);
  assert.deepEqual((await host.call('companylocations')).body, {
    status: 1,
    data: [
      { id: '1', company_name: 'Test Bakery' },
      { id: '2', company_name: 'Test Grill' },
    ],
  });
});

test('openings imported while the host runs are served immediately', async (t) => {
  const host = await testHost(t);
  await provide(host.dataDir, [
    opening({ id: 101, role_name: 'Master Baker' }),
    opening({ id: 103, role_name: 'Baker’s Apprentice', date_posted: '2026-02-01' }),
  ]);
  assert.deepEqual(ids(await host.call('openings?company_id=1&q=apprentice')), ['103']);
  assert.equal((await ask(host.origin, 'findopening/101')).body.data.role_name, 'Master Baker');
  assert.deepEqual(
    ids(await host.call('openings?company_id=1&q=head')),
    [],
    'the old name is no longer found',
  );
});
