import { Command } from 'commander';
import { registerStart } from './commands/start.ts';

const program = new Command('careers').description('The careers site from a terminal.');
registerStart(program);
program.parseAsync().then(
  // Whatever a library still holds open must not keep a stopped site alive.
  () => process.exit(process.exitCode ?? 0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof Error && error.name === 'SettingsError' ? 3 : 1);
  },
);
