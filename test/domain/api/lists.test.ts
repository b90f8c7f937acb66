import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListReader } from '#src/domain/api/list-reader.ts';
import type { MalformedItem } from '#src/domain/api/response.ts';
import { listLimits } from '#src/domain/model/limits.ts';
import { MalformedError } from '#src/http/errors.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { errorOf, withClient } from './sample.ts';

const opening = (id: number, jobdescription = '') => ({
  id,
  role_name: `Cook ${id}`,
  jobdescription,
});

test('reads a list of 24 MiB, of which no item is large', async () => {
  await using host = await startScriptedHost();
  const text = 'x'.repeat(6000);
  const list = Array.from({ length: 4000 }, (_, id) => opening(id, text));
  host.always('openingsall', replies.json({ status: 1, data: list }));
  await withClient({ apiHost: host.origin, timeoutMs: 10_000 }, async (client) => {
    const read = await client.listOpenings();
    assert.equal(read.length, 4000);
    assert.deepEqual([read[3999]?.id, read[3999]?.jobdescription], ['3999', text]);
  });
});

test('an unchanged list is the same array, and an unchanged item the same object in every list', async () => {
  await using host = await startScriptedHost();
  const list = [opening(1), opening(2), { id: 3 }];
  host.always('openingsall', replies.json({ status: 1, data: list }));
  host.always('openings', replies.json({ status: 1, data: [opening(2)] }));
  const reported: MalformedItem[] = [];
  const onMalformedItem = (item: MalformedItem) => reported.push(item);
  await withClient({ apiHost: host.origin, onMalformedItem }, async (client) => {
    const first = await client.listOpenings();
    assert.equal(await client.listOpenings(), first);
    assert.equal(reported.length, 1, 'an omitted item is reported once');
    const [found] = await client.searchOpenings({ company_id: '1', q: 'cook' });
    assert.equal(found, first[1]);
    host.always('openingsall', replies.json({ status: 1, data: [opening(1, 'new'), opening(2)] }));
    const changed = await client.listOpenings();
    assert.equal(changed[0]?.jobdescription, 'new');
    assert.equal(changed[1], first[1]);
  });
});

test('reads have the version of their response: the same until the host sends other bytes', async () => {
  await using host = await startScriptedHost();
  const reply = (data: unknown) => replies.json({ status: 1, data });
  await withClient({ apiHost: host.origin }, async ({ versioned }) => {
    host.always('openingsall', reply([opening(1)]));
    host.always('findopening', reply(opening(1)));
    const list = await versioned.listOpenings();
    const one = await versioned.readOpening('1');
    assert.deepEqual(await versioned.listOpenings(), list);
    assert.deepEqual(await versioned.readOpening('1'), one);
    host.always('openingsall', reply([opening(1, 'new')]));
    host.always('findopening', reply(opening(1, 'new')));
    const changed = [await versioned.listOpenings(), await versioned.readOpening('1')];
    for (const { version } of changed) assert.ok(![list.version, one.version].includes(version));
    host.always('findopening', replies.http(410));
    const closed = await versioned.readOpening('1');
    host.always('findopening', replies.http(404));
    const missing = await versioned.readOpening('1');
    assert.deepEqual([closed.value, missing.value], ['closed', undefined]);
    assert.notEqual(closed.version, missing.version);
  });
});

for (const over of [0, 1])
  test(`reads ${listLimits.items} items of a list of ${listLimits.items + over}`, async () => {
    await using host = await startScriptedHost();
    const list = Array.from({ length: listLimits.items + over }, (_, id) => opening(id));
    host.always('openingsall', replies.json({ status: 1, data: list }));
    const reported: MalformedItem[] = [];
    const onMalformedItem = (item: MalformedItem) => reported.push(item);
    await withClient(
      { apiHost: host.origin, onMalformedItem, timeoutMs: 10_000 },
      async (client) => {
        assert.equal((await client.listOpenings()).length, listLimits.items);
        assert.equal(reported.length, over);
      },
    );
  });

for (const over of [0, 1])
  test(`${over ? 'omits' : 'reads'} an item of ${listLimits.itemBytes + over} bytes`, async () => {
    await using host = await startScriptedHost();
    const room = listLimits.itemBytes - JSON.stringify(opening(2)).length;
    const list = [opening(1), opening(2, 'x'.repeat(room + over)), opening(3)];
    host.always('openingsall', replies.json({ status: 1, data: list }));
    const reported: MalformedItem[] = [];
    const onMalformedItem = (item: MalformedItem) => reported.push(item);
    await withClient({ apiHost: host.origin, onMalformedItem }, async (client) => {
      const ids = (await client.listOpenings()).map(({ id }) => id);
      assert.deepEqual(ids, over ? ['1', '3'] : ['1', '2', '3']);
      assert.deepEqual(
        reported.map(({ index }) => index),
        over ? [1] : [],
      );
    });
  });

for (const over of [0, 1])
  test(`${over ? 'refuses' : 'reads'} a response with ${listLimits.envelopeBytes + over} bytes beside its list`, async () => {
    await using host = await startScriptedHost();
    const body = (padding: string) => JSON.stringify({ status: 1, data: [], padding });
    const room = listLimits.envelopeBytes - body('').length;
    host.always('openingsall', replies.raw(body('x'.repeat(room + over))));
    await withClient({ apiHost: host.origin }, async (client) => {
      if (over) assert.ok((await errorOf(client.listOpenings())) instanceof MalformedError);
      else assert.deepEqual(await client.listOpenings(), []);
    });
  });

test('splits a list into its items, wherever the response is cut into chunks', () => {
  const items = [
    { text: 'a "quoted" \\ word ], } and {"data":[1]}', list: [[1, [2]], {}] },
    'text, with ] and \\',
    'é😀 \u2028',
    null,
    [],
    -1.5e3,
    {},
  ];
  const nested = { data: [1, 2], text: '"data":[' };
  const bytes = Buffer.from(
    ` {"before": ${JSON.stringify(nested)}, "d\\u0061ta" : [ ${items.map((item) => JSON.stringify(item)).join(' ,\n ')} ] ,"status":1} `,
  );
  for (let size = 1; size <= bytes.length; size++) {
    const read: unknown[] = [];
    const reader = new ListReader({
      maxItemBytes: 1000,
      maxEnvelopeBytes: 1000,
      onItem: (item) => read.push(JSON.parse(String(item))),
    });
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    assert.deepEqual(read, items, `chunks of ${size} bytes`);
    assert.deepEqual(JSON.parse(String(reader.envelope())), {
      before: nested,
      data: [],
      status: 1,
    });
  }
});

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
])
  test(`${body} is malformed, not a list`, async () => {
    await using host = await startScriptedHost();
    host.next('openingsall', replies.raw(body));
    await withClient({ apiHost: host.origin }, async (client) =>
      assert.ok((await errorOf(client.listOpenings())) instanceof MalformedError),
    );
  });
