import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import type { S3Settings } from '#src/config/settings.ts';

/** OpenStack Swift with its S3 interface, which checks signatures. */
export interface Swift {
  readonly endpoint: string;
  /** Settings of a bucket, which need not exist. */
  bucket(name: string, changed?: Partial<S3Settings>): S3Settings;
  /** A client of a bucket, to create it and to look into it. */
  client(name: string): S3mini;
  remove(): Promise<void>;
}

export async function startSwift(): Promise<Swift> {
  const directory = await mkdtemp(join(tmpdir(), 'careers-swift-'));
  // Debian's Python, which has Debian's packages. It ends when its standard input is closed.
  const child = spawn(
    '/usr/bin/python3',
    [join(import.meta.dirname, 'swift-servers.py'), directory],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const first = await Promise.race([once(child.stdout, 'data'), exited.then(() => undefined)]);
  if (!first) throw new Error(`Swift did not start: ${errors}`);
  const endpoint = `http://127.0.0.1:${`${first[0]}`.trim()}`;
  const bucket = (name: string, changed: Partial<S3Settings> = {}): S3Settings => ({
    endpoint,
    region: 'us-east-1',
    bucket: name,
    prefix: 'documents/',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
    ...changed,
  });
  return {
    endpoint,
    bucket,
    client: (name) => new S3mini({ ...bucket(name), endpoint: `${endpoint}/${name}` }),
    async remove() {
      child.kill('SIGKILL');
      await exited;
      await rm(directory, { recursive: true });
    },
  };
}
