import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Context } from '#cli/context.ts';
import { plain } from '#cli/output/terminal.ts';
import { runProgram } from '#cli/program.ts';
import { exitCodes } from '#src/domain/model/exit-codes.ts';
import type { Ran } from './run.ts';

export interface InProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Aborted by the test, as Ctrl-C or SIGTERM does. */
  readonly signal?: AbortSignal;
  /** Whether stdout is a terminal of 80 columns. */
  readonly isTerminal?: boolean;
}

/** Runs `careers` in this process, which takes milliseconds; `careers` of run.ts is a real process. */
export async function careers(
  args: readonly string[],
  { env = {}, stdin = '', signal, isTerminal = false }: InProcessOptions = {},
): Promise<Ran> {
  const terminal = isTerminal ? { isTTY: true, columns: 80 } : {};
  const stdout = Object.assign(new PassThrough(), terminal);
  const stderr = Object.assign(new PassThrough(), terminal);
  let code = 0;
  const context: Context = {
    stdout,
    stderr,
    env,
    readStdin: async () => Buffer.from(stdin),
    note: (line) => {
      stderr.write(`${plain(line)}\n`);
    },
    exitWith: (exit) => {
      code = exitCodes[exit];
    },
    abortOnSignal: () => signal ?? new AbortController().signal,
    isOutputLost: () => false,
  };
  const printed = Promise.all([text(stdout), text(stderr)]);
  await runProgram(args, context);
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, stdout: out, stderr: err };
}
