/**
 * Installs, builds and starts the programs that the site is compared with. The sources are in bench/peers, the installed
 * packages in .cache/bench-peers.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../test/support/free-port.ts';
import { pinned, root } from './site.ts';

const sources = join(root, 'bench', 'peers');
export const peersFolder = join(root, '.cache', 'bench-peers');

export interface Peer extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
}

/** Installs the packages and builds Next.js, unless that was done with these sources. */
export function preparePeers(): void {
  const files = globSync('**/*.{js,mjs,json,conf}', { cwd: sources }).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(sources, file)));
  const builtFrom = hash.digest('hex');
  const stamp = join(peersFolder, 'built-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === builtFrom) return;
  process.stderr.write('Installing and building the peers…\n');
  mkdirSync(peersFolder, { recursive: true });
  cpSync(sources, peersFolder, { recursive: true });
  run('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']);
  run(process.execPath, ['node_modules/next/dist/bin/next', 'build', 'next']);
  writeFileSync(stamp, builtFrom);
}

function run(command: string, args: readonly string[]): void {
  const { API_HOST: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: peersFolder,
    env: { ...env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
}

export async function startNode(body: Buffer): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'careers-bench-'));
  await writeFile(join(folder, 'body'), body);
  const peer = await startScript('node.js', [join(folder, 'body')]);
  return { ...peer, [Symbol.asyncDispose]: () => stopAndRemove(peer, folder) };
}

/** This API host for uploads reads and discards them, on the processor of the client. */
export const startUploadTarget = (): Promise<Peer> =>
  startScript('node.js', ['discard'], {}, 'client');

export const startHono = (env: Readonly<Record<string, string>>): Promise<Peer> =>
  startScript('hono.js', [], env);

/** Starts nginx with one worker. It sends `body` and forwards /upload to `uploadTarget`. */
export async function startNginx(body: Buffer, uploadTarget = 'http://127.0.0.1:9'): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'careers-bench-'));
  const port = await freePort();
  const template = readFileSync(join(sources, 'nginx.conf'), 'utf8');
  const config = template
    .replaceAll('DIRECTORY', folder)
    .replace('PORT;', `${port};`)
    .replace('proxy_pass UPLOAD_TARGET', `proxy_pass ${uploadTarget}`);
  // nginx that root starts would otherwise change to a user that cannot read the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  await writeFile(join(folder, 'nginx.conf'), user + config);
  await writeFile(join(folder, 'home.html'), body);
  const peer = await startProcess(['nginx', '-c', join(folder, 'nginx.conf')], {}, port);
  return { ...peer, [Symbol.asyncDispose]: () => stopAndRemove(peer, folder) };
}

/** `next start` serves /dynamic and /isr. */
export async function startNext(env: Readonly<Record<string, string>>): Promise<Peer> {
  const port = await freePort();
  const program = ['node_modules/next/dist/bin/next', 'start', 'next', '-p', String(port)];
  return startProcess([process.execPath, ...program], env, port);
}

async function stopAndRemove(peer: Peer, folder: string): Promise<void> {
  await peer[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}

/** The script prints its port. */
async function startScript(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  role: 'server' | 'client' = 'server',
): Promise<Peer> {
  const [file, all] = pinned(role, [process.execPath, join(peersFolder, name), ...args]);
  const child = spawn(file, all, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return peerOf(child, Number(port));
}

/** The server has a known port. The function resolves when it responds. */
async function startProcess(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  port: number,
): Promise<Peer> {
  const child = spawn(...pinned('server', command), {
    cwd: peersFolder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const peer = peerOf(child, port);
  while (child.exitCode === null) {
    const responded = await fetch(peer.origin).then(
      (response) => response.arrayBuffer().then(() => true),
      () => false,
    );
    if (responded) return peer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${command.join(' ')} ended with ${child.exitCode}.`);
}

function peerOf(child: ReturnType<typeof spawn>, port: number): Peer {
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
