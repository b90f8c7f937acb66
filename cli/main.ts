import process from 'node:process';
import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { type Context, processContext } from './context.ts';
import { describeError, exitCodeOf, isCommanderError, isHelpOrVersion } from './exit-codes.ts';
import { plain, styled } from './output/terminal.ts';

interface CommandModule {
  readonly define: (program: Command, context: Context) => void;
}

/** The module of each command. Only the used one is loaded; help loads all. */
const commands: Readonly<Record<string, () => Promise<CommandModule>>> = {
  list: () => import('./commands/list.ts'),
  search: () => import('./commands/search.ts'),
  companies: () => import('./commands/companies.ts'),
  show: () => import('./commands/show.ts'),
  submit: () => import('./commands/submit.ts'),
  contact: () => import('./commands/contact.ts'),
  host: () => import('./commands/host.ts'),
  start: () => import('./commands/start.ts'),
};
/** Commands that exit explicitly, because a library may keep the event loop alive after they stop. */
const servers: readonly (string | undefined)[] = ['start'];

async function main(args: readonly string[]): Promise<void> {
  const program = new Command('careers')
    .description('Openings, applications and contact messages of a careers site, from a terminal.')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .version(manifest.version);
  for (const load of modulesFor(args[0])) (await load()).define(program, processContext);
  await program.parseAsync(args, { from: 'user' });
}

/** The command's module; no module for the version; all modules for help or an unknown command. */
function modulesFor(first: string | undefined) {
  if (first === '--version' || first === '-V') return [];
  const load = first !== undefined && Object.hasOwn(commands, first) && commands[first];
  return load ? [load] : Object.values(commands);
}

function reportError(error: unknown, args: readonly string[]): void {
  const code = exitCodeOf(error);
  process.exitCode = code;
  if (isCommanderError(error) && isHelpOrVersion(error)) return;
  if (args.includes('--json')) {
    const value = { error: describeError(error, code) };
    process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }
  // `careers` without a command has already printed its help on stderr.
  if (isCommanderError(error) && error.code === 'commander.help') return;
  const message = error instanceof Error ? error.message : String(error);
  for (const line of message.replace(/^error: /, '').split('\n'))
    process.stderr.write(`${styled(process.stderr, 'red', 'error:')} ${plain(line)}\n`);
  if (error instanceof Error && (args.includes('--verbose') || isBug(error)))
    process.stderr.write(`${error.stack}\n`);
}

/** Errors that no code throws on purpose: a bug report needs the stack. */
function isBug(error: Error): boolean {
  return /^(?:Type|Range|Reference|Syntax|Assertion)Error$/.test(error.name);
}

// `careers list | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const args = process.argv.slice(2);
await main(args).catch((error: unknown) => reportError(error, args));
if (servers.includes(args[0])) process.exit();
