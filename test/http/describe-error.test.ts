import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError, loggable } from '#src/http/describe-error.ts';
import { MalformedError, RefusedError, TransportError } from '#src/http/errors.ts';

const call = { method: 'POST', url: 'http://api.example/api/applyjobposting' };
const secret = new Error('Ngozi Eze');

test('an error of the API host is described by its call and its kind, without its message', () => {
  for (const [error, expected] of [
    [
      new TransportError(call, { reason: 'reset', mayHaveArrived: true }),
      { type: 'TransportError', ...call, reason: 'reset' },
    ],
    [
      new RefusedError(call, { httpStatus: 429, message: 'Ngozi', body: {}, retryAfterMs: 7 }),
      { type: 'RefusedError', ...call, httpStatus: 429, retryAfterMs: 7 },
    ],
    [
      new MalformedError(call, { httpStatus: 200, detail: 'no JSON' }),
      { type: 'MalformedError', ...call, httpStatus: 200, detail: 'no JSON' },
    ],
  ] as const)
    assert.deepEqual(describeError(error), expected);
});

test('another error is described by its message, code and stack, and so is each cause', () => {
  const cause = Object.assign(new SyntaxError('Unexpected Ngozi'), { code: 'E2' });
  const error = Object.assign(new Error('no such file', { cause }), { code: 'E1', detail: 'Eze' });
  const { stack, cause: described, ...fields } = describeError(error);
  assert.deepEqual(fields, { type: 'Error', message: 'no such file', code: 'E1' });
  assert.match(String((stack as string[])[0]), /^at .*describe-error\.test/);
  const { stack: _, ...ofCause } = described as Record<string, unknown>;
  assert.deepEqual(ofCause, { type: 'SyntaxError', code: 'E2' });
  assert.ok(!('cause' in describeError(secret)));
  assert.deepEqual(describeError('Ngozi'), { type: 'string' });
});

test('without messages no description has one, that of a cause included', () => {
  const { message, cause } = describeError(new Error('Eze', { cause: secret }), false);
  assert.deepEqual([message, (cause as { message?: string }).message], [undefined, undefined]);
});

test('a text is cut after 500 characters, with its length', () => {
  assert.equal(loggable('x'.repeat(500)), 'x'.repeat(500));
  assert.equal(loggable('x'.repeat(501)), `${'x'.repeat(500)}… (501)`);
  assert.equal(describeError(new Error('x'.repeat(501))).message, `${'x'.repeat(500)}… (501)`);
  assert.equal(loggable(7), 7);
});

test('the id of an opening is logged if it has up to 20 digits', () => {
  const path = 'http://api.example/api/findopening/';
  const digits = '1'.repeat(20);
  for (const id of ['1', digits]) assert.equal(loggable(path + id), path + id);
  for (const id of ['', `${digits}1`, '1a', 'a1', '1/a', '1\n'])
    assert.equal(loggable(path + id), `${path}…`, JSON.stringify(id));
});
