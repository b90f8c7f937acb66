/**
 * `npm run test:deployment [files]`: the fault table and ten paths of the model-based test with sites of two processes on
 * PostgreSQL, the tests of the API host and the topology, and `npm install -g`. Not part of `npm test`: it takes as long again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '../test/support/postgres.ts';

const files = process.argv.slice(2);
const server = await startPostgres();
const child = spawn(
  process.execPath,
  [
    'scripts/test.ts',
    ...(files.length > 0
      ? files
      : [
          'test/faults/*.test.ts',
          'test/model/*.test.ts',
          'test/api-host/{postgres,s3}.integration.test.ts',
          'test/deploy/topology.integration.test.ts',
          'test/deploy/package.integration.test.ts',
        ]),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_DEPLOYMENT: server.url('').slice(0, -1), MODEL_PATHS: '10' },
  },
);
const [code] = await once(child, 'exit');
await server.remove();
process.exitCode = code ?? 1;
