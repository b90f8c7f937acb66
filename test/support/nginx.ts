import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { root } from './site.ts';

type Nginx = ChildProcessByStdio<null, null, Readable>;

/**
 * nginx with deploy/nginx.conf, its files in `directory`.
 * @param ports of this machine, for the servers (`site-1`) and ports (`8080`) of the file
 */
export async function startNginx(
  directory: string,
  ports: Readonly<Record<string, number>>,
  change: (conf: string) => string = (conf) => conf,
): Promise<Nginx> {
  const conf = await readFile(join(root, 'deploy/nginx.conf'), 'utf8');
  return runNginx(
    directory,
    change(conf)
      .replaceAll('/srv/careers/dist', directory)
      .replaceAll(/\b((?:site|host)-\d):\d+/g, (_, name) => `127.0.0.1:${ports[name]}`)
      .replaceAll(/\blisten (\d+);/g, (_, port) => `listen 127.0.0.1:${ports[port]};`)
      .replaceAll('/tmp/nginx', join(directory, 'nginx')),
  );
}

/** nginx with a configuration, in the foreground. */
export async function runNginx(directory: string, conf: string): Promise<Nginx> {
  // nginx's workers run as another user if this one is root.
  await chmod(directory, 0o711);
  const file = join(directory, 'nginx.conf');
  await writeFile(file, conf);
  return spawn('nginx', ['-c', file, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] });
}
