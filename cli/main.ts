import process from 'node:process';
import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { Context } from './context.ts';
import {
  commanderSaysDone,
  describeError,
  exitCodeOf,
  exitCodes,
  isCommanderError,
} from './exit-codes.ts';
import { plain, styled } from './output/terminal.ts';

interface CommandModule {
  readonly define: (program: Command, context: Context) => void;
}

/** A command's file is loaded when it is asked for, all of them for help. */
const commands: Readonly<Record<string, () => Promise<CommandModule>>> = {
  list: () => import('./commands/list.ts'),
  search: () => import('./commands/search.ts'),
  companies: () => import('./commands/companies.ts'),
  show: () => import('./commands/show.ts'),
  submit: () => import('./commands/submit.ts'),
  contact: () => import('./commands/contact.ts'),
  host: () => import('./commands/host.ts'),
  start: async () => ({ define: (await import('./commands/start.ts')).registerStart }),
};
/** Commands that run until they are stopped: what a library still holds open must not keep them alive. */
const servers: readonly (string | undefined)[] = ['start'];

/** The launcher and npm pass on a Ctrl-C that the terminal already sent: two signals this close are one. */
const sameSignalMs = 500;

const context: Context = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  print: (json, value, human) => {
    process.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : human());
  },
  note: (text) => {
    process.stderr.write(`${text}\n`);
  },
  exitWith: (code) => {
    process.exitCode = code;
  },
  interruptible: () => {
    const interruption = new AbortController();
    let firstAt: number | undefined;
    process.on('SIGINT', () => {
      const now = performance.now();
      // Stays until the second has come: while a process ends, Node would let it be killed by one.
      if (firstAt === undefined) setTimeout(() => {}, sameSignalMs);
      firstAt ??= now;
      if (now - firstAt >= sameSignalMs) process.exit(exitCodes.interrupted);
      interruption.abort(new Error('interrupted'));
    });
    return interruption.signal;
  },
};

async function main(args: readonly string[]): Promise<void> {
  const program = new Command('careers')
    .description('Openings, applications and contact messages of a careers site, from a terminal.')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .version(manifest.version);
  for (const load of needed(args[0])) (await load()).define(program, context);
  await program.parseAsync(args, { from: 'user' });
}

/** The files behind a first argument: its command's alone, none for the version, all for help or a slip. */
function needed(first: string | undefined) {
  if (first === '--version' || first === '-V') return [];
  const named = first !== undefined && Object.hasOwn(commands, first) && commands[first];
  return named ? [named] : Object.values(commands);
}

function fail(error: unknown, args: readonly string[]): void {
  const code = exitCodeOf(error);
  process.exitCode = code;
  if (isCommanderError(error) && commanderSaysDone(error)) return;
  if (args.includes('--json')) {
    const value = { error: describeError(error, code) };
    process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }
  // A bare `careers` has had its help on stderr; there is nothing to add.
  if (isCommanderError(error) && error.code === 'commander.help') return;
  const message = error instanceof Error ? error.message : String(error);
  for (const line of message.replace(/^error: /, '').split('\n'))
    process.stderr.write(`${styled(process.stderr, 'red', 'error:')} ${plain(line)}\n`);
  if (error instanceof Error && (args.includes('--verbose') || isBug(error)))
    process.stderr.write(`${error.stack}\n`);
}

/** Errors nobody throws on purpose: their stack is what a report needs. */
function isBug(error: Error): boolean {
  return /^(?:Type|Range|Reference|Syntax|Assertion)Error$/.test(error.name);
}

// `careers list | head` closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const args = process.argv.slice(2);
await main(args).catch((error: unknown) => fail(error, args));
if (servers.includes(args[0])) process.exit();
