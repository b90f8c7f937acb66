import type { Command } from 'commander';
import { addHostOptions, type ConnectionOptions, withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { addJsonOptions } from '../output/json-options.ts';
import { table } from '../output/table.ts';

export function addCompaniesCommand(program: Command, context: Context): void {
  const command = program.command('companies').description('list the companies');
  addJsonOptions(addHostOptions(command)).action(async (options: ConnectionOptions) => {
    const companies = await withClient(options, context, (client) => client.listCompanies());
    const rows = companies.map(({ id, company_name }) => [id, company_name]);
    context.print(options.json, companies, () => table(context.stdout, ['ID', 'COMPANY'], rows));
  });
}
