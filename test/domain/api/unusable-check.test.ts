import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiClient } from '#src/domain/api/api-client.ts';
import type { UnusableCheck } from '#src/domain/api/request.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';

const candidate = {
  firstname: 'Ada',
  lastname: 'S',
  emailaddress: 'a@example.com',
  company_id: '1',
};

test('a candidate check that is no decision is reported with its kind and status, and no personal data', async () => {
  await using host = await startScriptedHost();
  for (const [reply, kind, httpStatus] of [
    [replies.resetAfterReading(), 'reset', undefined],
    [replies.silence(), 'timeout', undefined],
    [replies.http(500), 'http-error', 500],
    [replies.html(), 'not-json', 200],
    [replies.json({}), 'no-status', 200],
    [replies.json({ status: '1' }), 'wrong-type', 200],
    [replies.json({ status: true }), 'wrong-type', 200],
  ] as const) {
    const checks: UnusableCheck[] = [];
    const client = createApiClient({
      apiHost: host.origin,
      // Only the host that is silent may take that long, on a busy machine too.
      timeoutMs: kind === 'timeout' ? 300 : 10_000,
      onUnusableCheck: (check) => checks.push(check),
    });
    host.always('validatecandidate', reply);
    await client.checkCandidate(candidate);
    await client.close();
    const url = `${host.origin}/api/validatecandidate`;
    const expected = { url, kind, ...(httpStatus && { httpStatus }) };
    assert.deepEqual(checks, [expected, expected], kind);
  }
});

test('a decision is not reported', async () => {
  await using host = await startScriptedHost();
  const checks: UnusableCheck[] = [];
  const client = createApiClient({
    apiHost: host.origin,
    timeoutMs: 5000,
    onUnusableCheck: (check) => checks.push(check),
  });
  for (const status of [1, 0, false]) {
    host.always('validatecandidate', replies.json({ status }));
    await client.checkCandidate(candidate);
  }
  await client.close();
  assert.deepEqual(checks, []);
});
