import type { Command } from 'commander';
import { addHostOptions, type ConnectionOptions, withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../errors.ts';
import { addJsonOptions } from '../output/json-options.ts';

export function addShowCommand(program: Command, context: Context): void {
  const command = program
    .command('show')
    .description('show one opening, its description and its questions')
    .argument('<id>', "the opening's id; `careers list` shows them");
  addJsonOptions(addHostOptions(command)).action(async (id: string, options: ConnectionOptions) => {
    const opening = await withClient(options, context, (client) => client.findOpening(id));
    if (!opening) throw new CommandError('hostRefused', `the host has no opening ${id}`);
    const { openingDetails } = await import('../output/openings.ts');
    context.print(options.json, opening, () => openingDetails(context.stdout, opening));
  });
}
