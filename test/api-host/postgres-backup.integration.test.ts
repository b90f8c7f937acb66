import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import pg from 'pg';
import { steps } from '#cli/host/backup.ts';
import { openHostData } from '#src/api-host/data.ts';
import { newCluster, shellEnvironment, startServer, urlOf } from '#test/support/debian-postgres.ts';
import { freePort } from '#test/support/free-port.ts';
import { s3Environment, startSwift } from '#test/support/swift.ts';
import { apply, settingsIn, temporaryDirectory, testHost } from './support/host.ts';
import { importOpenings, parseOpenings, testOpenings } from './support/openings.ts';
import { documentParts, upload } from './support/upload.ts';

for (const store of ['folder', 's3'] as const)
  test(`the steps that careers host backup and restore name move PostgreSQL and ${store === 's3' ? 'S3' : 'a folder'} to an empty machine`, async (t) => {
    const port = await freePort();
    await startServer(t, (await newCluster(t)).data, port);
    const client = new pg.Client(urlOf(port));
    await client.connect();
    for (const name of ['before', 'after']) await client.query(`create database ${name}`);
    await client.end();
    const swift = store === 's3' ? await startSwift() : undefined;
    t.after(() => swift?.remove());
    const machine = async (name: string) => {
      const dataDir = await temporaryDirectory(t);
      const databaseUrl = `${urlOf(port).slice(0, -'postgres'.length)}${name}`;
      await swift?.client(name).createBucket();
      const s3 = swift?.bucket(name);
      return { dataDir, settings: settingsIn(dataDir, { databaseUrl, ...(s3 && { s3 }) }) };
    };
    const before = await machine('before');
    const data = await openHostData(before.settings);
    await importOpenings(data.database, parseOpenings(testOpenings), new Date());
    await data.close();
    const host = await testHost(t, before);
    const id = await apply(host);
    await upload(host.origin, documentParts(id, 'cv', 'the cv'));

    const directory = await temporaryDirectory(t);
    await mkdir(join(directory, 'backup'));
    const run = (command: string, { dataDir, settings: { databaseUrl, s3 } }: typeof before) =>
      execFileSync('sh', ['-c', command.replace('s3cmd', 's3cmd --no-ssl')], {
        cwd: directory,
        env: {
          ...shellEnvironment,
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          ...(s3 && {
            ...s3Environment(s3),
            AWS_ACCESS_KEY_ID: s3.accessKeyId,
            AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
          }),
        },
      });
    // Beside a running host.
    run(steps.backup.postgres, before);
    run(steps.backup[store], before);
    await host.close();
    const after = await machine('after');
    run(steps.restore[store], after);
    run(steps.restore.postgres, after);

    const restored = await testHost(t, after);
    const { database, store: documents, close } = await openHostData(after.settings);
    const row = await database.db.selectFrom('documents').select('stored_as').executeTakeFirst();
    assert.equal(`${await buffer(documents.read(row?.stored_as ?? ''))}`, 'the cv');
    await close();
    const document = documentParts(id, 'waec', 'sent after the restore', { final: true });
    const { body } = await upload(restored.origin, document);
    assert.deepEqual(body.data.received.toSorted(), ['cv', 'waec']);
    const search = await restored.call('openings?company_id=1&q=bread');
    assert.deepEqual(
      search.body.data.map((opening: { id: string }) => opening.id),
      ['102', '101'],
    );
  });
