import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type TestContext, test } from 'node:test';
import { type ApiClient, createApiClient } from '#src/domain/api/api-client.ts';
import type { ApplicationState } from '#src/domain/api/applications.ts';
import { listenLocally } from '#test/support/listen-locally.ts';

async function clientOf(t: TestContext, server: Server, timeoutMs: number): Promise<ApiClient> {
  const apiHost = `http://127.0.0.1:${await listenLocally(t, server)}`;
  const client = createApiClient({ apiHost, timeoutMs });
  t.after(() => client.close());
  return client;
}

const json = { 'content-type': 'application/json' };
const answers: readonly [string, number, Record<string, string>, string, ApplicationState][] = [
  ['our host that has it', 200, json, '{"status":1,"exists":true,"withdrawn":false}', 'stored'],
  ['our host of an earlier version', 200, json, '{"status":1,"exists":true}', 'stored'],
  [
    'our host with its withdrawal',
    200,
    json,
    '{"status":1,"exists":true,"withdrawn":true}',
    'withdrawn',
  ],
  [
    'our host with a refusal of the company',
    200,
    json,
    '{"status":1,"exists":true,"withdrawn":false,"takes_documents":false}',
    'closed',
  ],
  ['our host that erased it', 200, json, '{"status":1,"exists":false}', 'erased'],
  [
    'a host without this call',
    404,
    json,
    '{"status":0,"message":"Not found","exists":false}',
    'stored',
  ],
  [
    'a host with a page for everything',
    200,
    { 'content-type': 'text/html' },
    '<p>Hi</p>',
    'stored',
  ],
  ['a host that fails', 500, json, '{"status":0}', 'stored'],
];
for (const [title, status, headers, body, expected] of answers)
  test(`${title}: the application counts as ${expected}`, async (t) => {
    const paths: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      paths.push(url);
      response.writeHead(status, headers).end(body);
    });
    const client = await clientOf(t, server, 5000);
    assert.equal(await client.applicationState('a/b'), expected);
    assert.deepEqual(paths, ['/applications/a%2Fb']);
  });

test('a host that cannot be reached: the application counts as stored', async (t) => {
  const client = createApiClient({ apiHost: 'http://127.0.0.1:1', timeoutMs: 5000 });
  t.after(() => client.close());
  assert.equal(await client.applicationState('1'), 'stored');
});

for (const [title, timeoutMs, limitMs, call, expected] of [
  [
    'the application counts as stored after two seconds, because a page waits',
    60_000,
    2000,
    (client: ApiClient) => client.applicationState('1'),
    'stored',
  ],
  [
    'there is no link, within the time limit of a call',
    100,
    100,
    (client: ApiClient) => client.registerLink('1', 'token'),
    undefined,
  ],
] as const)
  test(`a host that does not answer: ${title}`, async (t) => {
    const server = createServer(() => {});
    const client = await clientOf(t, server, timeoutMs);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let isSettled = false;
    const result = call(client).finally(() => {
      isSettled = true;
    });
    await once(server, 'request');
    t.mock.timers.tick(limitMs - 1);
    await new Promise(setImmediate);
    assert.ok(!isSettled);
    t.mock.timers.tick(1);
    assert.equal(await result, expected);
  });
