import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MalformedError, RefusedError } from '#src/http/errors.ts';
import { createLogger } from '#src/server/logger.ts';

const linesOf = (write: (log: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line) => lines.push(line) }));
  return lines.join('');
};

const place = { method: 'POST', url: 'http://api.example/api/applyjobposting' };

test('what an API host said of a person stands nowhere in the log', () => {
  const err = new RefusedError(place, {
    httpStatus: 200,
    body: { message: 'Ngozi Eze applied before' },
    message: 'Ngozi Eze applied before',
  });
  const line = linesOf((log) => log.warn({ event: 'application-refused', err }));
  assert.doesNotMatch(line, /Ngozi/);
  const { event, err: told } = JSON.parse(line);
  assert.equal(event, 'application-refused');
  assert.deepEqual(told, { type: 'RefusedError', ...place, httpStatus: 200 });
});

test('nor does a reply that is no JSON, which the parser quotes', () => {
  const parse = (): unknown => {
    try {
      return JSON.parse('Eze\nNgozi');
    } catch (cause) {
      return cause;
    }
  };
  const err = new MalformedError(place, {
    httpStatus: 200,
    detail: 'a reply that is no JSON',
    cause: parse(),
  });
  const line = linesOf((log) => log.error({ event: 'application-failed', err }));
  assert.match(line, /SyntaxError/);
  assert.doesNotMatch(line, /Ngozi|Eze/);
});

test('what our own code throws is told with its words and its place', () => {
  const line = linesOf((log) => log.error({ event: 'request-failed', err: new Error('no such') }));
  const { err } = JSON.parse(line);
  assert.equal(err.message, 'no such');
  assert.match(err.stack[0], /logger\.test/);
});
