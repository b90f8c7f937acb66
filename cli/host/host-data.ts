import { accessSync, closeSync, constants, existsSync, openSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { databaseFile, type HostData, openHostData } from '#src/api-host/data.ts';
import { unlessMissing } from '#src/api-host/files.ts';
import { hostLog } from '#src/api-host/log.ts';
import { isDiskFull } from '#src/config/data-dir.ts';
import { type HostSettings, readHostSettings } from '#src/config/settings.ts';
import { sessionSecretFile } from '#src/submissions/session-secret.ts';
import { submissionsFile } from '#src/submissions/submission-database.ts';
import { type Context, exitBy, stopSignals } from '../context.ts';
import { CommandError } from '../errors.ts';

/** Returns the settings of mail. @throws CommandError without SMTP_URL */
export function mailSettings({ mail }: HostSettings): NonNullable<HostSettings['mail']> {
  if (!mail) throw new CommandError('invalid', 'SMTP_URL is not set: no mail is sent.');
  return mail;
}

/**
 * Only the host migrates, because it may run at the same time. Missing data is an error unless `create` is set: a wrong
 * DATA_DIR must not look like an empty one. With `readOnly` it need not be writable, for example in a mounted backup.
 */
export async function withHostData<Result>(
  context: Context,
  work: (data: HostData, settings: HostSettings) => Promise<Result>,
  { create = false, readOnly = false } = {},
): Promise<Result> {
  const settings = readHostSettings(context.env);
  if (!create && !hasHostData(context))
    throw new CommandError(
      'invalid',
      `DATA_DIR has no data of an API host: there is no ${join(settings.dataDir, databaseFile)}`,
    );
  const isCopied = readOnly && settings.databaseUrl === undefined && !isWritable(settings.dataDir);
  const dataDir = isCopied ? await copyDatabases(settings.dataDir) : settings.dataDir;
  try {
    const opened = { ...settings, dataDir };
    const data = await openHostData(opened, { migrate: create ? 'if-empty' : 'never' });
    try {
      return await work(data, opened);
    } finally {
      await data.close();
    }
  } catch (error) {
    // Only errors of the database have an errcode. The file of another error may be on another disk.
    if (!(error instanceof Error && 'errcode' in error && isDiskFull(error))) throw error;
    const message = `There is no space left in ${dataDir}. Free some, and repeat the command.`;
    throw new CommandError('invalid', message, error);
  } finally {
    if (isCopied) removeCopy(dataDir);
  }
}

export const readHostData = <Result>(
  context: Context,
  work: (data: HostData, settings: HostSettings) => Promise<Result>,
): Promise<Result> => withHostData(context, work, { readOnly: true });

/** Returns whether SQLite can write the database and files beside it. */
function isWritable(dataDir: string): boolean {
  try {
    accessSync(dataDir, constants.W_OK);
    closeSync(openSync(join(dataDir, databaseFile), 'r+'));
    return true;
  } catch {
    return false;
  }
}

/** Copies the databases to a new directory of this user, because SQLite writes beside a database that it reads. */
async function copyDatabases(dataDir: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'careers-copy-'));
  removeAtExit(directory);
  for (const name of [databaseFile, submissionsFile])
    await copyDatabase(join(dataDir, name), join(directory, name));
  await copyIfThere(join(dataDir, sessionSecretFile), join(directory, sessionSecretFile));
  return directory;
}

/**
 * Between the two copies a running host may move the log into the database and begin a new log. The copies then lack rows,
 * so both files are copied again.
 */
async function copyDatabase(from: string, to: string): Promise<void> {
  const header = await logHeader(from);
  for (const end of ['', '-wal']) await copyIfThere(`${from}${end}`, `${to}${end}`);
  if ((await logHeader(from)) !== header) await copyDatabase(from, to);
}

async function logHeader(database: string): Promise<string | undefined> {
  await using log = await unlessMissing(open(`${database}-wal`));
  return log && (await log.read(Buffer.alloc(32), 0, 32, 0)).buffer.toString('hex');
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await unlessMissing(copyFile(from, to));
  await unlessMissing(chmod(to, 0o600));
}

const removeCopy = (directory: string) => rmSync(directory, { recursive: true, force: true });

/** The copies contain data of persons, so they must be removed even if `| head` or a signal ends the command. */
const copies: string[] = [];

function removeAtExit(directory: string): void {
  copies.push(directory);
  if (copies.length > 1) return;
  process.on('exit', () => copies.forEach(removeCopy));
  for (const signal of stopSignals)
    process.on(signal, () => {
      // A command that handles the signal itself goes on until it has ended.
      if (process.listenerCount(signal) === 1) exitBy(signal);
    });
}

/**
 * Logs, without data of persons, that a command has erased or exported some. An operator at a terminal reads the result of
 * the command instead.
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
export function hasHostData(context: Context): boolean {
  const { databaseUrl, dataDir } = readHostSettings(context.env);
  return databaseUrl !== undefined || existsSync(join(dataDir, databaseFile));
}
