import type { Command } from 'commander';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { addHostOptions, type ConnectionOptions, withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { print } from '../output/json-options.ts';
import { printTable } from '../output/table.ts';

interface SearchOptions extends ConnectionOptions {
  readonly company: string;
  readonly query?: string;
}

export function addReadCommands(program: Command, context: Context): void {
  const printOpenings = async ({ json }: ConnectionOptions, openings: readonly Opening[]) => {
    const { openingsTable } = await import('../output/openings.ts');
    print(context, json, openings, () => openingsTable(context.stdout, openings));
  };
  addHostOptions(program.command('list'))
    .description('list all openings')
    .action(async (options: ConnectionOptions) => {
      const openings = await withClient(options, context, (client) => client.listOpenings());
      await printOpenings(options, openings);
    });
  const search = program
    .command('search')
    .description("list a company's openings that match a text")
    .requiredOption('--company <id>', 'the company, required; `careers companies` lists the ids')
    .option('--query <text>', 'the text; without it, all openings of the company');
  addHostOptions(search).action(async (options: SearchOptions) => {
    const { company: company_id, query: q = '' } = options;
    const openings = await withClient(options, context, (client) =>
      client.searchOpenings({ company_id, q }),
    );
    if (openings.length === 0) {
      const { fillPlaceholders, messages } = await import('#src/domain/model/messages.ts');
      context.note(fillPlaceholders(messages.noOpeningsFound, { query: q }));
    }
    await printOpenings(options, openings);
  });
  addHostOptions(program.command('companies'))
    .description('list the companies')
    .action(async (options: ConnectionOptions) => {
      const companies = await withClient(options, context, (client) => client.listCompanies());
      printTable(context, options.json, companies, {
        ID: ({ id }) => id,
        COMPANY: (one) => one.company_name,
      });
    });
  addHostOptions(program.command('show'))
    .description('show one opening, its description and its questions')
    .argument('<id>', "the opening's id; `careers list` shows them")
    .action(async (id: string, options: ConnectionOptions) => {
      const opening = await withClient(options, context, (client) => client.findOpening(id));
      if (!opening) throw new CommandError('hostRefused', `the host has no opening ${id}`);
      const { openingDetails } = await import('../output/openings.ts');
      print(context, options.json, opening, () => openingDetails(context.stdout, opening));
    });
}
