import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { logTarget } from '#src/telemetry/log-target.ts';

const line = (number: number) => `${JSON.stringify({ number, text: 'x'.repeat(1000) })}\n`;

/** Opens both ends of a named pipe. No read or write waits for the other end. */
async function pipe(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'careers-log-'));
  const path = join(directory, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  t.after(async () => {
    closeSync(reader);
    closeSync(writer);
    await rm(directory, { recursive: true });
  });
  const buffer = Buffer.alloc(1024 * 1024);
  const read = (): string => {
    try {
      return buffer.toString('utf8', 0, readSync(reader, buffer));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return '';
      throw error;
    }
  };
  return { writer, read };
}

test('lines are written at once', async (t) => {
  const { writer, read } = await pipe(t);
  const target = logTarget(writer);
  target.write('{"event":"a"}\n');
  assert.equal(read(), '{"event":"a"}\n');
});

test('lines that were written take no room of later ones', async (t) => {
  const { writer, read } = await pipe(t);
  const target = logTarget(writer);
  for (let number = 0; number < 1500; number += 1) {
    target.write(line(number));
    assert.equal(read(), line(number));
  }
});

test('a line that fits into the pipe only in parts arrives whole', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { writer, read } = await pipe(t);
  const target = logTarget(writer);
  const long = `${JSON.stringify(Array.from({ length: 30_000 }, (_, number) => number))}\n`;
  target.write(long);
  let text = read();
  assert.ok(text.length > 0 && text.length < long.length, `${text.length} bytes at once`);
  for (let round = 0; round < 100 && text.length < long.length; round += 1) {
    t.mock.timers.tick(1000);
    text += read();
  }
  assert.equal(text, long);
});

test('a disk that is full neither ends nor stops the program', () => {
  const fd = openSync('/dev/full', 'w');
  const target = logTarget(fd);
  for (let number = 0; number < 3000; number += 1) target.write(line(number));
  closeSync(fd);
});

test('while a reader stands still, lines beyond 1 MiB are dropped; then the kept ones follow, and the number', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { writer, read } = await pipe(t);
  const target = logTarget(writer);
  for (let number = 0; number < 3000; number += 1) target.write(line(number));
  let text = '';
  for (let round = 0; round < 1000 && !text.includes('log-lines-dropped'); round += 1) {
    text += read();
    t.mock.timers.tick(1000);
  }
  const lines = text
    .trimEnd()
    .split('\n')
    .map((json) => JSON.parse(json));
  const { count } = lines.pop();
  assert.ok(count > 1000, `${count} lines were dropped`);
  assert.deepEqual(
    lines.map(({ number }) => number),
    Array.from({ length: 3000 - count }, (_, number) => number),
  );
});

test('the log of a program whose standard error is full, or gone, does not end it', async () => {
  const program = `
    const { log } = await import('#src/telemetry/logger.ts');
    for (let n = 0; n < 3000; n += 1) log().warn({ event: 'setting-unknown', text: 'x'.repeat(400) });
    process.stdout.write('still here');`;
  for (const stderr of [openSync('/dev/full', 'w'), 'pipe'] as const) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', stderr],
    });
    // Nobody reads it.
    child.stderr?.pause();
    // The end of the program may reset the pipe, because it has unread lines.
    child.stderr?.on('error', () => undefined);
    assert.ok(child.stdout);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const [code] = await once(child, 'exit');
    assert.deepEqual([code, printed], [0, 'still here']);
  }
});
