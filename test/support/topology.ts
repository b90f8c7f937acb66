import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { S3mini } from 's3mini';
import { environmentOf, readCompose } from './compose.ts';
import { freePort } from './free-port.ts';
import { startNginx } from './nginx.ts';
import { startPostgres } from './postgres.ts';
import { cleanEnv, root, startSite } from './site.ts';
import { startSwift } from './swift.ts';

/** A program of deploy/compose.yaml as a process. */
export interface Program {
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
  /** Sends SIGTERM, or another signal, and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /**
   * Resolves once it is ready for requests.
   * @param root another copy of the project
   */
  start(root?: string): Promise<void>;
}

export interface Topology {
  /** The origin of nginx. */
  readonly origin: string;
  /** The services of deploy/compose.yaml that run. */
  readonly services: readonly string[];
  /** The sites, then the API hosts. */
  readonly programs: readonly Program[];
  /** The settings of an API host, for commands. */
  readonly hostSettings: Readonly<Record<string, string>>;
  /** The bucket of the documents. */
  readonly bucket: S3mini;
  /** Runs a statement in the database. */
  query(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
}

/**
 * The services of deploy/compose.yaml as processes of this machine: nginx with deploy/nginx.conf, two sites, two API hosts,
 * PostgreSQL, S3 and Redis, with the settings of compose.yaml and local addresses.
 * @param changed settings of all programs
 */
export async function startTopology(
  changed: Readonly<Record<string, string>> = {},
): Promise<Topology> {
  const directory = await mkdtemp(join(tmpdir(), 'careers-topology-'));
  const { services } = await readCompose();
  const names = ['site-1', 'site-2', 'host-1', 'host-2'];
  const [publicPort, apiPort, redisPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await freePort()] as const)),
  );
  const [postgres, s3] = await Promise.all([startPostgres(), startSwift()]);
  await postgres.admin('create database careers');
  const database = new pg.Client(postgres.url('careers'));
  await database.connect();
  const access = s3.bucket('careers-documents');
  const bucket = s3.client(access.bucket);
  await bucket.createBucket();
  const redis = spawn('redis-server', ['--port', `${redisPort}`, '--save', ''], {
    cwd: directory,
    stdio: 'ignore',
  });

  const origin = `http://localhost:${publicPort}`;
  const settings = (name: string): Record<string, string> => {
    const environment = environmentOf(services[name]);
    const local: Record<string, string> = {
      DATABASE_URL: postgres.url('careers'),
      SITE_ORIGIN: origin,
      API_HOST: `http://127.0.0.1:${apiPort}`,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      HOST: '127.0.0.1',
      PORT: `${ports[name]}`,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: access.accessKeyId,
      S3_SECRET_ACCESS_KEY: access.secretAccessKey,
      SAMPLE_DATA: 'on',
    };
    const used = Object.keys(local).filter((key) => key in environment);
    return {
      ...environment,
      ...Object.fromEntries(used.map((key) => [key, local[key] ?? ''])),
      HOST: '127.0.0.1',
      PORT: `${ports[name]}`,
      DATA_DIR: join(directory, name),
      // A document that a test holds back has not stopped coming in, however slow the machine is.
      API_TIMEOUT_MS: '60000',
      ...changed,
    };
  };

  const programs = names.map((name) => ({
    name,
    port: ports[name] ?? 0,
    dataDir: join(directory, name),
    ...(name.startsWith('site') ? site(settings(name)) : host(name, settings(name))),
  }));
  await Promise.all(
    programs.filter(({ name }) => name.startsWith('host')).map((one) => one.start()),
  );
  const nginx = await startNginx(directory, { ...ports, 8080: publicPort, 8081: apiPort });
  // The pipe does not fill.
  nginx.stderr.resume();
  await Promise.all(
    programs.filter(({ name }) => name.startsWith('site')).map((one) => one.start()),
  );
  return {
    origin,
    services: [...names, ...Object.keys({ nginx, postgres, redis, s3, bucket })],
    programs,
    hostSettings: settings('host-1'),
    bucket,
    query: async (statement, values = []) => (await database.query(statement, [...values])).rows,
    async remove() {
      await Promise.all([...programs.map((program) => program.stop()), end(nginx), end(redis)]);
      await database.end();
      await Promise.all([postgres.remove(), s3.remove()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function site(env: Readonly<Record<string, string>>): Pick<Program, 'stop' | 'start'> {
  let running: Awaited<ReturnType<typeof startSite>> | undefined;
  return {
    stop: async (signal) => (await running?.stop(signal)) ?? null,
    async start(from = root) {
      running = await startSite({ env, dataDir: env.DATA_DIR ?? '', root: from });
      // `http://localhost:…`, where it does not listen.
      while (!(await isReady(`http://127.0.0.1:${env.PORT}/readyz`))) await delay(50);
    },
  };
}

function host(
  name: string,
  env: Readonly<Record<string, string>>,
): Pick<Program, 'stop' | 'start'> {
  let running: ChildProcess | undefined;
  return {
    stop: async (signal) => (running ? end(running, signal) : null),
    async start(from = root) {
      running = spawn(process.execPath, ['cli/main.ts', 'host'], {
        cwd: from,
        env: { ...cleanEnv(), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let errors = '';
      running.stderr?.setEncoding('utf8').on('data', (text: string) => {
        errors += text;
      });
      const ended = once(running, 'close').then(([code]) => {
        throw new Error(`${name} ended with ${code} before it listened: ${errors}`);
      });
      ended.catch(() => {});
      if (running.stdout) await Promise.race([once(running.stdout, 'data'), ended]);
    },
  };
}

const isReady = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  return (await exited)[0];
}
