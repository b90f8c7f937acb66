import process from 'node:process';
import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import * as companies from './commands/companies.ts';
import * as contact from './commands/contact.ts';
import * as host from './commands/host.ts';
import * as list from './commands/list.ts';
import * as search from './commands/search.ts';
import * as show from './commands/show.ts';
import * as start from './commands/start.ts';
import * as submit from './commands/submit.ts';
import { processContext } from './context.ts';
import { errorAsJson, exitCodeOf, isCommanderError, isHelpOrVersion } from './exit-codes.ts';
import { plain, styled } from './output/terminal.ts';

/** In the order of the help. Each module defines its command; what the command needs is loaded when it is called. */
const commands = [list, search, companies, show, submit, contact, host, start];
/** Commands that exit explicitly, because a library may keep the event loop alive after they stop. */
const servers: readonly (string | undefined)[] = ['start'];

async function main(args: readonly string[]): Promise<void> {
  const program = new Command('careers')
    .description('Openings, applications and contact messages of a careers site, from a terminal.')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .version(manifest.version);
  for (const { define } of commands) await define(program, processContext, args);
  await program.parseAsync(args, { from: 'user' });
}

function reportError(error: unknown, args: readonly string[]): void {
  const code = exitCodeOf(error);
  process.exitCode = code;
  if (isCommanderError(error) && isHelpOrVersion(error)) return;
  if (args.includes('--json')) {
    const value = { error: errorAsJson(error, code) };
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
main(args)
  .catch((error: unknown) => reportError(error, args))
  .then(() => servers.includes(args[0]) && process.exit());
