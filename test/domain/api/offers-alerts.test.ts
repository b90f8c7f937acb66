import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reply, replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { withClient } from './sample.ts';

const silence = replies.silence();

for (const [says, reply, expected] of [
  ['that it offers alerts', replies.json({ status: 1, offered: true }), true],
  ['that it offers none', replies.json({ status: 1, offered: false }), false],
  ['that it does not know the call', replies.http(404), false],
  ['nothing in time', silence, undefined],
  ['that it cannot answer now', replies.http(503), undefined],
] as const satisfies readonly (readonly [string, Reply, boolean | undefined])[])
  test(`of a host that says ${says} it is known, or not known, whether it offers alerts`, async () => {
    await using host = await startScriptedHost();
    host.always('', reply);
    // Only the host that says nothing is waited for until the time limit.
    const timeoutMs = reply === silence ? 100 : 10_000;
    const options = { apiHost: host.origin, secret: 'secret', timeoutMs };
    await withClient(options, async ({ reads }) => {
      assert.equal((await reads.offersAlerts()).value, expected);
    });
    await withClient({ apiHost: host.origin }, async ({ reads }) => {
      assert.equal((await reads.offersAlerts()).value, false);
    });
    assert.equal(host.calls.length, 1);
  });
