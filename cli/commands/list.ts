import type { Command } from 'commander';
import {
  addHostOptions,
  addLimitOption,
  type HostOptions,
  type LimitOption,
  withClient,
} from '../connection.ts';
import type { Context } from '../context.ts';
import { openingsTable } from '../output/table.ts';

export function define(program: Command, context: Context): void {
  const command = program.command('list').description('list all openings');
  addLimitOption(addHostOptions(command)).action(async (options: HostOptions & LimitOption) => {
    const all = await withClient(options, context, (client) => client.listOpenings());
    const openings = all.slice(0, options.limit);
    context.print(options.json, openings, () => openingsTable(context.stdout, openings));
  });
}
