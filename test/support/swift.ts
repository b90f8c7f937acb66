import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import type { S3Settings } from '#src/config/settings.ts';

/** OpenStack Swift with its S3 interface, which checks signatures. */
export interface Swift extends ReturnType<typeof swiftAt> {
  remove(): Promise<void>;
}

/** Returns the functions of a server that runs at `endpoint`. */
export function swiftAt(endpoint: string) {
  /** Settings of a bucket, which need not exist. */
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
    /** A client of a bucket, to create it and to look into it. */
    client: (name: string) => new S3mini({ ...bucket(name), endpoint: `${endpoint}/${name}` }),
  };
}

/** Returns the settings of a process for a bucket. */
export const s3Environment = (s3: S3Settings): Readonly<Record<string, string>> => ({
  DOCUMENTS_URL: `s3://${s3.bucket}/${s3.prefix}`,
  S3_ENDPOINT: s3.endpoint,
  S3_REGION: s3.region,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
});

/** Returns the uploads in parts that are not complete. */
export async function openUploads(client: S3mini): Promise<{ Key: string; UploadId: string }[]> {
  const { ListMultipartUploadsResult: list } = (await client.listMultipartUploads()) as unknown as {
    ListMultipartUploadsResult: { Upload?: { Key: string; UploadId: string } };
  };
  return [list.Upload ?? []].flat();
}

/** The names below a prefix, older versions included if they are asked for, and those of uploads that are not complete. */
export async function storedBelow(
  client: S3mini,
  prefix: string,
  options: { readonly versions?: boolean } = {},
): Promise<string[]> {
  const objects = (await client.listObjects('/', prefix, undefined, options)) ?? [];
  return [...objects, ...(await openUploads(client))]
    .filter(({ Key }) => Key.startsWith(prefix))
    .map(({ Key }) => Key.slice(prefix.length))
    .toSorted();
}

export async function startSwift(): Promise<Swift> {
  const directory = await mkdtemp(join(tmpdir(), 'careers-swift-'));
  // Debian's Python, which has Debian's packages. It ends when its standard input is closed.
  const child = spawn(
    '/usr/bin/python3',
    [join(import.meta.dirname, 'swift-servers.py'), directory],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const first = await Promise.race([once(child.stdout, 'data'), exited.then(() => undefined)]);
  if (!first) throw new Error(`Swift did not start: ${errors}`);
  return {
    ...swiftAt(`http://127.0.0.1:${`${first[0]}`.trim()}`),
    async remove() {
      child.kill('SIGKILL');
      await exited;
      await rm(directory, { recursive: true });
    },
  };
}
