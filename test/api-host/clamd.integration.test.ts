import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { clamdScanner } from '#src/api-host/scan/clamd.ts';

/** In two parts, so that no scanner finds it in this file. */
const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD${'-ANTIVIRUS-TEST-FILE!$H+H*'}`;

let directory: string;
let clamd: ReturnType<typeof spawn>;
const scanner = () => clamdScanner({ path: join(directory, 'clamd.sock') });

/** Debian's clamd with one signature of our own, without network. */
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'careers-clamd-'));
  await writeFile(
    join(directory, 'own.ndb'),
    `Test.File:0:*:${Buffer.from(eicar).toString('hex')}\n`,
  );
  await writeFile(
    join(directory, 'clamd.conf'),
    [
      `DatabaseDirectory ${directory}`,
      `LocalSocket ${join(directory, 'clamd.sock')}`,
      'Foreground yes',
      'LogVerbose yes',
      'AlertExceedsMax yes',
      'MaxFileSize 1M',
      'MaxScanSize 1M',
      'StreamMaxLength 2M',
      'MaxThreads 2',
      'SelfCheck 0',
    ].join('\n'),
  );
  clamd = spawn('/usr/sbin/clamd', [`--config-file=${join(directory, 'clamd.conf')}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  const ready = Promise.withResolvers<void>();
  for (const stream of [clamd.stdout, clamd.stderr]) {
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        printed.push(line);
        if (line.includes('Self checking')) ready.resolve();
      });
  }
  clamd.once('exit', () => ready.reject(new Error(printed.join('\n'))));
  await ready.promise;
});
after(async () => {
  clamd.removeAllListeners('exit');
  clamd.kill();
  await once(clamd, 'exit');
  await rm(directory, { recursive: true });
});

const scan = (...parts: readonly (string | Buffer)[]) => {
  const chunks = parts.map((part) => Buffer.from(part));
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  return scanner().scan(Readable.from(chunks), bytes);
};

test('clamd finds a clean document clean, and malware in any part of one', async () => {
  await scanner().ping();
  assert.deepEqual(await scan('%PDF-1.7 a good ', 'document'), { state: 'clean' });
  assert.deepEqual(await scan(eicar), { state: 'infected', detail: 'Test.File.UNOFFICIAL' });
  const half = eicar.length / 2;
  assert.deepEqual(await scan('before ', eicar.slice(0, half), eicar.slice(half), ' after'), {
    state: 'infected',
    detail: 'Test.File.UNOFFICIAL',
  });
});

test('a document beyond a limit of clamd is an error for good, and never clean', async () => {
  const beyondFile = await scan(Buffer.alloc(1_500_000, 'a'));
  assert.deepEqual(beyondFile, {
    state: 'error',
    detail: 'Heuristics.Limits.Exceeded.MaxFileSize',
  });
  const beyondStream = await scan(...Array.from({ length: 50 }, () => Buffer.alloc(65_536, 'a')));
  assert.deepEqual(beyondStream, {
    state: 'error',
    detail: 'larger than StreamMaxLength of clamd',
  });
});
