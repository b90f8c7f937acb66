import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContactMessages } from '#src/api-host/contact-messages.ts';
import { openHostData } from '#src/api-host/data.ts';
import { erase } from '#src/api-host/erase.ts';
import { apply, cleanupOf, dataIn, settingsIn, type TestHost, testHost } from './support/host.ts';

const message = {
  firstname: 'Bola',
  lastname: 'Ige',
  email: 'bola@example.com',
  phone: '',
  msg: 'Do you cater for 300?',
  subject: 'Enquiry',
};

async function stored(host: TestHost) {
  const data = await openHostData(settingsIn(host.dataDir));
  try {
    return await data.database.db.selectFrom('contact_messages').selectAll().execute();
  } finally {
    await data.close();
  }
}

test('a contact message is stored and gets a success response', async (t) => {
  const now = new Date('2026-11-20T09:00:00.000Z');
  const host = await testHost(t, { clock: () => now });
  const sent = { ...message, phone: '01 95 12 34 56' };
  const { httpStatus, body } = await host.post('contact', sent);
  assert.deepEqual([httpStatus, body], [200, { status: 1, message: 'Sent Message' }]);
  const [kept, ...others] = await stored(host);
  assert.deepEqual(
    { ...kept },
    {
      ...message,
      phone: '+2290195123456',
      id: kept?.id,
      received_at: now.toISOString(),
      idempotency_key: null,
      request_digest: null,
    },
  );
  assert.deepEqual(others, []);
});

const refusals = [
  ['firstname', ' ', 'This field is required.'],
  ['lastname', '\0', 'This field is required.'],
  ['msg', '\u3164\u200b', 'This field is required.'],
  ['lastname', undefined, 'This field is required.'],
  ['email', 'bola@', 'Please enter a valid email address.'],
  ['msg', '', 'This field is required.'],
  ['msg', 'x'.repeat(10_001), 'Please enter no more than 10000 characters.'],
  ['subject', 'x'.repeat(201), 'Please enter no more than 200 characters.'],
] as const;

test('a contact message with a field that breaks a rule is refused, and not stored', async (t) => {
  const host = await testHost(t);
  for (const [field, value, expected] of refusals) {
    const { httpStatus, body } = await host.post('contact', { ...message, [field]: value });
    assert.deepEqual([httpStatus, body.status, body.message], [422, 0, expected], field);
    assert.deepEqual(body.errors, [{ field, message: expected }]);
  }
  assert.deepEqual(await stored(host), []);
});

test('a message is stored as the site sends it: normalized, the address without white space', async (t) => {
  const host = await testHost(t);
  await host.post('contact', {
    ...message,
    firstname: ' Bo\x07la\0 ',
    email: ' bola @example.com',
  });
  const [kept] = await stored(host);
  assert.deepEqual([kept?.firstname, kept?.email], ['Bola', 'bola@example.com']);
});

test('a repeated message is stored twice, but once under one key', async (t) => {
  const host = await testHost(t);
  await host.post('contact', message);
  const headers = { 'idempotency-key': 'k' };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => host.post('contact', message, headers)),
  );
  assert.ok(replies.every(({ body }) => body.status === 1));
  assert.equal((await stored(host)).length, 2);
  const other = await host.post('contact', { ...message, msg: 'Something else' }, headers);
  assert.equal(other.httpStatus, 422);
});

test('the contact messages and applications of an address are erased, however it is typed, and no others', async (t) => {
  // As it may be copied from a document: NFKC.
  const address = ' ａｄａ@EXAMPLE.COM';
  const host = await testHost(t);
  for (const email of ['Ada@Example.com', 'ada@example.com', 'ben@example.com'])
    await host.post('contact', { ...message, email });
  await apply(host, { emailaddress: 'ADA@example.com' });
  const kept = await apply(host, { emailaddress: 'ben@example.com' });
  const data = await dataIn(t, host.dataDir);
  assert.deepEqual(await erase(data.database, cleanupOf(data), { address }), {
    applications: 1,
    documents: 0,
    messages: 2,
    alerts: 0,
  });
  const emails = (await readContactMessages(data.database)).map(({ email }) => email);
  assert.deepEqual(emails, ['ben@example.com']);
  const applications = await data.database.db.selectFrom('applications').select('id').execute();
  const ids = applications.map(({ id }) => id);
  assert.deepEqual(ids, [kept]);
});

test('contact messages are listed as they were received, and those of one instant always in one order', async (t) => {
  const host = await testHost(t);
  const data = await dataIn(t, host.dataDir);
  const noKey = { idempotency_key: null, request_digest: null };
  const row = (id: string, second: number) => {
    const received_at = `2026-03-01T00:00:0${second}.000Z`;
    return { ...message, id, received_at, ...noKey };
  };
  await data.database.db
    .insertInto('contact_messages')
    .values([row('a', 2), row('c', 1), row('b', 1)])
    .execute();
  const stored = await readContactMessages(data.database);
  const ids = stored.map(({ id }) => id);
  assert.deepEqual(ids, ['b', 'c', 'a']);
});

test('any number of contact messages is erased, and none of another person', async (t) => {
  const host = await testHost(t);
  const data = await dataIn(t, host.dataDir);
  const { db } = data.database;
  const received_at = '2026-03-01T00:00:00.000Z';
  const noKey = { idempotency_key: null, request_digest: null };
  const row = (id: string, email: string) => ({ ...message, id, email, received_at, ...noKey });
  const rows = Array.from({ length: 120 }, (_, n) => row(`ada ${n}`, 'ada@example.com'));
  await db
    .insertInto('contact_messages')
    .values([...rows, row('ben', 'ben@example.com')])
    .execute();
  const erased = await erase(data.database, cleanupOf(data), { address: 'ada@example.com' });
  assert.equal(erased.messages, 120);
  const left = await readContactMessages(data.database);
  const ids = left.map(({ id }) => id);
  assert.deepEqual(ids, ['ben']);
});
