import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiClient } from '#src/domain/api/api-client.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { application, connect, errorOf, reads, upload, writes, zeros } from './sample.ts';

test('consecutive reads share a connection', async (t) => {
  const { host, client } = await connect(t);
  for (let round = 0; round < 5; round += 1) for (const { run } of reads) await run(client);
  // A connection is reused one turn of the event loop after its response, so two may be open.
  assert.ok(host.connections.opened <= 2, `${host.connections.opened} connections for 20 reads`);
});

test('each write opens a new connection, so that a closing one cannot lose it', async (t) => {
  const { host, client } = await connect(t);
  for (const { run } of writes) await run(client);
  assert.equal(host.connections.opened, writes.length);
  for (const { name } of writes) assert.equal(host.callsTo(name)[0]?.headers.connection, 'close');
});

test('a read from a restarted host succeeds', async (t) => {
  const { host, client } = await connect(t);
  await client.listOpenings();
  await host.stop();
  await host.restart();
  assert.equal((await client.listOpenings()).length, 4);
  assert.deepEqual(await client.applyToOpening(application), { applicant_id: '501' });
});

test('after failures of every kind and close(), no connection is left open', async () => {
  await using host = await startScriptedHost();
  const client = createApiClient({ apiHost: host.origin, timeoutMs: 150 });
  for (const reply of [
    replies.silence(),
    replies.cut(),
    replies.resetAfterReading(),
    replies.notHttp(),
    replies.http(413),
    replies.early(replies.http(413)),
    replies.huge(17_000_000),
  ]) {
    for (const { name, run } of [...reads.slice(0, 1), ...writes]) {
      host.next(name, reply);
      await run(client).catch(() => {});
    }
    host.next('uploadapplicantdocument', reply);
    await errorOf(upload(client, { body: zeros(2_000_000) }));
  }
  await client.close();
  await host.idle();
  assert.equal(host.connections.open, 0);
});

test('close() lets a call in progress finish and rejects new ones', async () => {
  await using host = await startScriptedHost();
  host.next('openingsall', replies.delayed(replies.json({ status: 1, data: [] }), 100));
  const client = createApiClient({ apiHost: host.origin, timeoutMs: 2000 });
  const under = client.listOpenings();
  await host.called('openingsall');
  const closed = client.close();
  assert.deepEqual(await under, []);
  await closed;
  assert.equal((await errorOf(client.applyToOpening(application))).mayHaveArrived, false);
});

test('a hundred concurrent calls use at most one connection each, and all get a response', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 10_000 });
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => client.checkCandidate(application)),
  );
  assert.ok(responses.every((answer) => answer === 'may-apply'));
  assert.ok(host.connections.opened <= 128, `${host.connections.opened} connections`);
});
