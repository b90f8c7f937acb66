import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { runInLanguage } from '#src/language/server.ts';
import { checkRateLimit, createRateLimiter, defaultLimits } from '#src/limits/rate-limiter.ts';

const lowLimits = { ...defaultLimits, apply: 2, contact: 1, upload: 1, feed: 1, link: 1 };

test('an address beyond its limit gets a message with the time to wait', async () => {
  const limiter = createRateLimiter({ limits: lowLimits });
  assert.equal(await limiter.consume('apply', '10.0.0.1'), undefined);
  assert.equal(await limiter.consume('apply', '10.0.0.1'), undefined);
  const exceeded = await limiter.consume('apply', '10.0.0.1');
  assert.ok(exceeded && exceeded.retryAfterMs > 0 && exceeded.retryAfterMs <= 600_000);
  assert.match(exceeded.message, /Please try again in 10 minutes\.$/);
});

test('a count does not keep the request that began it', async (t) => {
  const request = new AsyncLocalStorage<string>();
  const { setTimeout: start } = globalThis;
  const kept: unknown[] = [];
  t.mock.method(globalThis, 'setTimeout', (...args: Parameters<typeof start>) => {
    kept.push(request.getStore());
    return start(...args);
  });
  const limiter = createRateLimiter();
  await request.run('a request', () => limiter.consume('apply', '2001:db8::1'));
  assert.deepEqual(kept, [undefined, undefined]);
});

for (const [tag, seconds, time] of [
  ['en', 539, 'Please try again in 2 minutes.'],
  ['en', 540, 'Please try again in a minute.'],
  ['fr', 539, 'Veuillez réessayer dans 2 minutes.'],
  ['fr', 540, 'Veuillez réessayer dans une minute.'],
] as const)
  test(`the message after ${seconds} seconds of ten minutes says in ${tag}: ${time}`, async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 0 });
    const limiter = createRateLimiter({ limits: lowLimits });
    await limiter.consume('contact', '10.0.0.1');
    t.mock.timers.tick(seconds * 1000);
    const exceeded = await runInLanguage(tag, () => limiter.consume('contact', '10.0.0.1'));
    assert.ok(exceeded?.message.endsWith(time), exceeded?.message);
  });

for (const [action, limit] of Object.entries(defaultLimits) as ['apply', number][])
  test(`an address may ${action} ${limit} times in ten minutes, and not once more`, async () => {
    const limiter = createRateLimiter();
    const within = await Promise.all(
      Array.from({ length: limit }, () => limiter.consume(action, '10.0.0.1')),
    );
    assert.deepEqual(within.filter(Boolean), []);
    assert.ok(await limiter.consume(action, '10.0.0.1'));
  });

test('addresses and actions are counted separately', async () => {
  const limiter = createRateLimiter({ limits: lowLimits });
  await limiter.consume('contact', '10.0.0.1');
  assert.equal(await limiter.consume('contact', '10.0.0.2'), undefined);
  assert.equal(await limiter.consume('upload', '10.0.0.1'), undefined);
});

test('the addresses of one IPv6 network are counted together', async () => {
  const limiter = createRateLimiter({ limits: lowLimits });
  await limiter.consume('contact', '2001:db8:1:2::1');
  assert.ok(await limiter.consume('contact', '2001:db8:1:2:aaaa:bbbb:cccc:dddd'));
  assert.equal(await limiter.consume('contact', '2001:db8:1:3::1'), undefined);
  assert.equal(await limiter.consume('contact', '::1'), undefined);
  await limiter.consume('contact', '2001::4:5:6:7:8');
  assert.equal(await limiter.consume('contact', '2001::5:5:6:7:8'), undefined);
  assert.ok(await limiter.consume('contact', '2001:0:0:4::1'));
});

test('a /48 of IPv6 has ten times the limit of a /64, for each action', async () => {
  const limiter = createRateLimiter({ limits: lowLimits });
  const consume = (network: number, action: 'apply' | 'contact' = 'apply') =>
    limiter.consume(action, `2001:db8:1:${network.toString(16)}::1`);
  for (let network = 0; network < 20; network += 1)
    assert.equal(await consume(network), undefined, `${network}`);
  const exceeded = await consume(20);
  assert.ok(exceeded && exceeded.retryAfterMs > 0);
  assert.equal(await consume(20, 'contact'), undefined);
  assert.equal(await limiter.consume('apply', '2001:db8:2::1'), undefined);
  for (let address = 0; address < 30; address += 1)
    assert.equal(await limiter.consume('apply', `10.0.0.${address}`), undefined);
});

test('the process counts in memory while Redis is down', async () => {
  const down = () => Promise.reject(new Error('no Redis'));
  const redis = new Proxy(
    { status: 'ready', quit: async () => 'OK' } as { status: string; quit(): Promise<unknown> },
    {
      get: (target, name) =>
        name === 'then'
          ? undefined
          : (Reflect.get(target, name) ?? (name === 'defineCommand' ? () => {} : down)),
    },
  );
  const limiter = createRateLimiter({ limits: lowLimits, redis });
  assert.equal(await limiter.consume('contact', '10.0.0.1'), undefined);
  assert.ok(await limiter.consume('contact', '10.0.0.1'));
});

test('a request counts once, however often it is checked', async () => {
  const app = new Hono().use(contextStorage()).post('/', async (c) => {
    const checks = [await checkRateLimit('contact'), await checkRateLimit('contact')];
    return c.json(checks.map((exceeded) => exceeded !== undefined));
  });
  const incoming = { socket: { remoteAddress: '192.0.2.77' } };
  const send = async () => (await app.request('/', { method: 'POST' }, { incoming })).json();
  const within = await Promise.all(Array.from({ length: defaultLimits.contact }, send));
  assert.deepEqual(new Set(within.flat()), new Set([false]));
  assert.deepEqual(await send(), [true, true]);
});
