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
  if (!create && !hasHostData(context))
    throw new CommandError(
      exitCodes.invalid,
      `DATA_DIR has no data of an API host: there is no ${join(settings.dataDir, databaseFile)}`,
    );
  const data = await openHostData(settings, { migrate: create ? 'if-empty' : 'never' });
  try {
    return await work(data);
  } finally {
    await data.close();
  }
}

/** Whether there is data of an API host; a database of PostgreSQL is looked at when it is opened. */
export function hasHostData(context: Context): boolean {
  const { databaseUrl, dataDir } = readHostSettings(context.env);
  return databaseUrl !== undefined || existsSync(join(dataDir, databaseFile));
}
