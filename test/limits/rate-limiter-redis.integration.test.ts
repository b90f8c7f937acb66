import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Redis } from 'ioredis';
import { eventually } from '#test/api-host/support/upload.ts';
import { freePort } from '#test/support/free-port.ts';
import { type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { logged, type RunningSite, startSite } from '#test/support/site.ts';

let redis: ChildProcess;
let redisPort: number;
let host: ScriptedHost;
let replicas: RunningSite[];

async function startRedis(): Promise<void> {
  redis = spawn('redis-server', ['--port', String(redisPort), '--save', '', '--appendonly', 'no']);
  if (!redis.stdout) throw new Error('redis-server has no output');
  for await (const line of createInterface(redis.stdout))
    if (line.includes('Ready to accept connections')) break;
}

before(async () => {
  redisPort = await freePort();
  await startRedis();
  host = await startScriptedHost();
  const env = {
    API_HOST: host.origin,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
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

test('replicas that share a Redis server count the actions of an address together', async () => {
  for (let count = 0; count < 60; count += 1)
    assert.notEqual((await send(count, '198.51.100.7')).status, 429, `request ${count}`);
  for (const replica of [0, 1]) {
    const limited = await send(replica, '198.51.100.7');
    assert.equal(limited.status, 429);
    const wait = Number(limited.headers.get('retry-after'));
    assert.ok(wait > 0 && wait <= 600, String(wait));
    assert.match(
      ((await limited.json()) as { message: string }).message,
      /Please try again in \d+ minutes\.$/,
    );
    assert.notEqual((await send(replica, '198.51.100.8')).status, 429);
  }
});

/** What /readyz says; a result is used for a second. */
const readiness = async (site: RunningSite) => {
  const response = await fetch(`${site.origin}/readyz`);
  const { rateLimits } = (await response.json()) as { rateLimits: unknown };
  return { status: response.status, rateLimits };
};

test('a site whose Redis accepts connections and never responds starts, says so, and is ready', async (t) => {
  const silent = createServer((socket) => connections.add(socket));
  const connections = new Set<Socket>();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    silent.close();
    for (const socket of connections) socket.destroy();
  });
  const { port } = silent.address() as AddressInfo;
  const env = { API_HOST: host.origin, REDIS_URL: `redis://127.0.0.1:${port}` };
  const site = await startSite({ env });
  t.after(() => site.stop());
  await logged(site, 'redis-failed');
  const rateLimits = { ready: true, countedIn: 'this process' };
  assert.deepEqual(await readiness(site), { status: 200, rateLimits });
});

/** Waits until /readyz of a site names the place where it counts. */
const countsIn = (site: RunningSite, countedIn: string) =>
  eventually(async () =>
    isDeepStrictEqual(await readiness(site), {
      status: 200,
      rateLimits: { ready: true, countedIn },
    }),
  );

test('requests are counted in each process while Redis refuses to write, and the failure is logged once', async (t) => {
  const [first] = replicas;
  assert.ok(first);
  await countsIn(first, 'Redis');
  const client = new Redis(redisPort);
  t.after(() => client.disconnect());
  const from = first.log.length;
  await client.config('SET', 'maxmemory', '1');
  for (let count = 0; count < 60; count += 1)
    assert.notEqual((await send(0, '198.51.100.11')).status, 429, `request ${count}`);
  assert.equal((await send(0, '198.51.100.11')).status, 429);
  const { err } = await logged(first, 'redis-failed', from);
  assert.match(JSON.stringify(err), /OOM/);
  await countsIn(first, 'this process');
  await client.config('SET', 'maxmemory', '0');
  assert.notEqual((await send(0, '198.51.100.11')).status, 429);
  await countsIn(first, 'Redis');
  const failures = first.log.slice(from).filter(({ event }) => event === 'redis-failed');
  assert.equal(failures.length, 1);
});

test('requests pass while Redis hangs, the failure is logged, and /readyz says so until it responds again', async () => {
  const [first] = replicas;
  assert.ok(first);
  await countsIn(first, 'Redis');
  redis.kill('SIGSTOP');
  assert.notEqual((await send(0, '198.51.100.10')).status, 429);
  await logged(first, 'redis-failed');
  await countsIn(first, 'this process');
  assert.notEqual((await send(0, '198.51.100.10')).status, 429);
  redis.kill('SIGCONT');
  await countsIn(first, 'Redis');
});

test('requests pass while Redis is down, the failure is logged, and /readyz says so until it is started again', async () => {
  const [first] = replicas;
  assert.ok(first);
  await countsIn(first, 'Redis');
  const from = first.log.length;
  redis.kill('SIGKILL');
  await logged(first, 'redis-failed', from);
  assert.notEqual((await send(0, '198.51.100.9')).status, 429);
  // From here on the process counts by itself.
  assert.notEqual((await send(0, '198.51.100.7')).status, 429);
  await countsIn(first, 'this process');
  await startRedis();
  await countsIn(first, 'Redis');
});
