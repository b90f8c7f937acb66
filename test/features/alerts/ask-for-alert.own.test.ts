// Own process: the settings are read once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClientAddress } from '#test/support/client-address.ts';
import { app, asked, host, send, token } from './support/alert-app.ts';

const { defaultLimits } = await import('#src/limits/rate-limiter.ts');

test('a request is answered with a redirect to a page of its search, and the address is not in it', async () => {
  const response = await send('/alerts', { fields: asked(), address: newClientAddress() });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  assert.equal(
    response.headers.get('location'),
    '/alerts?company_id=1&q=baker&city=Lagos&result=requested',
  );
  assert.deepEqual(host.requests, [
    {
      emailaddress: 'ada@example.com',
      search: { company_id: ['1'], q: 'baker', city: ['Lagos'] },
      language: 'en',
    },
  ]);
});

test('in French the mails are French, and the redirect leads to the French page', async () => {
  const response = await send('/fr/alerts', { fields: asked(), address: newClientAddress() });
  assert.equal(
    response.headers.get('location'),
    '/fr/alerts?company_id=1&q=baker&city=Lagos&result=requested',
  );
  assert.equal(host.requests[0]?.language, 'fr');
});

for (const [name, email] of [
  ['no address', ''],
  ['no email address', 'ada at example.com'],
  ['two addresses', 'ada@example.com,eve@example.com'],
  ['a header', 'ada@example.com\r\nBcc: eve@example.com'],
  ['a folded header', 'ada@example.com\n Subject: hello'],
  ['a name', 'Ada <ada@example.com>'],
  ['a route', 'ada%example.com@example.org'],
] as const)
  test(`a request with ${name} is refused with what was entered, and nothing is sent`, async () => {
    const response = await send('/alerts', {
      fields: asked({ email }),
      address: newClientAddress(),
    });
    assert.equal(response.status, 422);
    const { address, ...result } = await response.json();
    assert.equal(address, '/alerts?company_id=1&q=baker&city=Lagos');
    assert.deepEqual(Object.keys(result.fields), ['email']);
    assert.equal(result.values.email.replaceAll('\r', ''), email.replaceAll('\r', ''));
    assert.deepEqual(host.requests, []);
  });

test('line ends in a search become spaces', async () => {
  const search = new URLSearchParams({ q: 'baker\r\nBcc: eve@example.com', city: 'La\ngos' });
  await send('/alerts', { fields: asked({ search: `${search}` }), address: newClientAddress() });
  assert.ok(
    host.requests.length === 1 &&
      !/[\r\n]/.test(Object.values(host.requests[0]?.search ?? {}).join()),
  );
});

test('a filled honeypot is asked to submit again, once', async () => {
  const address = newClientAddress();
  const fields = asked({ website: 'https://spam.example' });
  const first = await send('/alerts', { fields, address });
  assert.equal(first.status, 422);
  const result = await first.json();
  assert.deepEqual([result.asksAgain, result.honeypotFilled], [true, true]);
  assert.equal(result.values.email, 'ada@example.com');
  const again = await send('/alerts', {
    fields: { ...fields, form_submitted_before: '1' },
    address,
  });
  assert.equal(again.status, 303);
});

test('one network asks for so many mails, whatever the addresses, and no more', async () => {
  const statusOf = async (count: number, network: string) =>
    (
      await send('/alerts', {
        fields: asked({ email: `person${count}@example.com` }),
        address: `2001:db8:9:${network}::${count.toString(16)}`,
      })
    ).status;
  const statuses: number[] = [];
  for (let count = 1; count <= 300; count += 1) statuses.push(await statusOf(count, '1'));
  const within = statuses.filter((status) => status === 303).length;
  assert.equal(within, defaultLimits['mail-request']);
  assert.deepEqual(new Set(statuses.slice(within)), new Set([429]));
  assert.equal(host.requests.length, within);
  assert.equal(await statusOf(1, '2'), 303);
});

test('a known address, an unknown one and one of another person get the same answer', async () => {
  const answers = [];
  for (const email of ['ada@example.com', 'ada@example.com', 'eve@example.com']) {
    const { status, headers } = await send('/alerts', {
      fields: asked({ email }),
      address: newClientAddress(),
    });
    answers.push([status, [...headers]]);
  }
  assert.equal(answers[0]?.[0], 303);
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
});

test('while the API host does not respond the form keeps what was entered', async () => {
  host.isDown = true;
  const response = await send('/alerts', { fields: asked(), address: newClientAddress() });
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '30']);
  const result = await response.json();
  assert.deepEqual(
    [result.result, result.values.email, result.message],
    ['error', 'ada@example.com', 'That did not work. Please try again in a moment.'],
  );
});

test('a host that does not say in time whether it offers alerts is sent the request, and if it does not respond the form keeps what was entered', async () => {
  host.offersAlerts = undefined;
  assert.equal((await send('/alerts', { method: 'GET' })).status, 200);
  const sent = await send('/alerts', { fields: asked(), address: newClientAddress() });
  assert.equal(sent.status, 303);
  host.isDown = true;
  const response = await send('/alerts', { fields: asked(), address: newClientAddress() });
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '30']);
  assert.equal((await response.json()).values.email, 'ada@example.com');
});

test('for a company that is gone the form says so, keeps the address, and asks for all companies when it is sent again', async () => {
  host.hasCompany = false;
  const response = await send('/alerts', { fields: asked(), address: newClientAddress() });
  assert.equal(response.status, 422);
  const { values, message } = await response.json();
  assert.match(message, /^This company is no longer on our list\./);
  assert.deepEqual(values, { email: 'ada@example.com', search: 'q=baker&city=Lagos' });
  const again = await send('/alerts', { fields: values, address: newClientAddress() });
  assert.equal(again.status, 303);
  assert.deepEqual(host.requests[0]?.search, { q: 'baker', city: ['Lagos'] });
});

test('a body that is no form is refused as a form without an address', async () => {
  const response = await app.request('/alerts', { method: 'POST', body: '{' });
  assert.equal(response.status, 422);
});

test('where no mail can be sent there is no form, and links of earlier mails still work', async () => {
  host.offersAlerts = false;
  for (const method of ['GET', 'HEAD', 'POST'] as const)
    for (const path of ['/alerts', '/fr/alerts?q=baker'])
      assert.equal((await send(path, { method })).status, 404, `${method} ${path}`);
  assert.deepEqual(host.requests, []);
  assert.equal((await send(`/alerts/${token}`, { method: 'GET' })).status, 200);
  assert.equal((await send(`/alerts/${token}/end`)).status, 303);
  assert.deepEqual(host.calls, ['end']);
});

test('a mail that waits for too many others is told with its hour, to a script too', async () => {
  for (const [until, code] of [
    ['2026-11-28T15:20:00.000Z', 'requested-16'],
    ['2026-11-28T23:20:00.000Z', 'requested-0'],
  ] as const) {
    host.mailUntil = until;
    const plain = await send('/alerts', { fields: asked(), address: newClientAddress() });
    assert.match(plain.headers.get('location') ?? '', new RegExp(`[?&]result=${code}$`));
    const headers = { accept: 'application/json' };
    const scripted = await send('/alerts', {
      fields: asked(),
      headers,
      address: newClientAddress(),
    });
    assert.equal((await scripted.json()).next, plain.headers.get('location'));
  }
});
