import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** The commands load the API host, so they are defined only if the arguments of the process contain `host`. */
export async function addHostCommand(
  program: Command,
  context: Context,
  args: readonly string[],
): Promise<void> {
  const host = program
    .command('host')
    .description('run the API host alone (PORT, default 3001), or manage its data');
  if (!args.includes('host')) return;
  const { defineHostCommands } = await import('#cli/host/commands.ts');
  defineHostCommands(host, context);
}
