import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { Hono } from 'hono';
import { startHost } from '#src/api-host/host.ts';
import { hostLog } from '#src/api-host/log.ts';
import { createApiClient } from '#src/domain/api/api-client.ts';
import { currentRequestId } from '#src/http/request-id.ts';
import { requestId } from '#src/middleware/request-id.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { createLogger } from '#src/telemetry/logger.ts';
import { settingsIn, temporaryDirectory } from '#test/api-host/support/host.ts';
import { startScriptedHost } from '#test/support/scripted-host.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Returns the lines of a log. */
function collected() {
  const lines: { readonly event: string; readonly request?: string }[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { lines, stream };
}

test('a request has the id of its header or trace, if it is well-formed, else a new one', async () => {
  const app = new Hono<SiteEnv>()
    .use(requestId())
    .get('/', (c) => c.text(currentRequestId() ?? ''));
  const idFor = async (headers: Record<string, string>) => {
    const response = await app.request('/', { headers });
    const id = await response.text();
    assert.equal(response.headers.get('x-request-id'), id);
    return id;
  };
  assert.equal(await idFor({ 'x-request-id': 'a-b_c=1' }), 'a-b_c=1');
  assert.equal(await idFor({ traceparent: `00-${trace}-00f067aa0ba902b7-01` }), trace);
  for (const malformed of ['ada@example.com', 'a b', 'x'.repeat(129), '{"a":1}', ''])
    assert.match(await idFor({ 'x-request-id': malformed }), uuid, malformed);
  const parent = `00-${trace}-00f067aa0ba902b7-01`;
  const zeros = parent.replace(trace, '0'.repeat(32));
  for (const malformed of ['00-0-0-01', zeros, trace, `x${parent}`, `${parent}x`])
    assert.match(await idFor({ traceparent: malformed }), uuid, malformed);
  assert.notEqual(await idFor({}), await idFor({}));
  assert.equal(currentRequestId(), undefined);
});

test('log lines and calls to the API host have the id of their request, and none outside of one', async () => {
  await using host = await startScriptedHost();
  const client = createApiClient({ apiHost: host.origin, timeoutMs: 5000 });
  const { lines, stream } = collected();
  const logger = createLogger('info', stream);
  const app = new Hono<SiteEnv>().use(requestId()).get('/', async () => {
    await client.listCompanies();
    logger.info({ event: 'companies-listed' });
    // As Waku's, without what was set on the context.
    return new Response('page');
  });
  const headers = (id: string) => ({ headers: { 'x-request-id': id } });
  const responses = await Promise.all(['one', 'two'].map((id) => app.request('/', headers(id))));
  const ids = responses.map((response) => response.headers.get('x-request-id'));
  assert.deepEqual(ids, ['one', 'two']);
  logger.info({ event: 'outside' });
  await client.listCompanies();
  await client.close();
  assert.deepEqual(lines.map(({ event, request }) => [event, request]).sort(), [
    ['companies-listed', 'one'],
    ['companies-listed', 'two'],
    ['outside', undefined],
  ]);
  const sent = host.calls.map((call) => call.headers['x-request-id']);
  assert.deepEqual([new Set(sent.slice(0, 2)), sent[2]], [new Set(['one', 'two']), undefined]);
});

test('the lines and the response of the API host have the id that the site has sent', async (t) => {
  const { lines, stream } = collected();
  const log = hostLog('info', stream);
  const host = await startHost(settingsIn(await temporaryDirectory(t)), { log });
  t.after(() => host.close());
  const message = { firstname: 'A', lastname: 'B', email: 'a@example.com', phone: '', msg: 'Hi' };
  const response = await fetch(`${host.origin}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'from-the-site' },
    body: JSON.stringify(message),
  });
  assert.equal(response.headers.get('x-request-id'), 'from-the-site');
  const line = lines.find(({ event }) => event === 'contact-message-stored');
  assert.equal(line?.request, 'from-the-site');
});
