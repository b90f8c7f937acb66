import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureKinds, failureOf, hostMessageOf } from '#src/domain/api/failures.ts';
import { MalformedError, RefusedError, TransportError } from '#src/http/errors.ts';

const call = { method: 'POST', url: 'http://host.example/api/contact' };
const refusal = (httpStatus: number, message = 'No.') =>
  new RefusedError(call, { httpStatus, message, body: undefined });
const transport = (reason: TransportError['reason']) =>
  new TransportError(call, { reason, mayHaveArrived: true });

test('each status with which the API host reports a failure is recognized by the client', () => {
  for (const kind of Object.values(failureKinds))
    if ('hostStatus' in kind) assert.equal(failureOf(refusal(kind.hostStatus)), kind);
});

test('another status is a refusal below 500, and a failure of the host from 500', () => {
  assert.equal(failureOf(refusal(200)), failureKinds.refused);
  assert.equal(failureOf(refusal(499)), failureKinds.refused);
  assert.equal(failureOf(refusal(501)), failureKinds.hostError);
});

test('a call without a response is temporary unless it was canceled, a malformed response is not', () => {
  assert.equal(failureOf(transport('refused')).isTemporary, true);
  assert.equal(failureOf(transport('timeout')).httpStatus, 504);
  assert.equal(failureOf(transport('source')).httpStatus, 408);
  assert.equal(failureOf(transport('aborted')).exit, 'interrupted');
  const malformed = failureOf(new MalformedError(call, { httpStatus: 200, detail: 'HTML' }));
  assert.deepEqual([malformed.exit, malformed.isTemporary], ['hostRefused', false]);
});

test("a visitor reads the host's message, unless it sent none or has no room", () => {
  assert.equal(hostMessageOf(refusal(422)), 'No.');
  assert.equal(hostMessageOf(refusal(422, 'An unspecified error occured.')), undefined);
  assert.equal(hostMessageOf(refusal(507, 'Disk 3 is full.')), undefined);
  assert.equal(hostMessageOf(transport('reset')), undefined);
});
