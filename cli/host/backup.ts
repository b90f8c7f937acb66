import type { Command } from 'commander';
import { backup, type SiteFiles } from '#src/api-host/admin/backup.ts';
import type { HostSettings } from '#src/config/settings.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { submissionMigrations } from '#src/submissions/schema.ts';
import { sessionSecretFile } from '#src/submissions/session-secret.ts';
import { submissionsFile } from '#src/submissions/submission-database.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Context } from '../context.ts';
import { CommandError, exitCodes, writeFailure } from '../exit-codes.ts';
import { plain } from '../output/terminal.ts';
import { withHostData } from './host-data.ts';

export const siteFiles: SiteFiles = {
  database: submissionsFile,
  migrations: submissionMigrations,
  secret: sessionSecretFile,
};

export function defineHostBackup(host: Command, context: Context): void {
  host
    .command('backup')
    .description(
      'copy all data of DATA_DIR to a new directory, while a host and a site may run; with PostgreSQL or S3, name the steps',
    )
    .argument('<directory>', 'a new one')
    .option('--json', 'print one JSON document on standard output')
    .action(async (directory: string, { json }: { readonly json?: boolean }) => {
      const settings = readHostSettings(context.env);
      requireFiles(settings, 'backup');
      const result = await interruptible(context, 'Nothing was written.', (signal) =>
        withHostData(
          context,
          (data, opened) =>
            backup(data, opened, directory, { site: siteFiles, version: manifest.version, signal }),
          { readOnly: true },
        ).catch(writeFailure(directory)),
      );
      for (const name of result.missing)
        context.note(`warning: the file of document ${name} is missing`);
      if (result.missing.length > 0) context.exitWith(exitCodes.incomplete);
      const { files: _files, ...summary } = result;
      context.print(
        json,
        { backed_up_to: directory, ...summary },
        () =>
          `${result.counts.applications} applications and ${result.counts.documents - result.missing.length} documents written to ${plain(directory)}.\n`,
      );
    });
}

export async function interruptible<Result>(
  context: Context,
  consequence: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = context.interruptible();
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandError(exitCodes.interrupted, `Interrupted. ${consequence}`, error);
  }
}

const s3cmd = `s3cmd --host="\${S3_ENDPOINT#*://}" --host-bucket="\${S3_ENDPOINT#*://}"`;

/** The steps of docs/operations.md in the same order. */
export const steps = {
  backup: {
    postgres: 'pg_dump --format=custom --file=backup/database.dump "$DATABASE_URL"',
    sqlite: 'sqlite3 "$DATA_DIR/api-host.sqlite" ".backup backup/api-host.sqlite"',
    s3: `${s3cmd} sync "\${DOCUMENTS_URL%/}/" backup/documents/`,
    folder: 'cp -a "$DATA_DIR/documents/." backup/documents',
  },
  restore: {
    s3: `${s3cmd} sync backup/documents/ "\${DOCUMENTS_URL%/}/"`,
    folder: 'cp -a backup/documents/. "$DATA_DIR/documents"',
    postgres: 'pg_restore --exit-on-error --no-owner --dbname="$DATABASE_URL" backup/database.dump',
    sqlite: 'cp backup/api-host.sqlite "$DATA_DIR/api-host.sqlite"',
  },
} as const;

/** @throws CommandError with the steps to run instead, if the data is not in SQLite and a folder */
export function requireFiles({ databaseUrl, s3 }: HostSettings, command: keyof typeof steps): void {
  if (databaseUrl === undefined && s3 === undefined) return;
  const used = [databaseUrl !== undefined && 'DATABASE_URL', s3 && 'an s3: DOCUMENTS_URL'];
  const stepsToRun = Object.entries(steps[command])
    .filter(([kind]) =>
      ['postgres', 'sqlite'].includes(kind)
        ? (kind === 'postgres') === (databaseUrl !== undefined)
        : (kind === 's3') === (s3 !== undefined),
    )
    .map(([, step]) => step);
  throw new CommandError(
    exitCodes.invalid,
    `With ${used.filter(Boolean).join(' and ')} run ${stepsToRun.map((step) => `\`${step}\``).join(', then ')}, and keep SESSION_SECRET with it (docs/operations.md, Backup and restore).`,
  );
}
