import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailableError } from '#src/database/database.ts';
import { health, NotReadyError } from '#src/middleware/health.ts';

test('no response about the health of the site is stored', async () => {
  const failing = health({ checks: { part: () => Promise.reject(new Error('down')) } });
  const working = health({ checks: { part: async () => ({}) } });
  for (const [app, path, status, expected] of [
    [working, '/healthz', 200, 'ok'],
    [working, '/readyz', 200, 'ready'],
    [failing, '/healthz', 200, 'ok'],
    [failing, '/readyz', 503, 'not ready'],
  ] as const) {
    const response = await app.request(path);
    assert.equal(response.status, status);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const { status: text } = (await response.json()) as { status: string };
    assert.equal(text, expected);
  }
});

test('the response names each part with its details, and no error message', async () => {
  const app = health({
    checks: {
      first: async () => ({ schema: '0001' }),
      second: async () => {
        throw new NotReadyError('the password is secret', { failed: 'documents' });
      },
      third: () => Promise.reject(new Error('at /srv/data')),
      fourth: () => Promise.reject(new DatabaseUnavailableError('at 10.0.0.1')),
    },
  });
  assert.deepEqual(await (await app.request('/readyz')).json(), {
    status: 'not ready',
    first: { ready: true, schema: '0001' },
    second: { ready: false, failed: 'documents' },
    third: { ready: false, failed: 'Error' },
    fourth: { ready: false, failed: 'DatabaseUnavailableError' },
  });
});
