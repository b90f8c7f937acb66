import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { sameOrigin } from '#src/middleware/same-origin.ts';

const app = new Hono().use(sameOrigin('https://careers.example')).all('*', (c) => c.text('passed'));
const statusOf = async (headers: Readonly<Record<string, string>>, path = '/', method = 'POST') =>
  (await app.request(path, { method, headers })).status;

const path = `/my-application/${'a'.repeat(43)}/documents`;
for (const type of ['text/plain', 'application/csp-report', 'application/json', ''])
  for (const [headers, status] of [
    [{ origin: 'https://other.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'https://careers.example', 'sec-fetch-site': 'cross-site' }, 200],
    [{ origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'null', 'sec-fetch-site': 'none' }, 200],
    [{}, 200],
  ] as const)
    test(`a POST of '${type}' with ${JSON.stringify(headers)} is answered with ${status}`, async () => {
      assert.equal(await statusOf({ ...headers, 'content-type': type }, path), status);
    });

test('other methods and the end of an alert by a mail server pass', async () => {
  const other = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    assert.equal(await statusOf(other, '/', method), 200, method);
  const mailServer = { ...other, 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal(await statusOf(mailServer, '/unsubscribe/token'), 200);
  for (const like of ['/alerts/token/end', '/unsubscribe', '/alerts', '/Unsubscribe/token'])
    assert.equal(await statusOf(other, like), 403, like);
});
