import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { freePort } from '#test/support/free-port.ts';
import { type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { logged, type RunningSite, startSite } from '#test/support/site.ts';

let redis: ChildProcess;
let host: ScriptedHost;
let replicas: RunningSite[];

before(async () => {
  const port = await freePort();
  redis = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no']);
  if (!redis.stdout) throw new Error('redis-server says nothing');
  for await (const line of createInterface(redis.stdout))
    if (line.includes('Ready to accept connections')) break;
  host = await startScriptedHost();
  const env = {
    API_HOST: host.origin,
    REDIS_URL: `redis://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
  };
  replicas = await Promise.all([startSite({ env }), startSite({ env })]);
});
after(async () => {
  redis.kill('SIGKILL');
  await Promise.all(replicas.map((site) => site.stop()));
  await host.stop();
});

/** A contact form sent to one of the replicas; empty, so that nothing reaches the host. */
const send = (replica: number, address: string) => {
  const origin = replicas[replica % replicas.length]?.origin ?? '';
  return fetch(`${origin}/forms/contact-us`, {
    method: 'POST',
    headers: { origin, accept: 'application/json', 'x-forwarded-for': address },
    body: new URLSearchParams({ name: '' }),
  });
};

test('replicas that share a Redis count the turns of an address together', async () => {
  for (let turn = 0; turn < 60; turn += 1)
    assert.notEqual((await send(turn, '198.51.100.7')).status, 429, `turn ${turn}`);
  for (const replica of [0, 1]) {
    const refused = await send(replica, '198.51.100.7');
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 0 && wait <= 600, String(wait));
    assert.match(
      ((await refused.json()) as { message: string }).message,
      /Please try again in \d+ minutes\.$/,
    );
    assert.notEqual((await send(replica, '198.51.100.8')).status, 429);
  }
});

test('when Redis dies nobody is turned away, and the log says so', async () => {
  const [first] = replicas;
  redis.kill('SIGKILL');
  if (first) await logged(first, 'redis-failed');
  assert.notEqual((await send(0, '198.51.100.9')).status, 429);
  // Counted by the process itself from here on.
  assert.notEqual((await send(0, '198.51.100.7')).status, 429);
});
