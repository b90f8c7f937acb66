import { Command, CommanderError } from 'commander';
import { errorMessage } from '#src/http/describe-error.ts';
import manifest from '../package.json' with { type: 'json' };
import { addConfigCommand } from './commands/config.ts';
import { addContactCommand } from './commands/contact.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addReadCommands } from './commands/read.ts';
import { addSubmitCommand } from './commands/submit.ts';
import type { Context } from './context.ts';
import { errorAsJson, exitCodesHelp, exitOfCommand, isHelpOrVersion } from './errors.ts';
import { hasJson, jsonText, separateFields } from './output/json-options.ts';
import { plain, styled } from './output/terminal.ts';

const commands = [
  addReadCommands,
  addSubmitCommand,
  addContactCommand,
  addDoctorCommand,
  addConfigCommand,
  addHostCommand,
  addStartCommand,
];

export async function runProgram(args: readonly string[], context: Context): Promise<void> {
  try {
    const [first, ...names] = args;
    if (first === 'help' && names[0] === 'exit-codes') {
      context.stdout.write(exitCodesHelp);
      return;
    }
    const program = new Command('careers')
      .description(
        'Openings, applications and contact messages of a careers site, from a terminal.',
      )
      .exitOverride()
      // An option after the name of a command belongs to it, even if a command above has an option of this name.
      .enablePositionalOptions()
      .configureOutput({
        writeOut: (text) => context.stdout.write(text),
        writeErr: (text) => context.stderr.write(text),
        outputError: () => {},
      })
      .addHelpText('after', '\ncareers help exit-codes explains the exit codes.')
      .version(manifest.version);
    for (const addCommand of commands) await addCommand(program, context, args);
    // The help command of commander knows only one level of commands.
    const given = first === 'help' && names.length > 1 ? [...names, '--help'] : args;
    await program.parseAsync(separateFields(given), { from: 'user' });
  } catch (error) {
    reportError(error, args, context);
  }
}

function reportError(error: unknown, args: readonly string[], context: Context): void {
  const exit = exitOfCommand(error);
  context.exitWith(exit);
  if (error instanceof CommanderError && isHelpOrVersion(error)) return;
  if (hasJson(args)) context.stdout.write(jsonText({ error: errorAsJson(error, exit) }));
  // `careers` without a command has already printed its help on stderr.
  if (error instanceof CommanderError && error.code === 'commander.help') return;
  for (const line of errorMessage(error)
    .replace(/^error: /, '')
    .split('\n'))
    context.stderr.write(`${styled(context.stderr, 'red', 'error:')} ${plain(line)}\n`);
  if (error instanceof Error && (args.includes('--verbose') || isBug(error)))
    for (const line of (error.stack ?? '').split('\n'))
      context.stderr.write(`${line.startsWith('    at ') ? '    ' : ''}${plain(line)}\n`);
}

/** Returns whether the error is a bug, and not thrown on purpose. A bug report needs the stack. */
const isBug = (error: Error): boolean =>
  /^(?:Type|Range|Reference|Syntax|Assertion)Error$/.test(error.name);

/** The commands load the API host, so they are defined only if the arguments of the process contain `host`. */
async function addHostCommand(
  program: Command,
  context: Context,
  args: readonly string[],
): Promise<void> {
  const host = program
    .command('host')
    .description('run the API host alone (PORT, default 3001), or manage its data');
  if (!args.includes('host')) return;
  const { defineHostCommands } = await import('./host/commands.ts');
  defineHostCommands(host, context);
}

function addStartCommand(program: Command, context: Context): void {
  program
    .command('start')
    .description('run the site, and the embedded API host when API_HOST is unset')
    .addHelpText('after', startHelp)
    .action(async () => {
      const { start } = await import('./server/start.ts');
      await start(context);
    });
}

const startHelp = `
Settings are environment variables: PORT (default 3000), SITE_ORIGIN, DATA_DIR (default ./data), API_HOST and those in
docs/operations.md; \`careers doctor\` checks them. Ctrl-C or SIGTERM stops it once open requests have ended.`;
