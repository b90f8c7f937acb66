import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApplication } from '#test/support/build-application.ts';
import { apply, testHost } from './support/host.ts';

const refusal = 'You have applied for a position within a year.';
const check = (emailaddress: string, company_id: string) =>
  `validatecandidate?${new URLSearchParams({ firstname: 'Ada', lastname: 'Obi', emailaddress, company_id })}`;

/** Returns a clock that the test sets. */
function settableClock(at: string) {
  let now = new Date(at);
  return { clock: () => now, put: (to: string | Date) => (now = new Date(to)) };
}

test('a candidate is refused by the same company for a year, regardless of the case of the address', async (t) => {
  const time = settableClock('2026-05-10T08:00:00Z');
  const host = await testHost(t, { clock: time.clock });
  await apply(host, { emailaddress: 'Ngozi.Eze@Example.com' });

  time.put('2027-05-10T07:59:59.999Z');
  const { httpStatus, body } = await host.call(check('  nGOZI.eze@eXAMPLE.COM ', '1'));
  assert.deepEqual(
    { httpStatus, body },
    { httpStatus: 200, body: { status: 0, message: refusal } },
  );
  assert.equal((await host.call(check('ngozi.eze@example.com', '2'))).body.status, 1);
  assert.equal((await host.call(check('ngozi.eze@example.org', '1'))).body.status, 1);

  time.put('2027-05-10T08:00:00Z');
  assert.equal((await host.call(check('ngozi.eze@example.com', '1'))).body.status, 1);
});

test('a check with the Idempotency-Key of the application gets its applicant id', async (t) => {
  const host = await testHost(t);
  const emailaddress = 'own@example.com';
  const sent = buildApplication({ emailaddress });
  const accepted = await host.post('applyjobposting', sent, { 'idempotency-key': 'its-key' });
  const { data } = accepted.body as { data: { id: string } };
  const ask = (address: string, company: string, key: string) =>
    host.call(check(address, company), { headers: { 'idempotency-key': key } });
  assert.deepEqual((await ask(emailaddress, '1', 'its-key')).body, {
    status: 0,
    message: refusal,
    data,
  });
  const plain = { status: 0, message: refusal };
  assert.deepEqual((await ask(emailaddress, '1', 'another-key')).body, plain);
  assert.deepEqual((await ask(emailaddress, '1', '')).body, plain);
  assert.deepEqual((await ask('new@example.com', '1', 'its-key')).body, { status: 1 });
  // Someone else's applicant id, to a person who has applied too.
  await host.post('applyjobposting', buildApplication({ emailaddress: 'other@example.com' }));
  assert.deepEqual((await ask('other@example.com', '1', 'its-key')).body, plain);
});

test('an application within the year is refused even without a candidate check', async (t) => {
  const time = settableClock('2028-02-29T12:00:00Z');
  const host = await testHost(t, { clock: time.clock });
  await apply(host);
  // Another opening of the same company.
  const again = buildApplication({ emailaddress: 'NGOZI.EZE@example.com', joblistingid: '102' });

  time.put('2029-03-01T11:59:59.999Z');
  const refused = await host.post('applyjobposting', again);
  assert.deepEqual(
    [refused.httpStatus, refused.body.status, refused.body.message],
    [409, 0, refusal],
  );

  time.put('2029-03-01T12:00:00Z');
  const accepted = await host.post('applyjobposting', again);
  assert.equal(accepted.body.message, 'Form submitted. Please upload documents.');
});

test('a check without a valid address or an existing company is refused with a message', async (t) => {
  const host = await testHost(t);
  for (const [path, httpStatus, message] of [
    [check('', '1'), 422, 'This field is required.'],
    [check('not an address', '1'), 422, 'Please enter a valid email address.'],
    [check('a@example.com', ''), 422, 'This field is required.'],
    [check('a@example.com', '77'), 404, 'There is no such company.'],
  ] as const) {
    const response = await host.call(path);
    assert.deepEqual(
      [response.httpStatus, response.body.status, response.body.message],
      [httpStatus, 0, message],
    );
  }
});
