import type { Command } from 'commander';
import type { Context } from '../context.ts';

const startHelp = `
Settings are environment variables: PORT (default 3000), SITE_ORIGIN, DATA_DIR (default ./data), API_HOST and those in
docs/operations.md; \`careers doctor\` checks them. Ctrl-C or SIGTERM stops it once open requests have ended.`;

export function addStartCommand(program: Command, context: Context): void {
  program
    .command('start')
    .description('run the site, and the embedded API host when API_HOST is unset')
    .addHelpText('after', startHelp)
    .action(async () => {
      const { start } = await import('#cli/server/start.ts');
      await start(context);
    });
}
