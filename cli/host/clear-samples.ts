import type { Command } from 'commander';
import { clearSamples } from '#src/api-host/openings/sample-data.ts';
import type { Context } from '../context.ts';
import { addJsonFlag, type JsonOption, print } from '../output/json-options.ts';
import { withHostData } from './host-data.ts';

export function defineHostClearSamples(host: Command, context: Context): void {
  addJsonFlag(host.command('clear-samples'))
    .description('remove the sample openings that nobody applied to and no operator replaced')
    .action(async ({ json }: JsonOption) => {
      const result = await withHostData(context, ({ database }) => clearSamples(database));
      print(
        context,
        json,
        result,
        () =>
          `${result.removed} sample openings removed, ${result.kept} kept: people applied to them.\n`,
      );
    });
}
