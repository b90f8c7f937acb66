import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, type HostData, openHostData } from '#src/api-host/data.ts';
import { hostLog } from '#src/api-host/log.ts';
import { type HostSettings, readHostSettings } from '#src/config/settings.ts';
import { SettingDiffersError } from '#src/database/shared-settings.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { isDiskFull } from '#src/files/disk.ts';
import type { Context } from '../context.ts';

/** Returns the settings of mail. @throws CommandError without SMTP_URL */
export function mailSettings({ mail }: HostSettings): NonNullable<HostSettings['mail']> {
  if (!mail) throw new CommandError('invalid', 'SMTP_URL is not set: no mail is sent.');
  return mail;
}

/**
 * Only the host migrates its data, because it may run at the same time. Missing data is an error unless `create` is
 * set: a wrong DATA_DIR must not look like an empty one.
 * @param options.documents whether the work reads or removes documents, so that the store must belong to the database
 */
export async function withHostData<Result>(
  context: Context,
  work: (data: HostData, settings: HostSettings) => Promise<Result>,
  { create = false, documents = false } = {},
): Promise<Result> {
  const settings = readHostSettings(context.env);
  if (!create && !hasHostData(settings))
    throw new CommandError(
      'invalid',
      `DATA_DIR has no data of an API host: there is no ${join(settings.dataDir, databaseFile)}`,
    );
  try {
    const data = await openHostData(settings, { migrate: create ? 'if-empty' : 'never' });
    try {
      // `work` reports other errors.
      const ignored = (error: unknown) => error;
      const problem = documents ? await data.store.check().catch(ignored) : undefined;
      if (problem instanceof SettingDiffersError) throw problem;
      return await work(data, settings);
    } finally {
      await data.close();
    }
  } catch (error) {
    // Only errors of the database have an errcode. The file of another error may be on another disk.
    if (!(error instanceof Error && 'errcode' in error && isDiskFull(error))) throw error;
    const message = `There is no space left in ${settings.dataDir}. Free some, and repeat the command.`;
    throw new CommandError('invalid', message, error);
  }
}

/**
 * Logs, without personal data, that a command has erased or exported such data. An operator at a terminal reads the
 * result of the command instead.
 */
export function logAccess(
  { env, stderr }: Context,
  line: { readonly event: 'data-erased' | 'person-exported' } & Readonly<Record<string, unknown>>,
): void {
  if (!stderr.isTTY) hostLog(readHostSettings(env).logLevel).info(line);
}

export const noteHiddenSubmissions = (context: Context): void =>
  context.note(
    "warning: the site's submissions of this address cannot be found without its SESSION_SECRET",
  );

export const nothingOfAddress = (): CommandError =>
  new CommandError('hostRefused', 'nothing came from this address');

/** Returns whether there is data of an API host. A database of PostgreSQL is not checked before it is opened. */
export const hasHostData = ({ databaseUrl, dataDir }: HostSettings): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, databaseFile));
