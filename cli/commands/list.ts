import type { Command } from 'commander';
import { addHostOptions, type HostOptions, withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { openingsTable } from '../output/table.ts';

export function define(program: Command, context: Context): void {
  addHostOptions(program.command('list').description('list all openings')).action(
    async (options: HostOptions) => {
      const openings = await withClient(options, context, (client) => client.listOpenings());
      context.print(options.json, openings, () => openingsTable(context.stdout, openings));
    },
  );
}
