import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../../cli/careers.js', import.meta.url));
export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Besides these variables the command gets PATH and HOME only. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The launcher of another copy of the project. */
  readonly launcher?: string;
  /** Options for the Node that runs the launcher. */
  readonly node?: readonly string[];
  /** Called with the process while it runs. */
  readonly whileRunning?: (child: ChildProcess) => Promise<void>;
}

/** Runs `careers` as a child process. */
export async function careers(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    process.execPath,
    [...(options.node ?? []), options.launcher ?? launcher, ...args],
    {
      cwd: options.cwd ?? root,
      env: { PATH, HOME, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  // A command that ends early ends the wait for what it does.
  await Promise.race([options.whileRunning?.(child), ended]);
  const [stdout, stderr, [code]] = await ended;
  return { code, stdout, stderr };
}
