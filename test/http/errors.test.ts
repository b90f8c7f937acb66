import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  callName,
  failureName,
  MalformedError,
  RefusedError,
  RequestBodyError,
  TransportError,
  toApiError,
} from '#src/http/errors.ts';

const call = { method: 'POST', url: 'http://api.example/api/applyjobposting' };
const coded = (code: string) => Object.assign(new Error('failed'), { code });
const failureOf = (error: unknown, progress: { started: boolean; httpStatus?: number }) => {
  const failure = toApiError(error, { ...call, ...progress });
  assert.ok(failure instanceof TransportError, String(failure));
  return failure;
};

for (const [code, reason] of [
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['ETIMEDOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['EPROTO', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['ECONNRESET', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['UND_ERR_CLOSED', 'aborted'],
  ['UND_ERR_DESTROYED', 'aborted'],
  ['EHOSTUNREACH', 'unreachable'],
  ['', 'unreachable'],
] as const)
  test(`an error with the code '${code}' while connecting is '${reason}', and afterwards that of the connection`, () => {
    const error = coded(code);
    const { reason: found, mayHaveArrived, cause } = failureOf(error, { started: false });
    assert.deepEqual([found, mayHaveArrived, cause], [reason, false, error]);
    const sent = failureOf(error, { started: true });
    assert.deepEqual([sent.reason, sent.mayHaveArrived], ['reset', true]);
    assert.equal(failureOf(error, { started: true, httpStatus: 200 }).reason, 'cut');
  });

test('a body that fails, or whose length differs from the declared one, is our own failure', () => {
  const cause = new Error('the disk failed');
  for (const [error, expected] of [
    [new RequestBodyError('the file failed', { cause }), cause],
    [coded('UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'), undefined],
  ] as const)
    for (const started of [false, true]) {
      const failure = failureOf(error, { started });
      assert.deepEqual([failure.reason, failure.mayHaveArrived], ['source', started]);
      assert.equal(failure.cause, expected ?? error);
    }
});

test('a response that is not HTTP is malformed before its status, and cut after it', () => {
  const parserError = Object.assign(new Error('Expected HTTP/'), { name: 'HTTPParserError' });
  const malformed = toApiError(parserError, { ...call, started: true });
  assert.ok(malformed instanceof MalformedError);
  assert.deepEqual([malformed.httpStatus, malformed.mayHaveArrived], [0, true]);
  assert.equal(failureOf(parserError, { started: true, httpStatus: 200 }).reason, 'cut');
});

test('an error of the program, and one that was converted before, stay as they are', () => {
  const converted = new MalformedError(call, { httpStatus: 200, detail: 'no JSON' });
  for (const error of [converted, coded('UND_ERR_INVALID_ARG')])
    assert.equal(toApiError(error, { ...call, started: true }), error);
});

test('the message of a failed handshake names what OpenSSL says, that of no other failure does', () => {
  const messageOf = (reason: 'tls' | 'reset', cause: unknown) =>
    new TransportError(call, { reason, mayHaveArrived: false, cause }).message;
  const cause = new Error('write EPROTO 0:error:0A00010B');
  const withReason = Object.assign(new Error('write EPROTO'), { reason: 'wrong version number' });
  const start = `POST ${call.url}: no secure connection could be made`;
  assert.equal(messageOf('tls', cause), `${start}: ${cause.message}`);
  assert.equal(messageOf('tls', withReason), `${start}: wrong version number`);
  assert.equal(messageOf('tls', 'text'), start);
  assert.doesNotMatch(messageOf('reset', cause), /EPROTO/);
});

test('only a redirect, and a refusal that is no lost response of a gateway, have not arrived', () => {
  const malformed = (httpStatus: number) => new MalformedError(call, { httpStatus, detail: '' });
  const refused = (httpStatus: number) =>
    new RefusedError(call, { httpStatus, message: '', body: {} });
  const arrived = (error: { readonly mayHaveArrived: boolean }) => error.mayHaveArrived;
  assert.deepEqual([200, 299, 300, 302].map(malformed).map(arrived), [true, true, false, false]);
  assert.deepEqual([501, 502, 503, 504, 505].map(refused).map(arrived), [
    ...[false, true, false, true, false],
  ]);
});

test('metrics name a call without its id, and a failure by its reason', () => {
  for (const [url, name] of [
    ['http://api.example/api/findopening/101', 'findopening'],
    ['http://api.example/v1/api/openingsall', 'openingsall'],
    ['http://api.example/health', 'other'],
  ] as const)
    assert.equal(callName(url), name);
  assert.equal(failureName(failureOf(coded('ENOTFOUND'), { started: false })), 'dns');
  assert.equal(failureName(new MalformedError(call, { httpStatus: 200, detail: '' })), 'malformed');
  assert.equal(failureName(new TypeError()), 'failed');
});
