import type { Command } from 'commander';

export function define(program: Command): void {
  program
    .command('start')
    .description('run the site, and the embedded API host when API_HOST is unset')
    .action(async () => {
      const { start } = await import('#cli/server/start.ts');
      await start();
    });
}
