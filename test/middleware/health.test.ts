import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { test } from 'node:test';
import { DatabaseBusyError, DatabaseUnavailableError } from '#src/database/database.ts';
import { MalformedError, RefusedError, TransportError } from '#src/http/errors.ts';
import { health, NotReadyError } from '#src/middleware/health.ts';

test('no response about the health of the site is stored', async () => {
  const failing = health({ part: () => Promise.reject(new Error('down')) });
  const working = health({ part: async () => ({}) });
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

test('the checks run once for all who ask within a second', async (t) => {
  const now = t.mock.method(performance, 'now', () => 1);
  let runs = 0;
  const app = health({ part: async () => ({ runs: ++runs }) });
  const ask = async () => (await (await app.request('/readyz')).json()).part.runs;
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1]);
  now.mock.mockImplementation(() => 1000);
  assert.equal(await ask(), 1);
  now.mock.mockImplementation(() => 1002);
  assert.equal(await ask(), 2);
});

test('the response names each part with its details, and says in words what is wrong, without a path or an address', async () => {
  const call = { method: 'GET', url: 'http://10.0.0.1/health' };
  const refused = { httpStatus: 401, message: 'For its own site only.', body: {} };
  const errors = {
    host: new NotReadyError('the API host says: no room', { failed: 'documents', schema: '0001' }),
    error: new Error('at /srv/data'),
    database: new DatabaseUnavailableError('at 10.0.0.1'),
    busy: new DatabaseBusyError(),
    disk: Object.assign(new Error('at /srv/data'), { errno: -constants.errno.ENOSPC }),
    sqlite: Object.assign(new Error('at /srv/data'), { errstr: 'disk I/O error' }),
    transport: new TransportError(call, { reason: 'refused', mayHaveArrived: false }),
    refusal: new RefusedError(call, refused),
    malformed: new MalformedError(call, { httpStatus: 200, detail: 'at 10.0.0.1' }),
  };
  const checks = Object.entries(errors).map(([name, error]) => [name, () => Promise.reject(error)]);
  const app = health({ ready: async () => ({ schema: '0001' }), ...Object.fromEntries(checks) });
  const { status, ready, ...failed } = (await (await app.request('/readyz')).json()) as Record<
    string,
    unknown
  >;
  assert.deepEqual([status, ready], ['not ready', { ready: true, schema: '0001' }]);
  const words: Readonly<Record<string, readonly [failed: string, message: string]>> = {
    host: ['documents', 'the API host says: no room'],
    error: ['Error', 'an unexpected error: the log has more (not-ready)'],
    database: ['DatabaseUnavailableError', 'the database cannot be reached'],
    busy: ['DatabaseBusyError', 'The database is locked by another process.'],
    disk: ['Error', 'no space left on device'],
    sqlite: ['Error', 'disk I/O error: the log has more (not-ready)'],
    transport: ['TransportError', 'the API host: the connection was refused'],
    refusal: [
      'RefusedError',
      'the API host refuses calls of this site (HTTP 401): For its own site only. API_HOST_SECRET of this site is not its own.',
    ],
    malformed: ['MalformedError', 'API_HOST answers, but not as an API host does (HTTP 200)'],
  };
  assert.deepEqual(
    failed,
    Object.fromEntries(
      Object.entries(words).map(([name, [kind, message]]) => [
        name,
        { ready: false, failed: kind, message, ...(name === 'host' && { schema: '0001' }) },
      ]),
    ),
  );
});
