import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { restore } from '#src/api-host/admin/restore.ts';
import { prepareDataDir } from '#src/config/data-dir.ts';
import { readHostSettings } from '#src/config/settings.ts';
import type { Context } from '../context.ts';
import { plain } from '../output/terminal.ts';
import { lockDataDir } from '../server/data-dir-lock.ts';
import { interruptible, requireFiles, siteFiles } from './backup.ts';

export function defineHostRestore(host: Command, context: Context): void {
  host
    .command('restore')
    .description('verify a backup and copy it into an empty DATA_DIR, on which no host runs')
    .argument('<directory>', 'one that `careers host backup` wrote')
    .option('--json', 'print one JSON document on standard output')
    .action(async (directory: string, { json }: { readonly json?: boolean }) => {
      const settings = readHostSettings(context.env);
      requireFiles(settings, 'restore');
      const run = join(settings.dataDir, 'run');
      const created = [...missing(fileURLToPath(settings.documentsUrl)), ...missing(run)];
      prepareDataDir(settings.dataDir);
      const lock = lockDataDir(settings.dataDir);
      try {
        const result = await interruptible(context, 'Nothing was restored.', (signal) =>
          restore(settings, directory, { site: siteFiles, signal }),
        );
        if (result.hasOtherSecret)
          context.note(
            'warning: SESSION_SECRET is not that of the backup: upload tickets and stored submissions of the backup cannot be used',
          );
        const { files: _files, hasOtherSecret: _other, ...summary } = result;
        context.print(
          json,
          { restored_from: directory, ...summary },
          () =>
            `${result.counts.applications} applications and ${result.counts.documents - result.missing.length} documents restored from ${plain(directory)} (${result.created_at}).\n`,
        );
      } catch (error) {
        if (created.includes(run)) await rm(run, { recursive: true });
        // A directory that is not empty stays.
        for (const directory of created) await rmdir(directory).catch(() => undefined);
        throw error;
      } finally {
        lock.release();
      }
    });
}

const missing = (directory: string): string[] =>
  existsSync(directory) ? [] : [directory, ...missing(dirname(directory))];
