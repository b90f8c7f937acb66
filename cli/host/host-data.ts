import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, type HostData, openHostData } from '#src/api-host/data.ts';
import { readHostSettings } from '#src/config/settings.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';

/**
 * Opens the API host's data, runs a command's work and closes the data. A host may run on it at the same time, so only
 * the host migrates. Missing data is an error unless `create` is set: a wrong DATA_DIR must not look like an empty one.
 */
export async function withHostData<Result>(
  context: Context,
  work: (data: HostData) => Promise<Result>,
  { create = false } = {},
): Promise<Result> {
  const settings = readHostSettings(context.env);
  const file = join(settings.dataDir, databaseFile);
  if (!create && settings.databaseUrl === undefined && !existsSync(file))
    throw new CommandError(
      exitCodes.invalid,
      `DATA_DIR has no data of an API host: there is no ${file}`,
    );
  const data = await openHostData(settings, { migrate: create ? 'if-empty' : 'never' });
  try {
    return await work(data);
  } finally {
    await data.close();
  }
}
