import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { settingNames } from '#src/config/environment.ts';
import { balance, processes, servers, sharedSettings } from './deployment.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface RunningSite {
  /** `http://localhost:<port>`, without a trailing slash. */
  readonly origin: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** It has a parsed JSON object for each line of the log so far. */
  readonly log: Record<string, unknown>[];
  /** Everything printed so far. */
  output(): string;
  /**
   * Sends SIGTERM, waits for the exit, and removes the data directory unless it was given. Resolves with
   * the exit code.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

interface SiteOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  /** Another copy of the project. */
  readonly root?: string;
  /** Default: the program itself. */
  readonly command?: readonly [string, ...string[]];
}

/**
 * The built site as `npm start` runs it, on a free port with a separate data directory. Without `API_HOST`
 * in `env` it starts its embedded API host. Rejects if the process ends before it listens.
 */
export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  // A site with its own API host, or with a database of the test, is one process on any storage.
  if (!servers || options.env?.API_HOST === undefined || options.env.DATABASE_URL)
    return startProcess(options);
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'careers-site-')));
  const env = { ...(await sharedSettings(servers.postgres, dataDir)), ...options.env };
  const [site, ...others] = await Promise.all(
    Array.from({ length: processes }, (_, at) =>
      startProcess({ ...options, env, dataDir: at === 0 ? dataDir : `${dataDir}-${at}` }),
    ),
  );
  if (!site) throw new Error('TEST_PROCESSES must be at least 1.');
  const sites = [site, ...others];
  const balancer = await balance(sites.map(({ origin }) => origin));
  return {
    ...site,
    origin: balancer.origin,
    async stop(signal) {
      balancer.close();
      const [code = null] = await Promise.all(sites.map((one) => one.stop(signal)));
      for (const one of options.dataDir ? others : sites)
        await rm(one.dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

async function startProcess(options: SiteOptions): Promise<RunningSite> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'careers-site-')));
  const [file, ...args] = options.command ?? [process.execPath, 'cli/main.ts', 'start'];
  const child = spawn(file, args, {
    cwd: options.root ?? root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnv(), PORT: '0', HOST: 'localhost', DATA_DIR: dataDir, ...options.env },
  });
  const lines: string[] = [];
  const log: Record<string, unknown>[] = [];
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('{')) log.push(JSON.parse(line) as Record<string, unknown>);
      else {
        const address = /https?:\/\/[^\s/]+:\d+/.exec(line);
        if (address) listening.resolve(address[0]);
      }
    });
  exited.then(
    ([code]) =>
      listening.reject(
        new Error(`The site ended with ${code} before it listened:\n${lines.join('\n')}`),
      ),
    listening.reject,
  );
  const origin = await listening.promise;
  return {
    origin,
    dataDir,
    process: child,
    log,
    output: () => lines.join('\n'),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/**
 * This process's environment without the settings of the site, so that a developer's shell does not affect
 * tests, and without NODE_ENV, which Vite sets when a test of the same process has built a page.
 */
export function cleanEnv(): NodeJS.ProcessEnv {
  const removed = new Set([...settingNames, 'NODE_ENV', 'NODE_TEST_CONTEXT']);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !removed.has(name)));
}

/** Returns the first line with this event, at or after `from`, of the site's log; waits until it exists. */
export const logged = (
  site: RunningSite,
  event: string,
  from = 0,
): Promise<Record<string, unknown>> =>
  new Promise((resolve) => {
    const look = () => {
      const line = site.log.find((entry, index) => index >= from && entry.event === event);
      if (!line) return false;
      site.process.stderr?.off('data', look);
      resolve(line);
      return true;
    };
    if (!look()) site.process.stderr?.on('data', () => setImmediate(look));
  });
