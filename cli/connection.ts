import { type Command, InvalidArgumentError } from 'commander';
import type { ApiClient, ApiClientOptions } from '#src/domain/api/api-client.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { parseApiAddress } from '#src/http/base-url.ts';
import type { Context } from './context.ts';
import { addJsonOptions, type JsonOption } from './output/json-options.ts';

export interface ConnectionOptions extends JsonOption {
  readonly host?: string;
  readonly secondaryHost?: string;
  readonly timeout?: number;
  readonly verbose?: boolean;
}

/** The same limit as in the browser. The operating system buffers some MB of a document without visible progress. */
const stallTimeoutMs = 60_000;

/** Also adds `--json`. `fields` are the fields of the records, if they are known before the call. */
export function addHostOptions(command: Command, fields?: readonly string[]): Command {
  command
    .option(
      '--host <origin>',
      'address of the API host (default: API_HOST, else that of the host that runs on DATA_DIR)',
      parseAddress,
    )
    .option(
      '--secondary-host <origin>',
      'address of the API host for the second candidate check, if the first response is not 1 (default: --host, else API_SECONDARY_HOST, else API_HOST)',
      parseAddress,
    )
    .option(
      '--timeout <ms>',
      'time limit of one call, for a document of the time without progress, in milliseconds (default: API_TIMEOUT_MS, else 10000; for a document at least 60000)',
      wholeNumber(2 ** 31 - 1),
    )
    .option('--verbose', 'report each call on standard error');
  return addJsonOptions(command, fields);
}

export interface TargetHost
  extends Pick<ApiClientOptions, 'apiHost' | 'secondaryHost' | 'secret' | 'timeoutMs'> {
  /** A name of the host that, unlike the address of an embedded host, stays the same after a restart of the site. */
  readonly name: string;
}

export async function findHost(options: ConnectionOptions, context: Context): Promise<TargetHost> {
  const [{ readSettings }, { readRunFile, runFile }] = await Promise.all([
    import('#src/config/settings.ts'),
    import('./server/run-file.ts'),
  ]);
  const settings = readSettings(context.env);
  const own = readRunFile(settings.dataDir);
  const apiHost = options.host ?? settings.apiHost ?? own?.origin;
  if (apiHost === undefined)
    throw new CommandError(
      'unreachable',
      `no API host: set --host or API_HOST, or start the site with npm start (${runFile(settings.dataDir)} names no running host)`,
    );
  const isOwn = own?.origin === apiHost;
  const givenSecret = apiHost === settings.apiHost ? settings.apiHostSecret : undefined;
  return {
    apiHost,
    secret: isOwn ? own.secret : givenSecret,
    // API_SECONDARY_HOST belongs to API_HOST, not to another host given with --host.
    secondaryHost:
      options.secondaryHost ?? (options.host === undefined ? settings.apiSecondaryHost : undefined),
    timeoutMs: options.timeout ?? settings.apiTimeoutMs,
    name: isOwn ? settings.dataDir : apiHost,
  };
}

export async function withClient<Result>(
  options: ConnectionOptions,
  context: Context,
  work: (client: ApiClient, host: TargetHost) => Promise<Result>,
): Promise<Result> {
  const host = await findHost(options, context);
  const { createApiClient } = await import('#src/domain/api/api-client.ts');
  const client = createApiClient({
    ...host,
    documentTimeoutMs: options.timeout ?? Math.max(host.timeoutMs, stallTimeoutMs),
    onMalformedItem: ({ url, index, omitted, detail }) =>
      context.note(
        `warning: ${url}: ${omitted === 'item' ? `item ${index} was` : `parts of item ${index} were`} omitted: ${detail}`,
      ),
    ...(options.verbose && {
      onCallCompleted: ({ method, url, durationMs, outcome }) =>
        context.note(`${method} ${url} ${outcome} ${Math.round(durationMs)} ms`),
    }),
  });
  try {
    return await work(client, host);
  } finally {
    await client.close();
  }
}

function parseAddress(text: string): string {
  const address = parseApiAddress(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError('It must be an address such as https://api.example.com.');
}

export const wholeNumber =
  (max: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
  };
