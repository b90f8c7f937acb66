// Own process: these tests read the address of their database once.
import { join } from 'node:path';
import { after, suite } from 'node:test';
import { startPooler, startPostgres } from '#test/support/postgres.ts';
import { root } from '#test/support/site.ts';
import { databaseContractFiles } from './support/contract.ts';

const server = await startPostgres();
after(() => server.remove());
// Through a pooler, because a new connection takes PostgreSQL 35 ms.
const port = await startPooler({ after }, server, 20);
process.env.TEST_POSTGRES = `postgres://postgres:test@127.0.0.1:${port}`;

for (const file of databaseContractFiles)
  suite(`${file} on PostgreSQL behind a transaction pooler`, () => import(join(root, file)));
