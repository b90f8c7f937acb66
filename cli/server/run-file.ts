import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { isDiskFull } from '#src/config/data-dir.ts';

const schema = z.object({ origin: z.string(), pid: z.int(), secret: z.string().optional() });
export type RunningHost = z.output<typeof schema>;

export const runFile = (dataDir: string): string => join(dataDir, 'run', 'api-host.json');

/** Only this user can read the file. If the disk is full, the host runs without it. */
export function writeRunFile(dataDir: string, host: RunningHost): void {
  mkdirSync(join(dataDir, 'run'), { recursive: true, mode: 0o700 });
  const temporary = `${runFile(dataDir)}.${process.pid}`;
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, `${JSON.stringify(host)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, runFile(dataDir));
  } catch (error) {
    rmSync(temporary, { force: true });
    if (!isDiskFull(error)) throw error;
  }
}

export const removeRunFile = (dataDir: string): void => rmSync(runFile(dataDir), { force: true });

/**
 * Returns undefined if no API host runs. The process must belong to this user: after `kill -9` of a host another user may
 * listen at its address.
 */
export function readRunFile(dataDir: string): RunningHost | undefined {
  try {
    const host = schema.parse(JSON.parse(readFileSync(runFile(dataDir), 'utf8')));
    process.kill(host.pid, 0);
    return host;
  } catch {
    return undefined;
  }
}
