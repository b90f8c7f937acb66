import { Writable } from 'node:stream';
import { Command } from 'commander';
import type { Context } from '#cli/context.ts';
import { exitCodeOf } from '#cli/exit-codes.ts';
import { defineHostCommands } from '#cli/host/commands.ts';
import { environmentIn } from '#test/api-host/support/host.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `careers host …` in this process, on a data directory of `temporaryDirectory`. */
export async function hostCommand(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const output = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') =>
    new Writable({
      write(chunk, _encoding, done) {
        output[name] += chunk;
        done();
      },
    }) as NodeJS.WriteStream;
  const stdout = stream('stdout');
  let code = 0;
  const context: Context = {
    stdout,
    stderr: stream('stderr'),
    env: {
      ...environmentIn(dataDir),
      LOG_LEVEL: 'silent',
      ...env,
    },
    print: (json, value, human) => {
      stdout.write(json ? JSON.stringify(value) : human());
    },
    note: (text) => {
      output.stderr += `${text}\n`;
    },
    exitWith: (exitCode) => {
      code = exitCode;
    },
    interruptible: () => new AbortController().signal,
    readStdin: async () => '',
    isOutputLost: () => false,
  };
  const program = new Command('careers').exitOverride().configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: () => {},
  });
  const host = program.command('host').exitOverride();
  defineHostCommands(host, context);
  try {
    await program.parseAsync(['host', ...args], { from: 'user' });
  } catch (error) {
    code = exitCodeOf(error);
    output.stderr += `${error instanceof Error ? error.message : error}\n`;
  }
  return { code, ...output };
}
