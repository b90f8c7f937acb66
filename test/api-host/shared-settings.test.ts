import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { erase } from '#src/api-host/erase.ts';
import type { HostSettings } from '#src/config/settings.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import {
  apply,
  cleanupOf,
  dataIn,
  type TestHost,
  temporaryDirectory,
  testHost,
} from './support/host.ts';
import { documentParts, storedFiles, upload } from './support/upload.ts';

const secrets = { first: 'a'.repeat(32), second: 'b'.repeat(32) };

const health = async (host: TestHost) => {
  const response = await fetch(`${host.origin}/health`);
  const { failed, message } = (await response.json()) as { failed?: string; message?: string };
  return { status: response.status, failed, message };
};
const ready = { status: 200, failed: undefined, message: undefined };
const differs = (host: TestHost) =>
  host.lines.filter(({ event }) => event === 'setting-differs').map(({ problem }) => `${problem}`);

/** Returns the folder of a store of its own, and the settings of a host that uses it. */
async function otherStore(t: TestContext) {
  const folder = await temporaryDirectory(t);
  const documentsUrl = pathToFileURL(join(folder, 'documents'));
  return { folder, settings: { documentsUrl } satisfies Partial<HostSettings> };
}

test('a host with another document store says so, and stores and removes nothing', async (t) => {
  const own = await otherStore(t);
  const host = await testHost(t, { settings: own.settings });
  const other = await otherStore(t);
  const { dataDir } = host;
  const wrong = await testHost(t, { dataDir, settings: other.settings });
  const id = await apply(host);
  const reply = await upload(wrong.origin, documentParts(id, 'cv', 'the cv'));
  assert.equal(reply.httpStatus, 503);
  assert.deepEqual(await storedFiles(other.folder), []);
  assert.equal((await upload(host.origin, documentParts(id, 'cv', 'the cv'))).httpStatus, 200);
  assert.equal((await storedFiles(own.folder)).length, 1);

  assert.deepEqual(await health(host), ready);
  const { message, ...answer } = await health(wrong);
  assert.deepEqual(answer, { status: 503, failed: 'documents' });
  assert.match(message ?? '', /^DOCUMENTS_URL of this process is not that of the others/);
  assert.deepEqual([differs(host), differs(wrong)], [[], [message]]);

  const data = await dataIn(t, dataDir, other.settings);
  const { database } = data;
  await erase(database, cleanupOf(data), { applicant: id });
  const orphans = await database.db.selectFrom('orphaned_files').selectAll().execute();
  assert.equal(orphans.length, 2, 'a host with the right store removes them');
});

test('commands that need the documents do nothing with another store', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  assert.equal((await upload(host.origin, documentParts(id, 'cv', 'the cv'))).httpStatus, 200);
  const { folder, settings } = await otherStore(t);
  const target = join(folder, 'written');
  for (const args of [
    ['erase', '--applicant', id],
    ['backup', target],
    ['applications', '--export', target],
    ['person', 'ada@example.com', '--export', target],
  ]) {
    const env = { DOCUMENTS_URL: settings.documentsUrl.href };
    const { code, stderr } = await hostCommand(host.dataDir, args, env);
    assert.equal(code, 3, args[0]);
    assert.match(stderr, /^error: DOCUMENTS_URL of this process is not that of the others/);
  }
  assert.equal((await hostCommand(host.dataDir, ['erase', '--applicant', id])).code, 0);
});

test('hosts on one store that start at the same time are ready, and so is a store that was moved with its id', async (t) => {
  const host = await testHost(t);
  const { dataDir } = host;
  const several = await Promise.all(Array.from({ length: 4 }, () => testHost(t, { dataDir })));
  for (const one of several) assert.deepEqual(await health(one), ready);
  const id = await apply(host);
  assert.equal((await upload(host.origin, documentParts(id, 'cv', 'the cv'))).httpStatus, 200);
});

test('a host with another API_HOST_SECRET says so, one on a socket is not compared, and a command changes it', async (t) => {
  const host = await testHost(t, { settings: { secret: secrets.first } });
  const { dataDir } = host;
  const settings = { secret: secrets.second };
  const wrong = await testHost(t, { dataDir, settings });
  const answer = await health(wrong);
  assert.deepEqual([answer.status, answer.failed], [503, 'documents']);
  assert.match(answer.message ?? '', /^API_HOST_SECRET of this process/);
  assert.deepEqual(differs(wrong)[0], answer.message);
  assert.ok(!JSON.stringify(wrong.lines).includes(secrets.second.slice(0, 8)));
  assert.deepEqual(await health(host), ready);
  const socketPath = join(await temporaryDirectory(t), 'host.sock');
  const embedded = await testHost(t, { dataDir, settings: { ...settings, socketPath } });
  assert.deepEqual(differs(embedded), []);

  const accepted = await hostCommand(dataDir, ['accept-settings'], {
    API_HOST_SECRET: secrets.second,
  });
  assert.equal(accepted.code, 0, accepted.stderr);
  const after = await testHost(t, { dataDir, settings });
  assert.deepEqual([differs(after), (await health(after)).status], [[], 200]);
});

test('a document store that was changed on purpose is accepted by a command', async (t) => {
  const { dataDir, close } = await testHost(t);
  await close();
  const { folder, settings } = await otherStore(t);
  const { code, stderr } = await hostCommand(dataDir, ['accept-settings'], {
    DOCUMENTS_URL: settings.documentsUrl.href,
  });
  assert.equal(code, 0, stderr);
  const host = await testHost(t, { dataDir, settings });
  assert.deepEqual(await health(host), ready);
  assert.match(await readFile(join(folder, 'documents', 'store-id'), 'utf8'), /^[\da-f-]{36}$/);
  const before = await testHost(t, { dataDir });
  assert.equal((await health(before)).status, 503);
});

test('a restore writes new ones: neither the store of the backup nor its secrets count', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  await upload(host.origin, documentParts(id, 'cv', 'the cv'));
  await testHost(t, { dataDir: host.dataDir, settings: { secret: secrets.first } });
  const folder = await temporaryDirectory(t);
  const target = join(folder, 'backup');
  assert.equal((await hostCommand(host.dataDir, ['backup', target])).code, 0);
  const dataDir = await temporaryDirectory(t);
  const env = { API_HOST_SECRET: secrets.second };
  const restored = await hostCommand(dataDir, ['restore', target], env);
  assert.equal(restored.code, 0, restored.stderr);
  const other = await otherStore(t);
  const empty = await testHost(t, { dataDir, settings: other.settings });
  assert.equal(differs(empty).length, 1, 'the restored store has the id');
  const settings = { secret: secrets.second };
  assert.deepEqual(differs(await testHost(t, { dataDir, settings })), []);
  const former = await testHost(t, { dataDir, settings: { secret: secrets.first } });
  assert.equal(differs(former).length, 1);
});
