import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { restore } from '#src/api-host/admin/restore.ts';
import { prepareDataDir } from '#src/config/data-dir.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { CopyDiffersError } from '#src/database/copy-tables.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { type Context, orInterrupted } from '../context.ts';
import { addJsonFlag, type JsonOption, print } from '../output/json-options.ts';
import { plain } from '../output/terminal.ts';
import { lockDataDir } from '../server/data-dir-lock.ts';
import { siteData } from './backup.ts';

export function defineHostRestore(host: Command, context: Context): void {
  addJsonFlag(host.command('restore'))
    .description(
      'verify a backup, copy it to an empty DATA_DIR, or DATABASE_URL and DOCUMENTS_URL, which no host and no site uses, and compare; repeat it after an interruption',
    )
    .argument('<directory>', 'one that `careers host backup` wrote')
    .action(async (directory: string, { json }: JsonOption) => {
      const settings = readHostSettings(context.env);
      const runDirectory = join(settings.dataDir, 'run');
      const created = missingDirectories(runDirectory);
      prepareDataDir(settings.dataDir);
      const lock = lockDataDir(settings.dataDir);
      try {
        const result = await orInterrupted(context, 'Repeat the command to continue.', (signal) =>
          restore(settings, directory, { site: siteData, signal }),
        ).catch((error: unknown) => {
          if (!(error instanceof CopyDiffersError)) throw error;
          const message = `${error.message} No host starts on it. Repeat the command to copy what differs again.`;
          throw new CommandError('incomplete', message, error);
        });
        if (result.hasOtherSecret)
          context.note(
            'warning: SESSION_SECRET is not that of the backup: upload tickets and stored submissions of the backup cannot be used',
          );
        const { files: _files, hasOtherSecret: _other, ...summary } = result;
        print(
          context,
          json,
          { restored_from: directory, ...summary },
          () =>
            `${counted(result.counts.applications, 'application')} and ${counted(result.counts.documents - result.missing.length, 'document')} restored from ${plain(`${directory} (${result.created_at})`)}. All rows and documents are equal to those of the backup.\n`,
        );
      } catch (error) {
        if (created.includes(runDirectory)) await rm(runDirectory, { recursive: true });
        // A directory that is not empty stays.
        for (const directory of created) await rmdir(directory).catch(() => undefined);
        throw error;
      } finally {
        lock.release();
      }
    });
}

const missingDirectories = (directory: string): string[] =>
  existsSync(directory) ? [] : [directory, ...missingDirectories(dirname(directory))];
