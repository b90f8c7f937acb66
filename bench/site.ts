import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface BenchSite extends AsyncDisposable {
  readonly origin: string;
  readonly apiHost: string;
  readonly secret: string;
  readonly dataDir: string;
  readonly pid: number;
}

/** The site as `npm start` runs it, with its API host, on free ports and with a new data directory. */
export async function startBenchSite(env: Record<string, string> = {}): Promise<BenchSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'careers-bench-'));
  const child = spawn(process.execPath, ['cli/main.ts', 'start'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      HOST: 'localhost',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /https?:\/\/\S+:\d+/.exec(line);
      if (address) resolve(address[0]);
    });
  });
  const { origin: apiHost, secret } = JSON.parse(
    await readFile(join(dataDir, 'run', 'api-host.json'), 'utf8'),
  ) as { origin: string; secret: string };
  return {
    origin,
    apiHost,
    secret,
    dataDir,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Memory {
  /** Resident now, in MiB. */
  readonly now: number;
  /** The highest resident size since the last `resetPeak`, in MiB. */
  readonly peak: number;
}

/** The memory of a process as Linux reports it. */
export async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
}

export const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** Prints rows as a Markdown table, ready for docs/operations.md. */
export function printTable(rows: readonly Readonly<Record<string, string | number>>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(line(columns) + line(columns.map(() => '---')));
  for (const row of rows) process.stdout.write(line(columns.map((column) => row[column] ?? '')));
}
