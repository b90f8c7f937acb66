import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from '#src/server/rate-limiter.ts';

const few = { apply: 2, contact: 1, upload: 1 };

test('an address has so many turns, then is told in words how long to wait', async () => {
  const turns = createRateLimiter({ limits: few });
  assert.equal(await turns.consume('apply', '10.0.0.1'), undefined);
  assert.equal(await turns.consume('apply', '10.0.0.1'), undefined);
  const wait = await turns.consume('apply', '10.0.0.1');
  assert.ok(wait && wait.retryAfterMs > 0 && wait.retryAfterMs <= 600_000);
  assert.match(wait.message, /Please try again in 10 minutes\.$/);
});

test('what one address did is not held against another, nor one kind of turn against another', async () => {
  const turns = createRateLimiter({ limits: few });
  await turns.consume('contact', '10.0.0.1');
  assert.equal(await turns.consume('contact', '10.0.0.2'), undefined);
  assert.equal(await turns.consume('upload', '10.0.0.1'), undefined);
});

test('the addresses of one IPv6 network count as one', async () => {
  const turns = createRateLimiter({ limits: few });
  await turns.consume('contact', '2001:db8:1:2::1');
  assert.ok(await turns.consume('contact', '2001:db8:1:2:aaaa:bbbb:cccc:dddd'));
  assert.equal(await turns.consume('contact', '2001:db8:1:3::1'), undefined);
  assert.equal(await turns.consume('contact', '::1'), undefined);
});

test('while Redis cannot be asked the process counts by itself', async () => {
  const down = () => Promise.reject(new Error('no Redis'));
  const redis = new Proxy(
    { status: 'ready', quit: async () => 'OK' } as { quit(): Promise<unknown> },
    {
      get: (target, name) =>
        name === 'then'
          ? undefined
          : (Reflect.get(target, name) ?? (name === 'defineCommand' ? () => {} : down)),
    },
  );
  const turns = createRateLimiter({ limits: few, redis });
  assert.equal(await turns.consume('contact', '10.0.0.1'), undefined);
  assert.ok(await turns.consume('contact', '10.0.0.1'));
});
