import assert from 'node:assert/strict';
import { test } from 'node:test';
import { health } from '#src/middleware/health.ts';

test('no response about the health of the site is stored', async () => {
  const failing = health({ checks: [() => Promise.reject(new Error('down'))] });
  const working = health({ checks: [async () => {}] });
  for (const [app, path, status] of [
    [working, '/healthz', 200],
    [working, '/readyz', 200],
    [failing, '/readyz', 503],
  ] as const) {
    const response = await app.request(path);
    assert.equal(response.status, status);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
});
