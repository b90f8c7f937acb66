import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { parseBaseUrl } from '#src/http/base-url.ts';
import type { Context } from './context.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { plain } from './output/terminal.ts';

/** The options of every command that calls a host. */
export interface HostOptions {
  readonly host?: string;
  readonly secondaryHost?: string;
  readonly timeout?: number;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

const invalidUrl = 'must be an address such as https://api.example.com';
const invalidTimeout = 'must be a whole number of milliseconds from 1 to 2147483647';

export function addHostOptions(command: Command): Command {
  return command
    .option(
      '--host <origin>',
      "API host (default: API_HOST, else the running site's own)",
      parseWith(parseBaseUrl, invalidUrl),
    )
    .option(
      '--secondary-host <origin>',
      'for the second candidate check, if the first is not 1 (default: API_SECONDARY_HOST, else --host)',
      parseWith(parseBaseUrl, invalidUrl),
    )
    .option(
      '--timeout <ms>',
      'time limit of one call (default: API_TIMEOUT_MS, else 10000)',
      parseWith(parseTimeout, invalidTimeout),
    )
    .option('--json', 'print one JSON document on stdout and nothing else there')
    .option('--verbose', 'report each call on stderr');
}

/** A client for the host of the options, the settings or the running site, in this order. */
export async function connect(options: HostOptions, context: Context): Promise<ApiClient> {
  const [{ createApiClient }, { readSettings }] = await Promise.all([
    import('#src/domain/api/api-client.ts'),
    import('#src/config/settings.ts'),
  ]);
  const settings = readSettings(context.env);
  return createApiClient({
    apiHost: options.host ?? settings.apiHost ?? embeddedHost(settings.dataDir),
    // API_SECONDARY_HOST belongs to API_HOST, not to another host given with --host.
    secondaryHost:
      options.secondaryHost ?? (options.host === undefined ? settings.apiSecondaryHost : undefined),
    timeoutMs: options.timeout ?? settings.apiTimeoutMs,
    onMalformedItem: ({ url, index, omitted, detail }) =>
      context.note(
        `warning: ${url}: ${omitted === 'item' ? `item ${index} was` : `parts of item ${index} were`} omitted: ${plain(detail)}`,
      ),
    ...(options.verbose && {
      onCallCompleted: ({ method, url, durationMs, outcome }) =>
        context.note(`${method} ${url} ${outcome} ${Math.round(durationMs)} ms`),
    }),
  });
}

/** Calls `work` with a client and closes the client's connections afterwards. */
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

function parseWith<Value>(parse: (text: string) => Value | undefined, requirement: string) {
  return (text: string): Value => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(`It ${requirement}.`);
    return value;
  };
}

function parseTimeout(text: string): number | undefined {
  const ms = /^\d+$/.test(text) ? Number(text) : 0;
  return ms >= 1 && ms < 2 ** 31 ? ms : undefined;
}

/** The address of the embedded host, which `careers start` writes to DATA_DIR. */
function embeddedHost(dataDir: string): string {
  const file = join(dataDir, 'run', 'api-host.json');
  const running = readRunning(file);
  if (running !== undefined && isAlive(running.pid)) return running.origin;
  throw new CommandError(
    exitCodes.unreachable,
    `no API host: set --host or API_HOST, or start the site with npm start (${file} names no running site)`,
  );
}

function readRunning(file: string): { origin: string; pid: number } | undefined {
  try {
    const { origin, pid } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const address = typeof origin === 'string' ? parseBaseUrl(origin) : undefined;
    return address !== undefined && typeof pid === 'number' ? { origin: address, pid } : undefined;
  } catch {
    return undefined;
  }
}

/** After a crash the file remains, and another program may use the port. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
