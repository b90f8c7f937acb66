import type { Command } from 'commander';
import { addHostOptions, type HostOptions, withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { table } from '../output/table.ts';

export function define(program: Command, context: Context): void {
  addHostOptions(program.command('companies').description('list the companies')).action(
    async (options: HostOptions) => {
      const companies = await withClient(options, context, (client) => client.listCompanies());
      const rows = companies.map(({ id, company_name }) => [id, company_name]);
      context.print(options.json, companies, () => table(context.stdout, ['ID', 'COMPANY'], rows));
    },
  );
}
