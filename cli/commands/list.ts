import type { Command } from 'commander';
import {
  addHostOptions,
  addLimitOption,
  type HostOptions,
  type LimitOption,
  withClient,
} from '../connection.ts';
import type { Context } from '../context.ts';
import { addWebOption, openPage, type WebOption } from '../output/browser.ts';
import { addJsonOptions } from '../output/json-options.ts';

export function define(program: Command, context: Context): void {
  const command = program.command('list').description('list all openings');
  addWebOption(addLimitOption(addJsonOptions(addHostOptions(command)))).action(
    async (options: HostOptions & LimitOption & WebOption) => {
      if (options.web) return openPage('/#openings', context);
      const all = await withClient(options, context, (client) => client.listOpenings());
      const openings = all.slice(0, options.limit);
      const { openingsTable } = await import('../output/openings.ts');
      context.print(options.json, openings, () => openingsTable(context.stdout, openings));
    },
  );
}
