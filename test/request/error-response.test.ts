import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { onError } from '#src/request/error-response.ts';
import { log } from '#src/telemetry/logger.ts';

for (const [what, incoming, status, level] of [
  [
    'a browser that left before its request was whole',
    { destroyed: true, complete: false },
    499,
    'info',
  ],
  ['a failure after a whole request', { destroyed: true, complete: true }, 500, 'error'],
  ['a failure while a request arrives', { destroyed: false, complete: false }, 500, 'error'],
  ['a failure without a connection', undefined, 500, 'error'],
] as const)
  test(`${what} is answered with ${status} and logged at ${level}`, async (t) => {
    const levels = ['info', 'warn', 'error'] as const;
    const lines: [string, unknown][] = [];
    for (const one of levels) t.mock.method(log(), one, (line: unknown) => lines.push([one, line]));
    const err = new Error('reset');
    const app = new Hono().onError(onError).post('/', () => Promise.reject(err));
    const response = await app.request('/', { method: 'POST' }, { incoming });
    assert.equal(response.status, status);
    const event = status === 499 ? { event: 'request-aborted' } : { event: 'request-failed', err };
    assert.deepEqual(lines, [[level, { ...event, method: 'POST' }]]);
  });
