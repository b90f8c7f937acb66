import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { RefusedError } from '#src/http/errors.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { log } from '#src/telemetry/logger.ts';
import { ownProcess } from '#test/support/own-process.ts';
import { replies } from '#test/support/scripted-host.ts';

const host = await ownProcess({ CACHE_TTL_MS: '1', STALE_AFTER_MS: '300' });
const { apiCalls, apiReads } = await import('#src/api-client/api-client.ts');
const { createPageRecord } = await import('#src/request/page-record.ts');

test('gives the last good value with its time and the error while the API host fails', async () => {
  const current = await apiReads.listCompanies();
  assert.equal(current.staleSince, undefined);
  host.always('companylocations', replies.http(422));
  let stale: typeof current;
  // Until the value that was read has expired.
  do stale = await apiReads.listCompanies();
  while (!stale.staleSince);
  assert.deepEqual(stale.value, current.value);
  assert.ok(stale.staleSince instanceof Date);
  assert.ok(stale.error instanceof RefusedError);
});

test('gives the last good value once a read has taken STALE_AFTER_MS', async (t) => {
  const reasons: string[] = [];
  t.mock.method(
    log(),
    'warn',
    ({ err }: { readonly err: Error }) => void reasons.push(err.message),
  );
  t.after(() => host.always('companylocations'));
  host.always('companylocations');
  const current = await apiReads.listCompanies();
  host.always('companylocations', replies.silence());
  let stale: typeof current;
  do stale = await apiReads.listCompanies();
  while (!stale.staleSince);
  assert.deepEqual(stale.value, current.value);
  assert.equal(reasons.at(-1), 'No response within 300 ms');
});

test('rejects while the API host fails and no earlier value exists', async () => {
  host.always('openingsall', replies.http(422));
  await assert.rejects(apiReads.listOpenings());
});

test('a page with a read that fails is private', async () => {
  host.always('openingsall', replies.http(422));
  const record = createPageRecord();
  const app = new Hono<SiteEnv>();
  app.use(contextStorage());
  app.get('/', async (c) => {
    c.set('record', record);
    await assert.rejects(apiReads.listOpenings());
    return c.body(null);
  });
  assert.equal((await app.request('/')).status, 200);
  assert.equal(record.isPrivate, true);
});

test('what an API host sends wrongly has a line in the log', async (t) => {
  const events: unknown[] = [];
  const warn = (line: { readonly event: string }) => void events.push(line.event);
  t.mock.method(log(), 'warn', warn);
  host.always(
    'openings',
    replies.json({ status: 1, data: [null, { id: 7, role_name: 'Baker', locations: [null] }] }),
  );
  assert.equal((await apiReads.searchOpenings({ company_id: '1', q: 'a' })).value.length, 1);
  host.always('validatecandidate', replies.html());
  const name = { firstname: 'Ada', lastname: 'S', emailaddress: 'a@example.com' };
  await apiCalls().checkCandidate({ ...name, company_id: '1' });
  assert.deepEqual(events.slice(0, 3), [
    ...['item-omitted', 'item-parts-omitted', 'candidate-check-unusable'],
  ]);
});
