import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startScriptedHost } from '#test/support/scripted-host.ts';
import { cleanEnv } from '#test/support/site.ts';

const sender = fileURLToPath(new URL('./send-bytes.ts', import.meta.url));
const mebibyte = 1024 * 1024;

/** Uploads `bytes` bytes from a separate process; returns the growth of its peak resident memory, in MiB. */
async function peakGain(origin: string, bytes: number): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', sender, origin, String(bytes)], {
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  assert.equal(code, 0);
  return Number(output) / mebibyte;
}

test('memory does not grow with the size of an upload (64 MiB and 256 MiB)', async () => {
  await using host = await startScriptedHost();
  const small = await peakGain(host.origin, 64 * mebibyte);
  const large = await peakGain(host.origin, 256 * mebibyte);
  assert.equal(host.callsTo('uploadapplicantdocument')[1]?.parts.at(-1)?.size, 256 * mebibyte);
  assert.ok(large < 96, `${large} MiB at most`);
  assert.ok(large - small < 48, `${small} MiB for the small one, ${large} MiB for the large one`);
});
