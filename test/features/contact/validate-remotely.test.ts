import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateRemotely } from '#src/features/contact/validate-remotely.ts';

test('a value that is not empty is validated at its address, and only true accepts it', async (t) => {
  const rules = { email: { remote: '/check' }, phone: { remote: '/check' }, name: {} };
  const values = { email: 'a@b.ng', phone: ' ', name: 'Ada' };
  const refused = { email: 'Please fix this field.' };
  for (const [reply, expected] of [
    ['true', {}],
    ['"true"', {}],
    ['false', refused],
    ['"false"', refused],
    ['1', refused],
    ['null', refused],
    ['{"valid":true}', refused],
    ['<html>', {}],
  ] as const) {
    const fetch = t.mock.method(globalThis, 'fetch', async () => new Response(reply));
    assert.deepEqual(await validateRemotely(values, rules), expected, reply);
    assert.deepEqual(
      fetch.mock.calls.map(({ arguments: [address, init] }) => [address, String(init?.body)]),
      [['/check', 'email=a%40b.ng']],
    );
    fetch.mock.restore();
  }
});
