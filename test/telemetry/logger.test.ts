import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailableError } from '#src/database/database.ts';
import { MalformedError, RefusedError } from '#src/http/errors.ts';
import { captureConsole, createLogger } from '#src/telemetry/logger.ts';

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

test('omits the detail of a PostgreSQL error, which quotes values', () => {
  const detail = 'Key (emailaddress)=(ngozi.eze@example.com) already exists.';
  const err = Object.assign(new Error('duplicate key'), { code: '23505', detail });
  const line = linesOf((log) => log.error({ event: 'request-failed', err }));
  assert.doesNotMatch(line, /ngozi/);
  assert.equal(JSON.parse(line).err.code, '23505');
});

test('logs the message and the stack of an error of this program', () => {
  const line = linesOf((log) => log.error({ event: 'request-failed', err: new Error('no such') }));
  const { err } = JSON.parse(line);
  assert.equal(err.message, 'no such');
  assert.match(err.stack[0], /logger\.test/);
});

test('logs of a database that is away why, and no place in the code', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const err = new DatabaseUnavailableError('connect ECONNREFUSED 10.0.0.1:5432', { cause });
  const line = linesOf((log) => log.warn({ event: 'database-unavailable', err }));
  assert.doesNotMatch(line, /"stack"/);
  assert.match(JSON.parse(line).err.message, /10\.0\.0\.1:5432/);
  assert.equal(JSON.parse(line).err.cause.code, 'ECONNREFUSED');
});

test('cuts a long text, and omits an id that a visitor chose from the address of a call', () => {
  const host = 'http://api.example/api/findopening/';
  const errorAt = (url: string) =>
    new RefusedError({ method: 'GET', url }, { httpStatus: 500, message: '', body: {} });
  const line = linesOf((log) => {
    log.warn({ event: 'application-not-sent', err: errorAt(host + 'Ngozi%20'.repeat(100_000)) });
    log.warn({ event: 'application-not-sent', err: errorAt(`${host}101`) });
    log.warn({
      event: 'request-failed',
      err: new Error('x'.repeat(800_000)),
      path: 'y'.repeat(800_000),
    });
  });
  assert.doesNotMatch(line, /Ngozi/);
  assert.match(line, /findopening\/101"/);
  assert.ok(line.length < 8000, `${line.length} characters`);
});

test('what a library writes to the console is logged without its text, with the place of the error', () => {
  const line = linesOf((log) => {
    const restore = captureConsole(() => log);
    try {
      // biome-ignore lint/suspicious/noConsole: this is what a library does.
      console.error(new Error('cannot parse Ngozi Eze', { cause: new Error('Ngozi') }), 'Ngozi');
      // biome-ignore lint/suspicious/noConsole: this is what a library does.
      console.warn('%s is no function', 'Ngozi Eze');
    } finally {
      restore();
    }
  });
  assert.doesNotMatch(line, /Ngozi/);
  const [error, warning] = line
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
  assert.deepEqual([error.level, error.error.type], ['error', 'Error']);
  assert.match(error.error.stack[0], /logger\.test/);
  assert.match(warning.stack.join(), /logger\.test/);
});
