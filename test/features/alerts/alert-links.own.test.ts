// Own process: the settings are read once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { newClientAddress } from '#test/support/client-address.ts';
import { app, host, send, token } from './support/alert-app.ts';

const { defaultLimits } = await import('#src/limits/rate-limiter.ts');

test('opening the page or an address of a form changes nothing', async () => {
  for (const method of ['GET', 'HEAD'] as const)
    for (const path of ['', '/confirm', '/renew', '/end', '/nothing']) {
      const { status, headers } = await send(`/alerts/${token}${path}`, { method });
      assert.deepEqual(
        [status, headers.get('location')],
        path === '' ? [200, null] : [302, `/alerts/${token}`],
      );
      assert.equal(headers.get('cache-control'), 'private, no-store');
      assert.equal(headers.get('x-robots-tag'), 'noindex');
    }
  for (const method of ['GET', 'HEAD'] as const) {
    const { status, headers } = await send(`/fr/unsubscribe/${token}`, { method });
    assert.deepEqual([status, headers.get('location')], [302, `/fr/alerts/${token}`]);
  }
  assert.deepEqual(host.calls, []);
});

test('a link leads to its page with what mail programs add to it', async () => {
  for (const added of ['.', ')', '%3E', '%0A']) {
    const { headers } = await send(`/alerts/${token}${added}`, { method: 'GET' });
    assert.equal(headers.get('location'), `/alerts/${token}`);
  }
});

for (const [action, location] of [
  ['confirm', `/fr/alerts/${token}?q=baker&result=confirmed`],
  ['renew', `/fr/alerts/${token}?q=baker&result=renewed`],
  ['end', `/fr/alerts/${token}?q=baker&result=ended`],
] as const)
  test(`the button of ${action} does it and leads back to the page, which says so`, async () => {
    const { status, headers } = await send(`/fr/alerts/${token}/${action}?q=baker`);
    assert.deepEqual([status, headers.get('location')], [303, location]);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.equal(host.calls.at(-1), action);
    const unknown = 'y'.repeat(43);
    const guessed = await send(`/alerts/${unknown}/${action}`);
    const isEnded = action === 'end' ? '?result=ended' : '';
    assert.equal(guessed.headers.get('location'), `/alerts/${unknown}${isEnded}`);
    host.isDown = true;
    const failed = await send(`/alerts/${token}/${action}`);
    assert.equal(failed.headers.get('location'), `/alerts/${token}?result=unchanged`);
  });

test('a text that is no token is not sent to the API host', async () => {
  for (const text of ['a', '%0d%0a', 'x'.repeat(44), '%3Cscript%3E']) {
    for (const action of ['confirm', 'renew', 'end'])
      assert.equal((await send(`/alerts/${text}/${action}`)).status, 303);
    const unsubscribed = await send(`/unsubscribe/${text}`, {
      fields: { 'List-Unsubscribe': 'One-Click' },
    });
    assert.equal(unsubscribed.status, 404);
  }
  assert.deepEqual(host.calls, []);
});

const oneClick = { 'List-Unsubscribe': 'One-Click' };
for (const [name, headers] of [
  ['without Origin', {}],
  ['with an Origin of its own', { origin: 'https://mail.example' }],
  ['with Origin null, across sites', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
] as const)
  test(`a mail server ends an alert with one click, ${name}, and gets no page`, async () => {
    for (const prefix of ['', '/fr']) {
      const response = await send(`${prefix}/unsubscribe/${token}`, { fields: oneClick, headers });
      assert.equal(response.status, 200);
      assert.equal(await response.text(), '');
      assert.equal(response.headers.get('cache-control'), 'private, no-store');
      assert.equal(response.headers.get('set-cookie'), null);
    }
    assert.deepEqual(host.calls, ['end', 'end']);
  });

test('one click works as multipart, and again after the end', async () => {
  const body = new FormData();
  body.set('List-Unsubscribe', 'One-Click');
  for (const linked of [token, 'y'.repeat(43)]) {
    const response = await app.request(`/unsubscribe/${linked}`, { method: 'POST', body });
    assert.equal(response.status, 200);
  }
});

test('one click is tried again by the mail server while the API host does not respond', async () => {
  host.isDown = true;
  const { status } = await send(`/unsubscribe/${token}`, { fields: oneClick });
  assert.equal(status, 503);
});

test('a POST that is not one click ends nothing and leads to the page', async () => {
  for (const fields of [{}, { 'List-Unsubscribe': 'no' }, { 'list-unsubscribe': 'One-Click' }]) {
    const { status, headers } = await send(`/unsubscribe/${token}`, { fields });
    assert.deepEqual([status, headers.get('location')], [303, `/alerts/${token}`]);
  }
  assert.deepEqual(host.calls, []);
});

test('the addresses of a network guess so many links, and no more', async () => {
  const address = newClientAddress();
  const statuses = [];
  for (let count = 0; count < defaultLimits.link + 5; count += 1) {
    const path = `/alerts/${randomUUID()}`;
    statuses.push((await send(path, { method: 'GET', address })).status);
  }
  assert.equal(statuses.filter((status) => status === 200).length, defaultLimits.link);
  assert.equal(statuses.at(-1), 429);
});

test('the mail provider of many people ends their alerts from one address, however many', async () => {
  const address = newClientAddress();
  for (let count = 0; count < defaultLimits.link + 5; count += 1)
    assert.equal((await send(`/unsubscribe/${token}`, { fields: oneClick, address })).status, 200);
});

test('those of several wishes are confirmed that are chosen, and none if none is', async () => {
  const choice = new URLSearchParams({ choice: '1' });
  const post = (body: URLSearchParams) =>
    app.request(`http://localhost:3000/alerts/${token}/confirm?q=baker`, { method: 'POST', body });
  const none = await post(choice);
  assert.equal(none.headers.get('location'), `/alerts/${token}?q=baker&result=unchosen`);
  assert.deepEqual(host.calls, []);
  for (const id of ['a', 'b']) choice.append('alert', id);
  const some = await post(choice);
  assert.equal(some.headers.get('location'), `/alerts/${token}?q=baker&result=confirmed`);
  assert.deepEqual(host.chosen, ['a', 'b']);
});
