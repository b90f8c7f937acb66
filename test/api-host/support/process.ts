import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { loadedSite } from '#src/config/site.ts';
import { root } from '#test/support/site.ts';
import { environmentIn, type LogLine } from './host.ts';

export interface HostProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly origin: string;
  /** Log lines so far. */
  readonly lines: LogLine[];
  /** Sends a signal and returns the exit code; null if the signal ended the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** A host process that ended before it listened. */
export class EndedEarly extends Error {
  readonly code: number | null;
  readonly lines: readonly LogLine[];
  constructor(code: number | null, lines: readonly LogLine[]) {
    super(`the host ended with ${code}: ${JSON.stringify(lines)}`);
    this.code = code;
    this.lines = lines;
  }
}

/** The API host as `careers start` runs it: a separate process with an IPC channel, on a free port. */
export async function hostProcess(
  t: TestContext,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<HostProcess> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = fork(join(root, 'dist/host/api-host.cjs'), [], {
    // The host gets no arguments and no other environment variables of the test runner.
    execArgv: [],
    env: { PATH, NODE_COMPILE_CACHE, ...environmentIn(dataDir), PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  child.stdin?.end(JSON.stringify(loadedSite));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await exited)[0];
  };
  t.after(() => end('SIGKILL'));

  const lines: LogLine[] = [];
  let rest = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    const whole = `${rest}${chunk}`.split('\n');
    rest = whole.pop() ?? '';
    lines.push(...whole.map((line) => JSON.parse(line) as LogLine));
  });
  const first = await Promise.race([once(child, 'message'), exited.then(() => undefined)]);
  const { type, origin } = (first?.[0] ?? {}) as { type?: string; origin?: string };
  if (type !== 'listening' || child.pid === undefined || origin === undefined) {
    await exited;
    if (child.stderr && !child.stderr.readableEnded) await once(child.stderr, 'end');
    throw new EndedEarly(child.exitCode, lines);
  }
  return { child, pid: child.pid, origin, lines, end };
}
