import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { agentFetch } from '#src/http/agent-fetch.ts';

test('sends a request with its body, and returns status, headers and body without following a redirect', async (t) => {
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    outgoing.writeHead(Number(url.slice(1)), {
      location: '/200',
      'x-sent': `${headers['x-sent']}`,
    });
    outgoing.end(`${method} ${await text(incoming)}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const fetch = agentFetch({ connectTimeoutMs: 5000, responseTimeoutMs: 5000 });
  const { port } = server.address() as AddressInfo;
  for (const [method, status, body, expected] of [
    ['PUT', 200, Buffer.from('bread'), 'PUT bread'],
    ['POST', 200, 'bread', 'POST bread'],
    ['POST', 200, '', 'POST '],
    ['GET', 200, undefined, 'GET '],
    ['GET', 302, undefined, 'GET '],
    ['GET', 404, undefined, 'GET '],
    ['HEAD', 200, undefined, null],
    ['DELETE', 204, undefined, null],
    ['GET', 304, undefined, null],
  ] as const) {
    const url = `http://127.0.0.1:${port}/${status}`;
    const response = await fetch(url, { method, headers: { 'x-sent': 'a' }, body });
    assert.deepEqual([response.status, response.headers.get('x-sent')], [status, 'a']);
    assert.equal(response.body === null, expected === null, `${method} ${status}`);
    assert.equal(await response.text(), expected ?? '');
  }
});
