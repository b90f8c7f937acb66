import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { readSettings } from '#src/config/settings.ts';
import { captureConsole, log } from '#src/server/logger.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { BuildError, buildIfStale } from './start-build.ts';
import { type EmbeddedHost, startEmbeddedHost } from './start-host.ts';
import { listen, type SiteFetch } from './start-server.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** How long requests under way may take to finish once the site was asked to stop. */
const graceMs = 10_000;
/** npm passes on a Ctrl-C that the terminal already sent: two signals this close together are one. */
const sameSignalMs = 500;

const say = (line: string) => process.stdout.write(`${line}\n`);

export function registerStart(program: Command): void {
  program
    .command('start')
    .description('run the site, and the embedded API host when API_HOST is unset')
    .action(start);
}

/**
 * Builds if need be, listens, starts the embedded API host where no API_HOST is set, prints the address,
 * and returns once asked to stop and stopped. Throws SettingsError, SiteConfigError, CommandError, BuildError, HostStartError.
 */
export async function start(): Promise<void> {
  const settings = readSettings(process.env);
  requireDataDir(settings.dataDir);
  // Before the build, which could only say that it failed: a bad value is refused by its name.
  await import('#src/config/site.ts');
  await buildIfStale(root, say).catch((error: unknown) => {
    if (error instanceof BuildError) process.stderr.write(`${error.output}\n`);
    throw error;
  });
  const site = Promise.withResolvers<SiteFetch>();
  site.promise.catch(() => {});
  const server = await listen({
    port: settings.port,
    ...(settings.host !== undefined && { host: settings.host }),
    // Longer than the longest silence of an honest exchange: a page's own time limit, several API calls long.
    idleMs: Math.max(60_000, settings.apiTimeoutMs * 5 + 10_000),
    site: site.promise,
  });
  let host: EmbeddedHost | undefined;
  const signal = firstSignal(() => host?.kill());
  try {
    if (settings.apiHost === undefined) host = await startEmbeddedHost(settings.dataDir);
    // What the built site reads when it is loaded: the port it really has, the host that really runs.
    process.env.PORT = String(server.port);
    if (host) process.env.API_HOST = host.origin;
    process.env.DATA_DIR = settings.dataDir;
    process.env.NODE_ENV = 'production';
    // The built site looks for its files below the project, wherever the command was given.
    process.chdir(root);
    site.resolve(await loadSite());
  } catch (error) {
    await server.close(0);
    await host?.stop();
    throw error;
  }
  const name =
    settings.host === undefined || settings.host === '0.0.0.0' ? 'localhost' : settings.host;
  say(`The site is ready: http://${name.includes(':') ? `[${name}]` : name}:${server.port}`);
  log().info({ event: 'started', port: server.port, apiHost: process.env.API_HOST });
  log().info({ event: 'stopping', signal: await signal });
  await server.close(graceMs);
  await host?.stop();
  log().info({ event: 'stopped' });
}

/** Applications are kept here before they are sent: better told at the start than by the first one that is lost. */
function requireDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = `DATA_DIR must be a directory that can be written: ${dataDir} (${code})`;
    throw new CommandError(exitCodes.invalid, message, error);
  }
}

async function loadSite(): Promise<SiteFetch> {
  captureConsole();
  const built = (await import(pathToFileURL(join(root, 'dist', 'server', 'index.js')).href)) as {
    INTERNAL_runFetch(env: NodeJS.ProcessEnv, ...args: Parameters<SiteFetch>): Promise<Response>;
    unstable_serverEntry: { prepare(): void };
  };
  built.unstable_serverEntry.prepare();
  return (request, bindings) => built.INTERNAL_runFetch(process.env, request, bindings);
}

/** Resolves with the first signal to stop. Another one does not wait: `atOnce`, then the process ends. */
function firstSignal(atOnce: () => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const stop = (signal: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = Date.now();
        resolve(signal);
      } else if (Date.now() - firstAt >= sameSignalMs) {
        atOnce();
        process.exit(signal === 'SIGINT' ? 130 : 143);
      }
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
