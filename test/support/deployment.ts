import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { swiftAt } from './swift.ts';

const { TEST_POSTGRES, TEST_S3, TEST_PROCESSES = '1' } = process.env;

/**
 * What the tests run on instead of SQLite, and instead of a folder: `postgres://…` without a database, and the address of S3,
 * where the bucket `tests` exists (scripts/test-deployment.ts).
 */
export const servers = TEST_POSTGRES
  ? { postgres: TEST_POSTGRES, s3: TEST_S3 ? swiftAt(TEST_S3) : undefined }
  : undefined;
/** How many sites or API hosts a test has instead of one. */
export const processes = Number(TEST_PROCESSES);

/**
 * Returns the settings that the processes of a site share; the database of a data directory is created with the first
 * call.
 */
export async function sharedSettings(
  server: string,
  dataDir: string,
): Promise<Record<string, string>> {
  const name = `site_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  return { DATABASE_URL: `${server}/${name}`, SESSION_SECRET: name.repeat(2) };
}

/** Returns an address whose connections go to the others in turn. */
export async function balance(origins: readonly string[]) {
  let connections = 0;
  const balancer = createServer((client) => {
    const { hostname, port } = new URL(origins[connections % origins.length] ?? '');
    connections += 1;
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  balancer.listen(0, 'localhost');
  await once(balancer, 'listening');
  return {
    origin: `http://localhost:${(balancer.address() as AddressInfo).port}`,
    close: () => balancer.close(),
  };
}
