import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { exportApplications } from '#src/api-host/admin/export-applications.ts';
import type { DocumentStore } from '#src/api-host/documents/document-store.ts';
import { erase } from '#src/api-host/erase.ts';
import type { HostSettings } from '#src/config/settings.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { apply, ask, cleanupOf, dataIn, provide, temporaryDirectory, testHost } from './host.ts';
import { testOpenings } from './openings.ts';
import { hostProcess } from './process.ts';
import { documentParts, encode, eventually, openUpload, upload } from './upload.ts';

const MiB = 1024 * 1024;

/** A place for documents that is empty when a test begins. */
export interface TestedStore {
  readonly settings: Pick<HostSettings, 'documentsUrl' | 's3'>;
  /** The same for a host process. */
  readonly env: Readonly<Record<string, string>>;
  open(): Promise<DocumentStore>;
  /** The names of what is stored, older versions included, and of documents that are not complete. */
  stored(): Promise<string[]>;
  /** Resolves when a part of a document that is being received has been stored. */
  partStored(): Promise<void>;
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What every document store does, by itself and below an API host. */
export function testDocumentStore(
  kind: string,
  create: (t: TestContext) => Promise<TestedStore>,
): void {
  const open = async (t: TestContext) => {
    const tested = await create(t);
    return { ...tested, store: await tested.open() };
  };
  const openHost = async (t: TestContext) => {
    const tested = await create(t);
    const host = await testHost(t, { settings: tested.settings });
    return { tested, host, id: await apply(host) };
  };

  test(`${kind}: written bytes are read back unchanged, and their number is returned`, async (t) => {
    const { store } = await open(t);
    await Promise.all(
      [0, 1, 3_000_001, 5 * MiB, 5 * MiB + 1, 12 * MiB].map(async (length) => {
        const bytes = randomBytes(length);
        const source = Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]);
        assert.equal(await store.write(source, `2026-11/${length}.pdf`), length);
        const read = await buffer(store.read(`2026-11/${length}.pdf`));
        assert.equal(digest(read), digest(bytes), `${length}`);
      }),
    );
  });

  test(`${kind}: the error of a source is thrown, and nothing is left after remove`, async (t) => {
    const { store, stored } = await open(t);
    for (const received of [100_000, 6 * MiB]) {
      const failing = new Readable({ read() {} });
      failing.push(Buffer.alloc(received));
      const written = store.write(failing, '2026-11/a.pdf');
      setImmediate(() => failing.destroy(new Error('connection lost')));
      await assert.rejects(written, /connection lost/);
      await store.remove('2026-11/a.pdf');
    }
    const gone = Readable.from(['x']);
    gone.destroy();
    await assert.rejects(store.write(gone, '2026-11/b.pdf'));
    assert.deepEqual(await stored(), []);
  });

  test(`${kind}: remove deletes a document, and an absent one is no error`, async (t) => {
    const { store, stored } = await open(t);
    await store.write(Readable.from(['x']), '2026-11/a.pdf');
    await store.write(Readable.from(['y']), '2026-11/b.pdf');
    await store.remove('2026-11/a.pdf');
    await store.remove('2026-11/a.pdf');
    assert.deepEqual(await stored(), ['2026-11/b.pdf']);
    await assert.rejects(buffer(store.read('2026-11/a.pdf')), { code: 'ENOENT' });
  });

  test(`${kind}: a store that can be used passes its checks and keeps nothing of them`, async (t) => {
    const { store, stored } = await open(t);
    for (const _ of ['first', 'second']) await store.check();
    assert.deepEqual(await stored(), []);
  });

  test(`${kind}: documents of 6 and 26 MiB are stored, replaced, exported and erased`, async (t) => {
    const { tested, host, id } = await openHost(t);
    const documents = { cv: randomBytes(26 * MiB), waec: randomBytes(6 * MiB) };
    const send = (type: string, bytes: Uint8Array) =>
      upload(host.origin, documentParts(id, type, bytes));
    await send('cv', Buffer.from('an earlier cv'));
    const replies = await Promise.all(
      Object.entries(documents).map(([type, bytes]) => send(type, bytes)),
    );
    assert.deepEqual(new Set(replies.map(({ body }) => body.status)), new Set([1]));
    assert.equal((await tested.stored()).length, 2);

    const data = await dataIn(t, host.dataDir, tested.settings);
    const target = join(host.dataDir, 'export');
    assert.equal((await exportApplications(data, target)).documents, 2);
    for (const [type, bytes] of Object.entries(documents))
      assert.equal(
        digest(await readFile(join(target, 'documents', id, `${type}.pdf`))),
        digest(bytes),
      );
    const erased = await erase(data.database, cleanupOf(data), { applicant: id });
    assert.equal(erased.documents, 2);
    assert.deepEqual(await tested.stored(), []);
  });

  test(`${kind}: an exported document that is not in the store is reported as missing`, async (t) => {
    const { tested, host, id } = await openHost(t);
    await upload(host.origin, documentParts(id, 'cv', 'bytes'));
    const data = await dataIn(t, host.dataDir, tested.settings);
    for (const name of await tested.stored()) await data.store.remove(name);
    const { missing } = await exportApplications(data, join(host.dataDir, 'export'));
    assert.deepEqual(missing, [{ applicant_id: id, type: 'cv' }]);
  });

  test(`${kind}: of a client that goes away nothing is stored`, async (t) => {
    const { tested, host, id } = await openHost(t);
    const whole = encode(documentParts(id, 'cv', Buffer.alloc(16 * MiB)));
    const { request, reply } = openUpload(host.origin, { 'content-length': whole.length });
    request.write(whole.subarray(0, 8 * MiB));
    await tested.partStored();
    request.destroy();
    await assert.rejects(reply);
    const data = await dataIn(t, host.dataDir, tested.settings);
    const { db } = data.database;
    await eventually(async () => {
      const orphaned = await db.selectFrom('orphaned_files').selectAll().execute();
      return orphaned.length === 0 && (await tested.stored()).length === 0;
    });
    assert.deepEqual(await db.selectFrom('documents').selectAll().execute(), []);
  });

  test(`${kind}: a host killed between two parts leaves, after the cleanup, only acknowledged documents`, async (t) => {
    const tested = await create(t);
    const dataDir = await temporaryDirectory(t);
    await provide(dataDir, testOpenings);
    const host = await hostProcess(t, dataDir, { ...tested.env, SAMPLE_DATA: 'off' });
    const { body } = await ask(host.origin, 'applyjobposting', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(buildApplication()),
    });
    const id = body.data.id;
    await upload(host.origin, documentParts(id, 'cv', 'acknowledged'));
    const whole = encode(documentParts(id, 'waec', Buffer.alloc(16 * MiB)));
    const { request } = openUpload(host.origin, { 'content-length': whole.length });
    request.write(whole.subarray(0, 8 * MiB));
    await tested.partStored();
    await host.end('SIGKILL');
    assert.equal((await tested.stored()).length, 2);

    const { settings } = tested;
    const soon = await testHost(t, { dataDir, settings });
    await soon.close();
    assert.equal((await tested.stored()).length, 2, 'another process might still be writing it');
    const later = await testHost(t, {
      dataDir,
      settings,
      clock: () => new Date(Date.now() + 16 * 60_000),
    });
    await later.close();
    const [kept, ...others] = await tested.stored();
    assert.deepEqual(others, []);
    const store = await tested.open();
    assert.equal(`${await buffer(store.read(kept ?? ''))}`, 'acknowledged');
    const data = await dataIn(t, dataDir, settings);
    const rows = await data.database.db.selectFrom('documents').select('stored_as').execute();
    const names = rows.map(({ stored_as }) => stored_as);
    assert.deepEqual(names, [kept]);
  });
}
