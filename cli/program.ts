import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import * as companies from './commands/companies.ts';
import * as contact from './commands/contact.ts';
import * as doctor from './commands/doctor.ts';
import * as host from './commands/host.ts';
import * as list from './commands/list.ts';
import * as search from './commands/search.ts';
import * as show from './commands/show.ts';
import * as start from './commands/start.ts';
import * as submit from './commands/submit.ts';
import type { Context } from './context.ts';
import {
  errorAsJson,
  exitCodeOf,
  exitCodesHelp,
  isCommanderError,
  isHelpOrVersion,
} from './exit-codes.ts';
import { plain, styled } from './output/terminal.ts';

/** In the order of the help. Each module defines its command; what the command needs is loaded when it is called. */
const commands = [list, search, companies, show, submit, contact, doctor, host, start];

/** Runs one command line. Errors are reported, and become the exit code. */
export async function runProgram(args: readonly string[], context: Context): Promise<void> {
  try {
    if (args[0] === 'help' && args[1] === 'exit-codes') {
      context.stdout.write(exitCodesHelp);
      return;
    }
    const program = new Command('careers')
      .description(
        'Openings, applications and contact messages of a careers site, from a terminal.',
      )
      .exitOverride()
      .configureOutput({
        writeOut: (text) => context.stdout.write(text),
        writeErr: (text) => context.stderr.write(text),
        outputError: () => {},
      })
      .addHelpText('after', '\ncareers help exit-codes explains the exit codes.')
      .version(manifest.version);
    for (const { define } of commands) await define(program, context, args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    reportError(error, args, context);
  }
}

function reportError(error: unknown, args: readonly string[], context: Context): void {
  const code = exitCodeOf(error);
  context.exitWith(code);
  if (isCommanderError(error) && isHelpOrVersion(error)) return;
  if (args.includes('--json')) context.print(true, { error: errorAsJson(error, code) }, () => '');
  // `careers` without a command has already printed its help on stderr.
  if (isCommanderError(error) && error.code === 'commander.help') return;
  const message = error instanceof Error ? error.message : String(error);
  for (const line of message.replace(/^error: /, '').split('\n'))
    context.stderr.write(`${styled(context.stderr, 'red', 'error:')} ${plain(line)}\n`);
  if (error instanceof Error && (args.includes('--verbose') || isBug(error)))
    context.stderr.write(`${error.stack}\n`);
}

/** Errors that no code throws on purpose: a bug report needs the stack. */
function isBug(error: Error): boolean {
  return /^(?:Type|Range|Reference|Syntax|Assertion)Error$/.test(error.name);
}
