import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { Hono } from 'hono';
import { withRequestContext } from '#src/middleware/request-context.ts';
import { createPageRecord } from '#src/request/page-record.ts';
import { remoteAddressOf } from '#src/request/remote-address.ts';
import { requestContext } from '#src/request/request-context.ts';
import type { SiteEnv } from '#src/request/site-env.ts';

const from = (remoteAddress: string) => ({
  incoming: { socket: { remoteAddress } } as IncomingMessage,
});

const appWith = (handler: () => unknown) => {
  const app = new Hono<SiteEnv>();
  app.use(withRequestContext());
  app.use(async (c) => {
    await Promise.resolve();
    const value = handler();
    // As Waku does: the headers that were set on the context are not in this Response.
    c.res = new Response(JSON.stringify(value ?? null));
  });
  return app;
};

test('adds the cookies that were set to any response, which is then private', async () => {
  const app = appWith(() => {
    requestContext().setCookie('a', '1', { httpOnly: true });
    requestContext().setCookie('b', '2', {});
  });
  const response = await app.request('/', {}, from('10.0.0.1'));
  assert.deepEqual(response.headers.getSetCookie(), ['a=1; Path=/; HttpOnly', 'b=2; Path=/']);
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
});

test('passes a form result to the page, and the response is not cached', async () => {
  const app = appWith(() => {
    requestContext().results.set('form', 'sent');
    return requestContext().results.get('form');
  });
  const response = await app.request('/', { method: 'POST' }, from('10.0.0.1'));
  assert.equal(await response.json(), 'sent');
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
});

test('does not change a response without a cookie', async () => {
  const response = await appWith(() => undefined).request('/', {}, from('10.0.0.1'));
  assert.deepEqual(response.headers.getSetCookie(), []);
  assert.equal(response.headers.get('cache-control'), null);
});

for (const [type, limited, unavailable] of [
  ['text/html', 429, 503],
  ['text/x-component', 200, 200],
] as const) {
  const request = (fail: () => void) => {
    const app = new Hono<SiteEnv>().use(withRequestContext()).use(async (c) => {
      fail();
      c.res = new Response('later', { headers: { 'content-type': type, etag: '"a"' } });
    });
    return app.request('/');
  };

  test(`an exceeded rate limit adds Retry-After, and gives ${type} the status ${limited}`, async () => {
    const response = await request(() => requestContext().retryAfter(1500));
    assert.equal(response.status, limited);
    assert.equal(response.headers.get('retry-after'), '2');
    assert.equal(await response.text(), 'later');
  });

  test(`an unavailable page of ${type} has the status ${unavailable}`, async () => {
    const response = await request(() => requestContext().unavailable());
    assert.equal(response.status, unavailable);
    assert.equal(response.headers.get('etag'), unavailable === 503 ? null : '"a"');
    assert.equal(await response.text(), 'later');
  });
}

test('a cookie is read by its whole name, and the first of two with the same name is used', async () => {
  const app = appWith(() =>
    ['a', 'b', 'c'].map((name) => requestContext().getCookie(name) ?? null),
  );
  const headers = { cookie: 'my_c=no; a=1; b=x=y ; a=2; junk' };
  const response = await app.request('/', { headers });
  assert.deepEqual(await response.json(), ['1', 'x=y', null]);
});

test('a page that reads a cookie is private, also without that cookie', async () => {
  const record = createPageRecord();
  const app = new Hono<SiteEnv>();
  app.use(withRequestContext());
  app.get('/', (c) => {
    c.set('record', record);
    const before = record.isPrivate;
    return c.json([before, requestContext().getCookie('a') ?? null, record.isPrivate]);
  });
  assert.deepEqual(await (await app.request('/')).json(), [false, null, true]);
});

test('throws outside a request', () => assert.throws(() => requestContext(), /outside a request/));

const addressFor = async (forwarded: string | undefined, trusted: number, socket = '10.0.0.1') => {
  const app = new Hono<SiteEnv>();
  app.get('/', (c) => c.text(remoteAddressOf(c, trusted)));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers }, from(socket))).text();
};

test('ignores X-Forwarded-For without trusted proxies', async () => {
  assert.equal(await addressFor('6.6.6.6', 0), '10.0.0.1');
});

test('ignores the entries of X-Forwarded-For before those of the trusted proxies', async () => {
  assert.equal(await addressFor('6.6.6.6, 1.2.3.4', 1), '1.2.3.4');
  assert.equal(await addressFor('6.6.6.6, 1.2.3.4, 10.0.0.9', 2), '1.2.3.4');
  assert.equal(await addressFor(undefined, 1), '10.0.0.1');
});

test('writes an IPv4 address of an IPv6 socket as IPv4', async () => {
  assert.equal(await addressFor(undefined, 0, '::ffff:127.0.0.1'), '127.0.0.1');
});

test('an entry of X-Forwarded-For with a port, a zone or another spelling is the same address', async () => {
  for (const [entry, address] of [
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['::ffff:102:304', '1.2.3.4'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', '10.0.0.1'],
  ] as const)
    assert.equal(await addressFor(entry, 1), address);
});

test('with fewer entries of X-Forwarded-For than trusted proxies, the first is the address', async () => {
  assert.equal(await addressFor('1.2.3.4', 2), '1.2.3.4');
  assert.equal(await addressFor('1.2.3.4, 10.0.0.9', 3), '1.2.3.4');
});
