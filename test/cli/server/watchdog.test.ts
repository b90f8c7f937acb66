import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';

/** Runs statements in a process whose main thread may be silent for three seconds. */
async function run(statements: string) {
  const source = `
    import { startWatchdog } from ${JSON.stringify(join(root, 'cli/server/watchdog.ts'))};
    const block = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); };
    startWatchdog(3000);
    ${statements}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [log, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { log, code, signal };
}

test('a process whose main thread hangs ends as by a crash, and its log says why', async () => {
  const { log, code, signal } = await run('setTimeout(() => { for (;;); })');
  assert.deepEqual([code, signal], [null, 'SIGKILL']);
  const { level, event } = JSON.parse(log.split('\n').find((line) => line.includes('event')) ?? '');
  assert.deepEqual([level, event], ['fatal', 'process-hung']);
});

test('a process that is only busy goes on, and the watchdog does not keep it alive', async () => {
  const busy =
    'for (let turn = 0; turn < 9; turn += 1) { block(500); await new Promise(setImmediate); }';
  const { log, code } = await run(busy);
  assert.deepEqual([code, log], [0, '']);
});
