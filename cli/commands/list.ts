import type { Command } from 'commander';
import { addHostOptions, type ConnectionOptions, withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { addJsonOptions } from '../output/json-options.ts';

export function addListCommand(program: Command, context: Context): void {
  const command = program.command('list').description('list all openings');
  addJsonOptions(addHostOptions(command)).action(async (options: ConnectionOptions) => {
    const openings = await withClient(options, context, (client) => client.listOpenings());
    const { openingsTable } = await import('../output/openings.ts');
    context.print(options.json, openings, () => openingsTable(context.stdout, openings));
  });
}
