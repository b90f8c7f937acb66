import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { isDiskFull } from '#src/files/disk.ts';
import { writeAtomicallySync } from '#src/files/write.ts';

const schema = z.object({ origin: z.string(), pid: z.int(), secret: z.string().optional() });
type HostProcess = z.output<typeof schema>;

export const runFile = (dataDir: string): string => join(dataDir, 'run', 'api-host.json');

/** Only this user can read the file. If the disk is full, the host runs without it. */
export function writeRunFile(dataDir: string, host: HostProcess): void {
  mkdirSync(join(dataDir, 'run'), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(host)}\n`;
  try {
    writeAtomicallySync(runFile(dataDir), (temporary) =>
      writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' }),
    );
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

export const removeRunFile = (dataDir: string): void => rmSync(runFile(dataDir), { force: true });

/**
 * Returns undefined if no API host runs. The process must belong to this user: after `kill -9` of a host another user may
 * listen at its address.
 */
export function readRunFile(dataDir: string): HostProcess | undefined {
  try {
    const host = schema.parse(JSON.parse(readFileSync(runFile(dataDir), 'utf8')));
    process.kill(host.pid, 0);
    return host;
  } catch {
    return undefined;
  }
}
