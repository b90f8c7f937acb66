import type { Command } from 'commander';
import { backup } from '#src/api-host/admin/backup.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { sessionSecretFile } from '#src/submissions/session-secret.ts';
import { submissionsFile, submissionsSchema } from '#src/submissions/submission-database.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type Context, interruptible } from '../context.ts';
import { writeFailure } from '../errors.ts';
import { addJsonFlag, type JsonOption } from '../output/json-options.ts';
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
    .argument('<directory>', 'a new one')
    .action(async (directory: string, { json }: JsonOption) => {
      const result = await interruptible(context, 'Nothing was written.', (signal) =>
        withHostData(context, (data, opened) =>
          backup(data, opened, directory, {
            site: siteData,
            version: manifest.version,
            signal,
          }).catch(writeFailure(directory)),
        ),
      );
      for (const name of result.missing)
        context.note(`warning: the file of document ${name} is missing`);
      if (result.missing.length > 0) context.exitWith('incomplete');
      const { files, ...summary } = result;
      if (result.counts.submissions > 0 && !files.some(({ path }) => path === siteData.secret))
        context.note(
          'warning: SESSION_SECRET is not set, and the submissions cannot be used without that of the sites: keep it with the backup',
        );
      context.print(
        json,
        { backed_up_to: directory, ...summary },
        () =>
          `${counted(result.counts.applications, 'application')} and ${counted(result.counts.documents - result.missing.length, 'document')} written to ${plain(directory)}.\n`,
      );
    });
}
