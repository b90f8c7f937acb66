import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLimits } from '#src/domain/model/limits.ts';
import { ClosedOpening } from '#src/domain/model/opening.ts';
import { MalformedError, RefusedError } from '#src/http/errors.ts';
import { replies } from '#test/support/scripted-host.ts';
import { connect, errorOf } from './sample.ts';

const opening = (id: number, jobdescription = '') => ({
  id,
  role_name: `Cook ${id}`,
  jobdescription,
});

test('reads a list of 24 MiB, of which no item is large', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 10_000 });
  const text = 'x'.repeat(6000);
  const list = Array.from({ length: 4000 }, (_, id) => opening(id, text));
  host.always('openingsall', replies.json({ status: 1, data: list }));
  const read = await client.listOpenings();
  assert.equal(read.length, 4000);
  assert.deepEqual([read[3999]?.id, read[3999]?.jobdescription], ['3999', text]);
});

test('an unchanged list is the same array, and an unchanged item the same object in every list', async (t) => {
  const { host, client, reported } = await connect(t);
  const list = [opening(1), opening(2), { id: 3 }];
  host.always('openingsall', replies.json({ status: 1, data: list }));
  host.always('openings', replies.json({ status: 1, data: [opening(2)] }));
  const earlier = await client.reads.listOpenings();
  const first = earlier.value;
  assert.equal(await client.reads.listOpenings({ earlier }), earlier);
  const omitted = reported.map(({ index, id }) => [index, id]);
  assert.deepEqual(omitted, [[2, '3']], 'an omitted item is reported once');
  const [found] = await client.searchOpenings({ company_id: '1', q: 'cook' });
  assert.equal(found, first[1]);
  host.always('openingsall', replies.json({ status: 1, data: [opening(1, 'new'), opening(2)] }));
  const changed = await client.listOpenings();
  assert.equal(changed[0]?.jobdescription, 'new');
  assert.equal(changed[1], first[1]);
});

test('the lines of an opening break between words that Word joined, in a list, alone and after its closing', async (t) => {
  const { host, client } = await connect(t);
  const line = 'Bake\u00a0bread\u00a0in\u00a0Lagos';
  const sent = {
    ...{ ...opening(1), role_name: line, jobstatus: line, requiredskill: line, extra_skill: line },
    questions: [{ id: 1, question: `${line}\u00a0?` }],
  };
  host.always('openingsall', replies.json({ status: 1, data: [sent] }));
  host.next('findopening', replies.json({ status: 1, data: sent }));
  host.next('findopening', replies.json({ status: 0, data: sent }, { status: 410 }));
  const [first] = await client.listOpenings();
  const second = (await client.reads.readOpening('1')).value;
  const third = (await client.reads.readOpening('1')).value;
  assert.ok(third instanceof ClosedOpening);
  for (const read of [first, second, third.opening]) {
    assert.ok(read && !(read instanceof ClosedOpening));
    const { role_name, jobstatus, requiredskill, extra_skill, questions } = read;
    for (const text of [role_name, jobstatus, requiredskill, extra_skill])
      assert.equal(text, 'Bake bread in Lagos');
    assert.equal(questions[0]?.question, 'Bake bread in Lagos\u00a0?');
  }
});

test('reads have the version of their response: the same until the host sends other bytes', async (t) => {
  const {
    host,
    client: { reads },
  } = await connect(t);
  const reply = (data: unknown) => replies.json({ status: 1, data });
  host.always('openingsall', reply([opening(1)]));
  host.always('findopening', reply(opening(1)));
  const list = await reads.listOpenings();
  const one = await reads.readOpening('1');
  assert.deepEqual(await reads.listOpenings(), list);
  assert.deepEqual(await reads.readOpening('1'), one);
  host.always('openingsall', reply([opening(1, 'new')]));
  host.always('findopening', reply(opening(1, 'new')));
  const changed = [await reads.listOpenings(), await reads.readOpening('1')];
  for (const { version } of changed) assert.ok(![list.version, one.version].includes(version));
  host.always('findopening', replies.http(410));
  const closed = await reads.readOpening('1');
  host.always('findopening', replies.http(404));
  const missing = await reads.readOpening('1');
  assert.deepEqual([closed.value, missing.value], [new ClosedOpening(), undefined]);
  assert.notEqual(closed.version, missing.version);
});

for (const over of [0, 1])
  test(`reads ${listLimits.items} items of a list of ${listLimits.items + over}`, async (t) => {
    const { host, client, reported } = await connect(t, { timeoutMs: 60_000 });
    const list = Array.from({ length: listLimits.items + over }, (_, id) => opening(id));
    host.always('openingsall', replies.json({ status: 1, data: list }));
    assert.equal((await client.listOpenings()).length, listLimits.items);
    assert.equal(reported.length, over);
  });

for (const over of [0, 1])
  test(`${over ? 'refuses' : 'reads'} a list of ${listLimits.bytes + over} bytes`, async (t) => {
    const { host, client } = await connect(t, { timeoutMs: 60_000 });
    const start = '{"status":1,"data":[]';
    host.always('openingsall', replies.raw(`${start.padEnd(listLimits.bytes + over - 1)}}`));
    if (over) assert.ok((await errorOf(client.listOpenings())) instanceof MalformedError);
    else assert.deepEqual(await client.listOpenings(), []);
  });

for (const [name, padding] of [
  ['small', ''],
  ['large', 'x'.repeat(1024 * 1024)],
] as const)
  test(`a ${name} list: keeps the digits of long ids, omits what has no name, and reports it`, async (t) => {
    const { host, client, reported } = await connect(t, { timeoutMs: 30_000 });
    const items =
      '{"id":12345678901234567890,"role_name":"Cook"},{"id":2},{"id":3,"role_name":"Baker"}';
    const body = `\ufeff{"status":1,"padding":"${padding}","data":[${items}]}`;
    host.always('openingsall', replies.raw(body));
    const ids = (await client.listOpenings()).map(({ id }) => id);
    assert.deepEqual(ids, ['12345678901234567890', '3']);
    const omissions = reported.map(({ index, omitted }) => [index, omitted]);
    assert.deepEqual(omissions, [[1, 'item']]);
    for (const [data, expected] of [
      ['null', []],
      ['{"id":1}', MalformedError],
      ['[1 2]', MalformedError],
    ] as const) {
      host.always('openingsall', replies.raw(`{"status":1,"padding":"${padding}","data":${data}}`));
      if (typeof expected === 'function')
        assert.ok((await errorOf(client.listOpenings())) instanceof expected);
      else assert.deepEqual(await client.listOpenings(), expected);
    }
    host.always('openingsall', replies.raw(`{"status":0,"message":"No","padding":"${padding}"}`));
    const refused = await errorOf(client.listOpenings());
    assert.ok(refused instanceof RefusedError);
    assert.equal(refused.message, 'No');
    host.always('openingsall', replies.raw(`["${padding}"]`));
    assert.ok((await errorOf(client.listOpenings())) instanceof MalformedError);
  });

test('JSON with a fault in or around its list is malformed, not a list', async (t) => {
  const { host, client } = await connect(t);
  for (const body of [
    '{"status":1,"data":[1,]}',
    '{"status":1,"data":[,1]}',
    '{"status":1,"data":[{"id":1]}',
    '{"status":1,"data":[{]}]}',
    '{"status":1,"data":[1 2]}',
    '{"status":1,"data":[{}',
    '{"status":1,"data":[]]}',
    '{"status":1,"data":[]}}',
    '[{"status":1,"data":[]}]',
  ]) {
    host.next('openingsall', replies.raw(body));
    assert.ok((await errorOf(client.listOpenings())) instanceof MalformedError, body);
  }
});
