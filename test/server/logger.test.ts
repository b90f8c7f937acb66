import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MalformedError, RefusedError } from '#src/http/errors.ts';
import { createLogger } from '#src/server/logger.ts';

const linesOf = (write: (log: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line) => lines.push(line) }));
  return lines.join('');
};

const call = { method: 'POST', url: 'http://api.example/api/applyjobposting' };

test("omits the message and the body of an API host's response", () => {
  const err = new RefusedError(call, {
    httpStatus: 200,
    body: { message: 'Ngozi Eze applied before' },
    message: 'Ngozi Eze applied before',
  });
  const line = linesOf((log) => log.warn({ event: 'application-refused', err }));
  assert.doesNotMatch(line, /Ngozi/);
  const { event, err: logged } = JSON.parse(line);
  assert.equal(event, 'application-refused');
  assert.deepEqual(logged, { type: 'RefusedError', ...call, httpStatus: 200 });
});

test('omits the message of a parser, which quotes its input', () => {
  const parse = (): unknown => {
    try {
      return JSON.parse('Eze\nNgozi');
    } catch (cause) {
      return cause;
    }
  };
  const err = new MalformedError(call, {
    httpStatus: 200,
    detail: 'a response that is not JSON',
    cause: parse(),
  });
  const line = linesOf((log) => log.error({ event: 'application-failed', err }));
  assert.match(line, /SyntaxError/);
  assert.doesNotMatch(line, /Ngozi|Eze/);
});

test('logs the message and the stack of an error of this program', () => {
  const line = linesOf((log) => log.error({ event: 'request-failed', err: new Error('no such') }));
  const { err } = JSON.parse(line);
  assert.equal(err.message, 'no such');
  assert.match(err.stack[0], /logger\.test/);
});
