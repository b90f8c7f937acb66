import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { siteData } from '#cli/host/backup.ts';
import { backup, manifestSchema } from '#src/api-host/admin/backup.ts';
import { restore } from '#src/api-host/admin/restore.ts';
import { alertStore } from '#src/api-host/alerts/alert-store.ts';
import { openHostData } from '#src/api-host/data.ts';
import type { DocumentStore } from '#src/api-host/documents/document-store.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { apply, settingsIn, temporaryDirectory, testHost } from './support/host.ts';
import { testOpenings } from './support/openings.ts';
import { documentParts, upload } from './support/upload.ts';

const manifest = {
  format: 1,
  created_at: '2026-03-01T10:00:00.000Z',
  version: '1.0.0',
  schemas: { 'api-host.sqlite': '001' },
  counts: { openings: 0, applications: 0, documents: 0, messages: 0, alerts: 0, submissions: 0 },
  missing: [],
  files: [{ path: 'documents/2026-11/a-1.pdf', bytes: 0, sha256: 'a1'.repeat(32) }],
};
const isManifest = (value: unknown): boolean => manifestSchema.safeParse(value).success;
const withFile = (changes: object) => ({
  ...manifest,
  files: [{ ...manifest.files[0], ...changes }],
});

for (const [changes, isValid] of [
  [{ path: 'api-host.sqlite' }, true],
  [{ path: 'documents/a/b/c.pdf' }, true],
  [{ path: 'a/../b' }, false],
  [{ path: './a' }, false],
  [{ path: '/a' }, false],
  [{ path: 'a//b' }, false],
  [{ path: 'a/' }, false],
  [{ path: '' }, false],
  [{ sha256: 'a'.repeat(63) }, false],
  [{ sha256: 'a'.repeat(65) }, false],
  [{ sha256: 'A'.repeat(64) }, false],
  [{ bytes: -1 }, false],
] as const)
  test(`a manifest with a file ${JSON.stringify(changes)} is ${isValid ? 'valid' : 'invalid'}`, () =>
    assert.equal(isManifest(withFile(changes)), isValid));

for (const { changes, isComplete } of [
  { changes: 4, isComplete: true },
  { changes: 5, isComplete: false },
])
  test(`a backup during which a document was replaced ${changes} times is ${isComplete ? 'complete' : 'given up'}`, async (t) => {
    const host = await testHost(t);
    const id = await apply(host);
    await upload(host.origin, documentParts(id, 'cv', 'the cv'));
    await host.close();
    const settings = settingsIn(host.dataDir);
    const data = await openHostData(settings);
    t.after(() => data.close());
    let reads = 0;
    const store: DocumentStore = {
      ...data.store,
      read(name) {
        reads += 1;
        if (reads > changes) return Readable.from(['the cv']);
        const error = Object.assign(new Error(name), { code: 'ENOENT' });
        const replaced = data.database.db
          .updateTable('documents')
          .set({ stored_as: `${randomUUID()}.pdf` })
          .execute();
        return Readable.from(
          (async function* () {
            await replaced;
            yield await Promise.reject(error);
          })(),
        );
      },
    };
    const target = join(await temporaryDirectory(t), 'backup');
    const signal = AbortSignal.timeout(60_000);
    const result = backup({ ...data, store }, settings, target, {
      site: siteData,
      version: '1',
      signal,
    });
    if (isComplete) {
      const { missing, counts } = await result;
      assert.deepEqual([missing, counts.documents, reads], [[], 1, 5]);
    } else await assert.rejects(result, { name: 'CommandError', message: /all the time/ });
  });

test('a backup and its restore count each kind of row, and only this user can read the secret', async (t) => {
  const host = await testHost(t, { openings: testOpenings.slice(0, 2) });
  const ids = [];
  for (const name of ['a', 'b', 'c'])
    ids.push(await apply(host, { emailaddress: `${name}@example.com` }));
  for (const [id = '', type] of [
    [ids[0], 'cv'],
    [ids[0], 'nysc'],
    [ids[1], 'cv'],
    [ids[1], 'nysc'],
  ] as const)
    await upload(host.origin, documentParts(id, type, `${type} of ${id}`));
  const message = { firstname: 'A', lastname: 'B', email: 'a@example.com', phone: '', subject: '' };
  for (let at = 0; at < 5; at += 1) await host.post('contact', { ...message, msg: `Hi ${at}` });
  await host.close();
  const secret = 's'.repeat(43);
  await writeFile(join(host.dataDir, siteData.secret), secret);
  const file = join(host.dataDir, siteData.database);
  const submissions = openSubmissionRepository({ file, secret });
  for (let at = 0; at < 6; at += 1)
    await submissions.start(undefined, buildApplication({ emailaddress: `${at}@example.com` }));
  await submissions.close();

  const settings = settingsIn(host.dataDir);
  const data = await openHostData(settings);
  const search = { q: 'baker' };
  await alertStore(data.database, 'k').ask(
    { emailaddress: 'a@example.com', search, language: 'en' },
    new Date(),
  );
  const signal = AbortSignal.timeout(60_000);
  const target = join(await temporaryDirectory(t), 'backup');
  const counts = {
    openings: 2,
    applications: 3,
    documents: 4,
    messages: 5,
    alerts: 1,
    submissions: 6,
  };
  const written = await backup(data, settings, target, { site: siteData, version: '1', signal });
  await data.close();
  assert.deepEqual([written.format, written.counts], [1, counts]);
  for (const { path, bytes, sha256 } of written.files) {
    const content = await readFile(join(target, path));
    const hash = createHash('sha256').update(content).digest('hex');
    assert.deepEqual([bytes, sha256], [content.length, hash], path);
  }
  const dataDir = await temporaryDirectory(t);
  const restored = await restore(settingsIn(dataDir), target, { site: siteData, signal });
  assert.deepEqual([restored.counts, restored.hasOtherSecret], [counts, false]);
  for (const path of [join(target, siteData.secret), join(dataDir, siteData.secret)])
    assert.deepEqual(
      [await readFile(path, 'utf8'), (await stat(path)).mode & 0o777],
      [secret, 0o600],
    );
});
