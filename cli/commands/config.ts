import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Context } from '../context.ts';

export function addConfigCommand(program: Command, context: Context): void {
  const config = program
    .command('config')
    .description('show how a site config (SITE_CONFIG) is written, and check one');
  config
    .command('print')
    .description('print the site.yaml of the sample, with comments, to begin with')
    .action(async () => {
      const { sampleSiteFile } = await import('#src/config/load-site.ts');
      context.stdout.write(readFileSync(sampleSiteFile(), 'utf8'));
    });
  config
    .command('schema')
    .description('print the JSON Schema of site.yaml, by which editors complete it')
    .action(async () => {
      const { siteJsonSchema } = await import('#src/config/site-schema.ts');
      context.stdout.write(`${JSON.stringify(siteJsonSchema(), null, 2)}\n`);
    });
  config
    .command('check <file>')
    .description('check a site.yaml with its languages, pictures, links and colors')
    .option('--error-pages <directory>', 'write the pages of errors that nginx answers itself')
    .action(async (file: string, { errorPages }: { readonly errorPages?: string }) => {
      // The file is read as a site reads it, with the routes in its languages.
      process.env.SITE_CONFIG = file;
      const { checkLoadedSite } = await import('../config/check-site.ts');
      context.stdout.write(`${checkLoadedSite()}\n`);
      if (errorPages !== undefined)
        (await import('../config/error-pages.ts')).writeErrorPages(errorPages);
    });
}
