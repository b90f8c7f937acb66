import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { parseBaseUrl } from '#src/http/base-url.ts';
import type { Context } from './context.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { plain } from './output/terminal.ts';

/** The options of every command that talks to a host. */
export interface HostOptions {
  readonly host?: string;
  readonly secondaryHost?: string;
  readonly timeout?: number;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

const wrongAddress = 'must be an address such as https://api.example.com';
const wrongTimeout = 'must be a whole number of milliseconds from 1 to 2147483647';

export function addHostOptions(command: Command): Command {
  return command
    .option(
      '--host <origin>',
      "API host (default: API_HOST, else the running site's own)",
      flag(parseBaseUrl, wrongAddress),
    )
    .option(
      '--secondary-host <origin>',
      'asked when the first candidate check is not 1 (default: API_SECONDARY_HOST, else --host)',
      flag(parseBaseUrl, wrongAddress),
    )
    .option(
      '--timeout <ms>',
      'for one call (default: API_TIMEOUT_MS, else 10000)',
      flag(asTimeout, wrongTimeout),
    )
    .option('--json', 'print one JSON document on stdout and nothing else there')
    .option('--verbose', 'tell each call on stderr');
}

/** A client for the host that the options, the settings or the running site name, in that order. */
export async function connect(options: HostOptions, context: Context): Promise<ApiClient> {
  const [{ createApiClient }, { readSettings }] = await Promise.all([
    import('#src/domain/api/api-client.ts'),
    import('#src/config/settings.ts'),
  ]);
  const settings = readSettings(context.env);
  return createApiClient({
    apiHost: options.host ?? settings.apiHost ?? (await embeddedHost(settings.dataDir)),
    // The settings of another host say nothing about the one given here.
    secondaryHost:
      options.secondaryHost ?? (options.host === undefined ? settings.apiSecondaryHost : undefined),
    timeoutMs: options.timeout ?? settings.apiTimeoutMs,
    onMalformedItem: ({ url, index, detail }) =>
      context.note(`warning: ${url}: item ${index} was left out: ${plain(detail)}`),
    ...(options.verbose && {
      onCallCompleted: ({ method, url, durationMs, outcome }) =>
        context.note(`${method} ${url} ${outcome} ${Math.round(durationMs)} ms`),
    }),
  });
}

/** Runs a command's work with a client, and closes its connections whatever happens. */
export async function withClient<Result>(
  options: HostOptions,
  context: Context,
  work: (client: ApiClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(options, context);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function flag<Value>(parse: (text: string) => Value | undefined, wrong: string) {
  return (text: string): Value => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(`It ${wrong}.`);
    return value;
  };
}

function asTimeout(text: string): number | undefined {
  const ms = /^\d+$/.test(text) ? Number(text) : 0;
  return ms >= 1 && ms < 2 ** 31 ? ms : undefined;
}

/** The embedded host of the site that runs on the same DATA_DIR: `careers start` writes where it listens. */
async function embeddedHost(dataDir: string): Promise<string> {
  const file = join(dataDir, 'run', 'api-host.json');
  const running = await readFile(file, 'utf8').then(parseRunning, () => undefined);
  if (running !== undefined && isAlive(running.pid)) return running.origin;
  throw new CommandError(
    exitCodes.unreachable,
    `no API host: give --host or API_HOST, or start the site with npm start (no running one was found by ${file})`,
  );
}

function parseRunning(text: string): { origin: string; pid: number } | undefined {
  try {
    const { origin, pid } = JSON.parse(text) as Record<string, unknown>;
    const address = typeof origin === 'string' ? parseBaseUrl(origin) : undefined;
    return address !== undefined && typeof pid === 'number' ? { origin: address, pid } : undefined;
  } catch {
    return undefined;
  }
}

/** A file that a crashed site left behind may name a port that is a stranger's by now. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
