import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSuccess } from '#src/domain/api/response-status.ts';
import { RefusedError } from '#src/http/errors.ts';
import { statusValues } from '#test/support/host-replies.ts';
import { replies } from '#test/support/scripted-host.ts';
import { connect, errorOf, reads, writes } from './sample.ts';

const calls = [...reads.map(({ name, run }) => ({ name, accepted: { data: [] }, run })), ...writes];

for (const { name, accepted, run } of calls) {
  test(`${name} succeeds with status true, 'True' or 1, and is refused with any other`, async (t) => {
    const { host, client } = await connect(t);
    for (const { title, reply, success } of statusValues) {
      const body = { ...accepted, ...reply, message: `status was ${title}` };
      host.next(name, replies.json(body));
      if (success) await run(client);
      else {
        const error = await errorOf(run(client));
        assert.ok(error instanceof RefusedError, title);
        assert.equal(error.message, `status was ${title}`);
        assert.deepEqual(error.body, body);
        assert.equal(error.httpStatus, 200);
        assert.equal(error.mayHaveArrived, false);
      }
    }
    assert.equal(host.callsTo(name).length, statusValues.length, 'one call for each status');
  });

  test(`${name} refused without a message has the message 'An unspecified error occured.'`, async (t) => {
    const { host, client } = await connect(t);
    for (const silent of [{}, { message: '' }, { message: null }, { message: ['no'] }]) {
      host.next(name, replies.json({ status: 0, ...silent }));
      assert.equal((await errorOf(run(client))).message, 'An unspecified error occured.');
    }
  });

  test(`${name} is refused on an HTTP error, even if the body has status 1`, async (t) => {
    const { host, client } = await connect(t);
    for (const status of [400, 401, 403, 413, 422, 500]) {
      host.next(name, replies.json({ ...accepted, status: 1, message: 'no' }, { status }));
      const error = await errorOf(run(client));
      assert.ok(error instanceof RefusedError);
      assert.deepEqual([error.httpStatus, error.message], [status, 'no']);
    }
  });
}

test('for any JSON in status, a contact message is accepted exactly if isSuccess is true', async (t) => {
  const { host, client } = await connect(t);
  const contact = writes.find(({ name }) => name === 'contact');
  assert.ok(contact);
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (status) => {
      host.next('contact', replies.json({ status }));
      const accepted = await contact.run(client).then(
        () => true,
        (error: unknown) => !(error instanceof RefusedError),
      );
      assert.equal(accepted, isSuccess(JSON.parse(JSON.stringify(status))));
    }),
    { numRuns: 100 },
  );
});
