import type { Command } from 'commander';
import { addHostOptions, type ConnectionOptions, withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { addJsonOptions } from '../output/json-options.ts';

interface SearchOptions extends ConnectionOptions {
  readonly company: string;
  readonly query?: string;
}

export function addSearchCommand(program: Command, context: Context): void {
  const command = program
    .command('search')
    .description("list a company's openings that match a text")
    .requiredOption('--company <id>', 'the company, required; `careers companies` lists the ids')
    .option('--query <text>', 'the text; without it, all openings of the company');
  addJsonOptions(addHostOptions(command)).action(async (options: SearchOptions) => {
    const { company: company_id, query: q = '' } = options;
    const openings = await withClient(options, context, (client) =>
      client.searchOpenings({ company_id, q }),
    );
    if (openings.length === 0) {
      const { formatMessage } = await import('#src/domain/model/messages.ts');
      context.note(formatMessage('noOpeningsFound', { query: q }));
    }
    const { openingsTable } = await import('../output/openings.ts');
    context.print(options.json, openings, () => openingsTable(context.stdout, openings));
  });
}
