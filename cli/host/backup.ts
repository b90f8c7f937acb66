import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { backup, pruneBackups } from '#src/api-host/admin/backup.ts';
import { verifyBackup } from '#src/api-host/admin/restore.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { sessionSecretFile } from '#src/submissions/session-secret.ts';
import { submissionsFile, submissionsSchema } from '#src/submissions/submission-database.ts';
import manifest from '../../package.json' with { type: 'json' };
import { wholeNumber } from '../connection.ts';
import { type Context, orInterrupted } from '../context.ts';
import { writeFailure } from '../errors.ts';
import { addJsonFlag, type JsonOption, print } from '../output/json-options.ts';
import { plain } from '../output/terminal.ts';
import { withHostData } from './host-data.ts';

export const siteData = {
  database: submissionsFile,
  schema: submissionsSchema,
  secret: sessionSecretFile,
};

export function defineHostBackup(host: Command, context: Context): void {
  addJsonFlag(host.command('backup'))
    .description(
      'copy all data to a new directory, from SQLite or PostgreSQL, a folder or S3, while a host and a site may run',
    )
    .argument('<directory>', 'a new one; with --keep that of all backups')
    .addOption(
      new Option(
        '--keep <count>',
        'write to <directory>/<time>, verify that, then remove older complete backups of this installation but for so many in all',
      ).argParser(wholeNumber(9999)),
    )
    .action(async (parent: string, { json, keep }: JsonOption & { readonly keep?: number }) => {
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const directory = keep === undefined ? parent : join(parent, time);
      const { removed, ...result } = await orInterrupted(
        context,
        keep === undefined ? 'Nothing was written.' : 'No older backup was removed.',
        async (signal) => {
          const written = await withHostData(
            context,
            (data, opened) =>
              backup(data, opened, directory, {
                site: siteData,
                version: manifest.version,
                signal,
              }).catch(writeFailure(directory)),
            { documents: true },
          );
          // Older backups stay, because they may have the documents that this backup lacks.
          if (keep === undefined || written.missing.length > 0) return { ...written, removed: [] };
          await verifyBackup(directory, signal);
          return { ...written, removed: await pruneBackups(parent, written, keep) };
        },
      );
      for (const name of result.missing)
        context.note(`warning: the file of document ${name} is missing`);
      if (result.missing.length > 0) context.exitWith('incomplete');
      const { files, ...summary } = result;
      if (result.counts.submissions > 0 && !files.some(({ path }) => path === siteData.secret))
        context.note(
          'warning: SESSION_SECRET is not set, and the submissions cannot be used without that of the sites: keep it with the backup',
        );
      print(
        context,
        json,
        { backed_up_to: directory, ...summary, ...(keep !== undefined && { removed }) },
        () =>
          `${counted(result.counts.applications, 'application')} and ${counted(result.counts.documents - result.missing.length, 'document')} written to ${plain(directory)}.\n`,
      );
    });
}
