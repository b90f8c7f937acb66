import { realpathSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepareDataDir } from '#src/config/data-dir.ts';
import { lacksSiteOrigin, readSettings, type Settings } from '#src/config/settings.ts';
import { isSamplePublic, loadedSite, sampleWarning } from '#src/config/site.ts';
import { unknownSettings } from '#src/config/unknown-settings.ts';
import { uploadGraceMs } from '#src/http/graceful-close.ts';
import { captureConsole, log } from '#src/telemetry/logger.ts';
import type { startTracing } from '#src/telemetry/start-tracing.ts';
import { type Context, stopSignal } from '../context.ts';
import { buildIfStale, builtPrograms } from './build.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { type EmbeddedHost, startEmbeddedHost } from './embedded-host.ts';
import { connectionLimits, listen, type Site } from './http-server.ts';
import type { startMetrics } from './metrics.ts';
import { startWatchdog } from './watchdog.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const graceMs = 10_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** @throws SettingsError, SiteConfigError, CommandError, HostStartError */
export async function start(context: Context): Promise<void> {
  const settings = readSettings(process.env);
  const originMissing = lacksSiteOrigin(process.env);
  // This import checks the synonyms. Those of the sample are checked by a test.
  if (!loadedSite.isSample) await import('#src/config/search-synonyms.ts');
  // The site stores applications in this directory before it sends them.
  prepareDataDir(settings.dataDir);
  const lock = settings.apiHost === undefined ? lockDataDir(settings.dataDir) : undefined;
  await buildIfStale(root, print);
  // The path of the folder itself, because a later build links `dist` to another folder.
  const build = realpathSync(join(root, 'dist'));
  const site = Promise.withResolvers<BuiltSite>();
  site.promise.catch(() => {});
  const server = await listen({
    port: settings.port,
    ...(settings.host !== undefined && { host: settings.host }),
    ...connectionLimits(settings.apiTimeoutMs),
    site: site.promise,
  });
  const started: Started = {};
  const stop = stopSignal(context);
  // A second signal ends the process at once, so the API host is killed. After other exits it ends by itself.
  process.once('exit', (code) => {
    if (code > 128) started.host?.kill();
  });
  let grace: readonly [number, number?] = [0];
  try {
    const env = { PORT: String(server.port), DATA_DIR: settings.dataDir, NODE_ENV: 'production' };
    // The default of SITE_ORIGIN contains the port.
    await startParts(readSettings({ ...process.env, ...env }), build, started);
    const { origin, secret } = started.host ?? {};
    // The built site reads the variables when it is loaded, and its files relative to the project.
    Object.assign(process.env, env, origin && { API_HOST: origin, API_HOST_SECRET: secret });
    process.chdir(root);
    const loaded = await loadSite(build);
    site.resolve(loaded);
    print(`The site is ready: ${localAddress(settings.host, server.port)}`);
    logStart(settings, server.port, originMissing, loaded);
    startWatchdog();
    // The next process uses the cache, even if this one is killed.
    flushCompileCache();
    log().info({ event: 'site-stopping', signal: await stop });
    grace = [graceMs, uploadGraceMs];
  } finally {
    await server.close(...grace);
    await started.metrics?.close();
    await Promise.all([started.host?.stop(), started.tracing?.stop()]);
    started.host = undefined;
    lock?.release();
  }
  log().info({ event: 'site-stopped' });
}

/** The parts that run beside the server of the site. */
interface Started {
  metrics?: Awaited<ReturnType<typeof startMetrics>>;
  tracing?: ReturnType<typeof startTracing>;
  host?: EmbeddedHost | undefined;
}

/** @param started gets each part once it runs, even if a later part cannot be started */
async function startParts(settings: Settings, build: string, started: Started): Promise<void> {
  const { dataDir, tracesEndpoint: endpoint } = settings;
  if (settings.metrics) {
    const { startMetrics } = await import('./metrics.ts');
    started.metrics = await startMetrics({ ...settings.metrics, dataDir });
  }
  if (endpoint !== undefined) {
    const { startTracing } = await import('#src/telemetry/start-tracing.ts');
    started.tracing = startTracing({ endpoint, service: 'careers-site' }, (err) =>
      log().warn({ event: 'traces-not-sent', err }),
    );
  }
  if (settings.apiHost === undefined) {
    started.host = await startEmbeddedHost(settings, join(build, builtPrograms.apiHost));
  }
}

function localAddress(host: string | undefined, port: number): string {
  const name = host === undefined || host === '0.0.0.0' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function logStart(
  { publicOrigin }: Settings,
  port: number,
  originMissing: boolean,
  site: BuiltSite,
): void {
  if (originMissing)
    log().warn({
      event: 'site-origin-unset',
      msg: 'Set SITE_ORIGIN: share links, feeds, sitemap and canonical URLs name localhost.',
    });
  if (isSamplePublic(publicOrigin)) log().warn({ event: 'sample-company', msg: sampleWarning });
  for (const unknown of unknownSettings(process.env))
    log().warn({ event: 'setting-unknown', ...unknown });
  log().info({
    event: 'site-started',
    port,
    apiHost: process.env.API_HOST,
    schema: site.submissionSchemaVersion,
  });
}

/** The build exports the name of its newest migration, as loading all migrations takes half as long as the site. */
type BuiltSite = Site & { readonly submissionSchemaVersion: string | undefined };

async function loadSite(directory: string): Promise<BuiltSite> {
  captureConsole();
  const built = (await import(pathToFileURL(join(directory, builtPrograms.site)).href)) as {
    INTERNAL_runFetch(
      env: NodeJS.ProcessEnv,
      ...args: Parameters<Site['fetch']>
    ): Promise<Response>;
    unstable_serverEntry: Omit<BuiltSite, 'fetch'> & {
      prepare(publicDirectory: string): Promise<void>;
    };
  };
  const { prepare, ...site } = built.unstable_serverEntry;
  await prepare(join(directory, 'public'));
  // The environment is copied, because Waku reads all of it for each request.
  const env = { ...process.env };
  return {
    ...site,
    fetch: (request, bindings) => built.INTERNAL_runFetch(env, request, bindings),
  };
}
