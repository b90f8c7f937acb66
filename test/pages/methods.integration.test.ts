import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Route, routes } from '#src/routes.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

const parameters: Readonly<Record<string, string>> = {
  ':id': '11',
  ':file': '1.xml',
  ':token': 'guess',
  ':module': 'abc',
  '*': 'nothing',
};
const pathOf = (pattern: string) => pattern.replace(/:\w+|\*/g, (name) => parameters[name] ?? name);

/** Headers of one response, and the length, which a HEAD may omit where only the content would tell it (RFC 9110, 9.3.2). */
const changing = [
  'date',
  'x-request-id',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
];

async function send(method: string, path: string) {
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: new FormData() };
  const headers = { 'accept-encoding': 'identity' };
  const response = await fetch(at.origin + path, { method, headers, redirect: 'manual', ...body });
  const sent = new Map(response.headers);
  for (const name of changing) sent.delete(name);
  // The policy of a page that is streamed has a nonce.
  if (sent.get('content-security-policy')?.includes("'nonce-"))
    sent.delete('content-security-policy');
  return {
    status: response.status,
    headers: Object.fromEntries(sent),
    text: await response.text(),
  };
}

describe('every method on every path of the table', () => {
  for (const [pattern, { methods }] of Object.entries<Route>(routes)) {
    const path = pathOf(pattern);
    test(path, async () => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await send(method, path);
        assert.ok(status < 500, `${method}: ${status}`);
        // 404: the server functions of another build.
        if (!methods.some((one) => one === method))
          assert.ok([404, 405].includes(status), `${method}: ${status}`);
        if (status === 405) assert.equal(headers.allow, methods.join(', '));
      }
      const get = await send('GET', path);
      const head = await send('HEAD', path);
      assert.equal(head.text, '');
      // A page is stored after its first request.
      const { text: _, ...sent } = await send('GET', path);
      assert.deepEqual({ status: head.status, headers: head.headers }, sent);
      assert.equal(get.status, head.status);
    });
  }
});
