import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { Hono } from 'hono';
import { withRequestContext } from '#src/middleware/request-context.ts';
import { remoteAddressOf, requestContext, type SiteEnv } from '#src/server/request-context.ts';

const from = (remoteAddress: string) => ({
  incoming: { socket: { remoteAddress } } as IncomingMessage,
});

const appThat = (answer: () => unknown) => {
  const app = new Hono<SiteEnv>();
  app.use(withRequestContext());
  app.use(async (c) => {
    await Promise.resolve();
    const said = answer();
    // As Waku does: a Response of its own, headers prepared on the context are not in it.
    c.res = new Response(JSON.stringify(said ?? null));
  });
  return app;
};

test('a cookie set while a request is answered goes out with whatever is answered', async () => {
  const app = appThat(() => {
    requestContext().setCookie('a', '1', { httpOnly: true });
    requestContext().setCookie('b', '2', {});
  });
  const reply = await app.request('/', {}, from('10.0.0.1'));
  assert.deepEqual(reply.headers.getSetCookie(), ['a=1; Path=/; HttpOnly', 'b=2; Path=/']);
  assert.equal(reply.headers.get('cache-control'), 'private, no-store');
});

test('what a server function leaves is there for the page, and the answer is not kept', async () => {
  const app = appThat(() => {
    requestContext().results.set('form', 'sent');
    return requestContext().results.get('form');
  });
  const reply = await app.request('/', { method: 'POST' }, from('10.0.0.1'));
  assert.equal(await reply.json(), 'sent');
  assert.equal(reply.headers.get('cache-control'), 'private, no-store');
});

test('an answer without a cookie is left as it was', async () => {
  const reply = await appThat(() => undefined).request('/', {}, from('10.0.0.1'));
  assert.deepEqual(reply.headers.getSetCookie(), []);
  assert.equal(reply.headers.get('cache-control'), null);
});

for (const [type, status] of [
  ['text/html', 429],
  ['text/x-component', 200],
] as const) {
  test(`who is told to wait gets Retry-After, and ${status} with ${type}`, async () => {
    const app = new Hono<SiteEnv>();
    app.use(withRequestContext());
    app.use(async (c) => {
      requestContext().retryAfter(1500);
      c.res = new Response('wait', { headers: { 'content-type': type } });
    });
    const reply = await app.request('/');
    assert.equal(reply.status, status);
    assert.equal(reply.headers.get('retry-after'), '2');
    assert.equal(await reply.text(), 'wait');
  });
}

for (const [type, status] of [
  ['text/html', 503],
  ['text/x-component', 200],
] as const) {
  test(`what is without its data answers ${status} with ${type}`, async () => {
    const app = new Hono<SiteEnv>();
    app.use(withRequestContext());
    app.use(async (c) => {
      requestContext().unavailable();
      c.res = new Response('later', { headers: { 'content-type': type, etag: '"a"' } });
    });
    const reply = await app.request('/');
    assert.equal(reply.status, status);
    assert.equal(reply.headers.get('etag'), status === 503 ? null : '"a"');
    assert.equal(await reply.text(), 'later');
  });
}

test('a cookie is read by its whole name, and the first of two with the same name is used', async () => {
  const app = appThat(() =>
    ['a', 'b', 'c'].map((name) => requestContext().getCookie(name) ?? null),
  );
  const headers = { cookie: 'my_c=no; a=1; b=x=y ; a=2; junk' };
  const response = await app.request('/', { headers });
  assert.deepEqual(await response.json(), ['1', 'x=y', null]);
});

test('outside a request it says so', () => {
  assert.throws(() => requestContext(), /outside a request/);
});

const addressFor = async (forwarded: string | undefined, trusted: number, socket = '10.0.0.1') => {
  const app = new Hono<SiteEnv>();
  app.get('/', (c) => c.text(remoteAddressOf(c, trusted)));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers }, from(socket))).text();
};

test('X-Forwarded-For is not believed unless proxies are trusted', async () => {
  assert.equal(await addressFor('6.6.6.6', 0), '10.0.0.1');
});

test('with proxies trusted, what the visitor claims further left is not believed', async () => {
  assert.equal(await addressFor('6.6.6.6, 1.2.3.4', 1), '1.2.3.4');
  assert.equal(await addressFor('6.6.6.6, 1.2.3.4, 10.0.0.9', 2), '1.2.3.4');
  assert.equal(await addressFor(undefined, 1), '10.0.0.1');
});

test('an IPv4 address seen through an IPv6 socket is written as IPv4', async () => {
  assert.equal(await addressFor(undefined, 0, '::ffff:127.0.0.1'), '127.0.0.1');
});
