import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFile, type HostData, openHostData } from '#src/api-host/data.ts';
import { type HostSettings, HostSettingsError, readHostSettings } from '#src/api-host/settings.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';

/** The API host's settings; one that makes no sense is the command's error, exit code 3. */
export function readSettings(env: Context['env']): HostSettings {
  try {
    return readHostSettings(env);
  } catch (error) {
    if (error instanceof HostSettingsError)
      throw new CommandError(exitCodes.invalid, error.message, error);
    throw error;
  }
}

/**
 * Runs a command's work on what the API host keeps, and closes it whatever happens. A host may be running
 * on it. Unless `make` is set, data that is not there is an error: a wrong DATA_DIR should not look empty.
 */
export async function withHostData<Result>(
  context: Context,
  work: (data: HostData) => Promise<Result>,
  { make = false } = {},
): Promise<Result> {
  const settings = readSettings(context.env);
  const file = join(settings.dataDir, databaseFile);
  if (!make && !(await stat(file).catch(() => undefined)))
    throw new CommandError(
      exitCodes.invalid,
      `DATA_DIR holds no data of an API host: there is no ${file}`,
    );
  const data = await openHostData(settings);
  try {
    return await work(data);
  } finally {
    await data.close();
  }
}
