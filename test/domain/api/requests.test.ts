import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxLength } from '#src/domain/model/limits.ts';
import { openings } from '#test/support/default-responses.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { application, connect, message, reads, withClient, writes } from './sample.ts';

for (const { name, path, query, run } of reads)
  test(`${name} sends GET ${path} with exactly its parameters`, async (t) => {
    const { host, client } = await connect(t);
    await run(client);
    const [call, ...more] = host.calls;
    assert.deepEqual([call?.method, call?.path, call?.query], ['GET', path, query]);
    assert.equal(call?.headers['content-length'], undefined);
    assert.equal(more.length, 0);
  });

test('an empty query is still sent as q', async (t) => {
  const { host, client } = await connect(t);
  await client.searchOpenings({ company_id: '1', q: '' });
  assert.deepEqual(host.calls[0]?.query, { company_id: '1', q: '' });
});

test('an opening is found by an id with any characters', async (t) => {
  const { host, client } = await connect(t);
  for (const id of ['11', 'a b', 'ä/ö', '50%', 'x?y=1#z', '../openingsall', '\ud800']) {
    await client.findOpening(id);
    const call = host.calls.at(-1);
    assert.deepEqual(
      [call?.name, call?.path, call?.query],
      ['findopening', `/api/findopening/${id.toWellFormed()}`, {}],
    );
  }
});

test('an id of an opening may have 200 characters, and one more makes no call', async (t) => {
  const { host, client } = await connect(t);
  await client.findOpening('x'.repeat(maxLength.id));
  assert.equal(host.calls.length, 1);
  assert.equal(await client.findOpening('x'.repeat(maxLength.id + 1)), undefined);
  assert.equal(host.calls.length, 1);
});

test('ids that would change the path make no call', async (t) => {
  const { host, client } = await connect(t);
  for (const id of ['', '.', '..']) assert.equal(await client.findOpening(id), undefined);
  assert.equal(host.calls.length, 0);
});

test('the candidate check sends four parameters with any values', async (t) => {
  const { host, client } = await connect(t);
  const candidate = {
    firstname: 'Ọlá & Co',
    lastname: 'O’Neil=',
    emailaddress: 'a+b@example.com',
    company_id: '1',
  };
  await client.checkCandidate({ ...application, ...candidate });
  assert.deepEqual(host.calls[0]?.query, candidate);
  assert.equal(host.calls[0]?.method, 'GET');
});

test('an application is posted as JSON, once', async (t) => {
  const { host, client } = await connect(t);
  const accepted = await client.applyToOpening(application);
  assert.deepEqual(accepted, { applicant_id: '501' });
  assert.equal(host.calls.length, 1);
  assert.deepEqual(host.calls[0]?.json, application);
  assert.equal(host.calls[0]?.headers['content-type'], 'application/json');
});

test('only our API host, which has a secret, gets the language of an application', async () => {
  await using host = await startScriptedHost();
  const languages = [];
  for (const secret of [undefined, 's'.repeat(32)]) {
    await withClient({ apiHost: host.origin, secret }, (client) =>
      client.applyToOpening(application, { language: 'fr' }),
    );
    languages.push(host.calls.at(-1)?.headers['accept-language']);
  }
  assert.deepEqual(languages, [undefined, 'fr']);
});

test('a contact message is posted as JSON and resolves with the message of the response', async (t) => {
  const { host, client } = await connect(t);
  const response = await client.sendContactMessage(message);
  assert.deepEqual(response, { message: 'Message received.' });
  assert.deepEqual([host.calls[0]?.path, host.calls[0]?.json], ['/api/contact', message]);
});

test('a contact message whose answer is lost is sent again to our API host only, once and with the same key', async () => {
  await using host = await startScriptedHost();
  const lost = [replies.resetAfterReading(), replies.http(502)];
  for (const [secret, reply, calls] of [
    ...lost.map((reply) => [undefined, reply, 1] as const),
    ...lost.map((reply) => ['s'.repeat(32), reply, 2] as const),
    ['s'.repeat(32), replies.http(503), 1],
    ['s'.repeat(32), replies.json({ status: 0 }, { status: 422 }), 1],
  ] as const) {
    const before = host.calls.length;
    host.next('contact', reply);
    const sent = withClient({ apiHost: host.origin, secret }, (client) =>
      client.sendContactMessage(message),
    );
    if (calls === 2) assert.deepEqual(await sent, { message: 'Message received.' });
    else await assert.rejects(sent);
    const keys = host.calls.slice(before).map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([keys.length, new Set(keys).size], [calls, 1]);
  }
});

test('writes send the given idempotency key, and otherwise none, or a contact message its own', async (t) => {
  const { host, client } = await connect(t);
  for (const { name, run } of writes) {
    await run(client, { idempotencyKey: 'key-1' });
    assert.equal(host.calls.at(-1)?.headers['idempotency-key'], 'key-1');
    await run(client);
    const key = host.calls.at(-1)?.headers['idempotency-key'];
    if (name === 'contact') assert.match(String(key), /^[\w-]{43}$/);
    else assert.equal(key, undefined);
  }
});

test('a base URL with a path is used with and without a trailing slash', async () => {
  await using host = await startScriptedHost();
  for (const apiHost of [`${host.origin}/careers`, `${host.origin}/careers/`]) {
    await withClient({ apiHost }, (client) => client.listOpenings()).catch(() => {});
    assert.equal(host.calls.at(-1)?.path, '/careers/api/openingsall');
  }
});

test('openings have the model’s fields, and unknown fields are unchanged', async (t) => {
  const { client } = await connect(t);
  const found = await client.listOpenings();
  assert.deepEqual(
    found.map(({ id }) => id),
    openings.map(({ id }) => String(id)),
  );
  assert.equal(found[0]?.internal_code, 'PC-1');
  assert.deepEqual(found[3]?.locations, []);
});
