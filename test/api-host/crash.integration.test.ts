import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { openHostData } from '#src/api-host/data.ts';
import { readApplications } from '#src/api-host/database/stored-applications.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { processes } from '#test/support/deployment.ts';
import { ask, provide, settingsIn, temporaryDirectory, testHost } from './support/host.ts';
import { testOpenings } from './support/openings.ts';
import { hostProcess } from './support/process.ts';
import {
  documentParts,
  encode,
  eventually,
  openUpload,
  readDocument,
  storedDocuments,
  upload,
} from './support/upload.ts';

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const applyTo = (origin: string, changed: Record<string, unknown>, key: string) =>
  ask(origin, 'applyjobposting', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(buildApplication(changed)),
  });

async function readBack(dataDir: string) {
  const data = await openHostData(settingsIn(dataDir));
  try {
    const applications = new Map<string, string[]>();
    const places: { key: string; stored_as: string; bytes: number }[] = [];
    for await (const application of readApplications(data.database.db)) {
      applications.set(
        application.applicant_id,
        application.documents.map(({ type }) => type),
      );
      for (const document of application.documents)
        places.push({ ...document, key: `${application.applicant_id} ${document.type}` });
    }
    return { applications, places };
  } finally {
    await data.close();
  }
}

/** As many hosts as the run has processes. */
const hostProcesses = (t: TestContext, dataDir: string) =>
  Promise.all(Array.from({ length: processes }, () => hostProcess(t, dataDir)));

test('a host killed while it stores applications has every acknowledged one after the restart', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const acknowledged = new Map<string, string>();
  for (let life = 0; life < 3; life += 1) {
    const hosts = await hostProcesses(t, dataDir);
    const enough = Promise.withResolvers<void>();
    const applicants = Array.from({ length: 8 }, async (_, worker) => {
      for (let n = 0; ; n += 1) {
        const key = `life-${life}-${worker}-${n}`;
        try {
          const { origin } = hosts[worker % hosts.length] ?? { origin: '' };
          const { body } = await applyTo(origin, { emailaddress: `${key}@example.com` }, key);
          assert.equal(body.status, 1);
          acknowledged.set(key, body.data.id);
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          return;
        }
        if (acknowledged.size >= (life + 1) * 25) enough.resolve();
      }
    });
    await enough.promise;
    await Promise.all(hosts.map((host) => host.end('SIGKILL')));
    await Promise.all(applicants);
  }
  assert.ok(acknowledged.size >= 75);

  const { applications } = await readBack(dataDir);
  for (const id of acknowledged.values()) assert.ok(applications.has(id));
  // Applications that were stored without a response: a repetition under the same key gets the response.
  const host = await hostProcess(t, dataDir);
  for (const [key, id] of [...acknowledged].slice(-5)) {
    const { body } = await applyTo(host.origin, { emailaddress: `${key}@example.com` }, key);
    assert.equal(body.data.id, id);
  }
});

test('a host killed during uploads has every acknowledged document complete after the restart', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const acknowledged = new Map<string, number>();
  /** The digest of each document that was sent, by application, type and length. */
  const sent = new Map<string, string>();
  for (let life = 0; life < 2; life += 1) {
    const hosts = await hostProcesses(t, dataDir);
    const origin = (at: number) => hosts[at % hosts.length]?.origin ?? '';
    const { body } = await applyTo(origin(0), { emailaddress: `u${life}@example.com` }, `u${life}`);
    const id: string = body.data.id;
    const underWay = encode(documentParts(id, 'passport', Buffer.alloc(2_000_000)));
    const hanging = openUpload(origin(1), { 'content-length': underWay.length });
    hanging.request.write(underWay.subarray(0, 1_000_000));
    const types = ['cv', 'nysc', 'waec', 'undergraduate', 'other'];
    const enough = Promise.withResolvers<void>();
    const uploads = types.map(async (type) => {
      // The same document repeatedly: the previous file must exist until the next one is complete.
      for (let n = 0; ; n += 1) {
        const bytes = randomBytes(150_000 + n);
        sent.set(`${id} ${type} ${bytes.length}`, digest(bytes));
        const response = await upload(origin(n), documentParts(id, type, bytes)).catch(
          () => undefined,
        );
        if (!response) return;
        assert.equal(response.body.status, 1);
        acknowledged.set(`${id} ${type}`, bytes.length);
        if (acknowledged.size === (life + 1) * types.length && n > 1) enough.resolve();
      }
    });
    await enough.promise;
    await Promise.all(hosts.map((host) => host.end('SIGKILL')));
    await Promise.all(uploads);
  }

  const { applications, places } = await readBack(dataDir);
  for (const key of acknowledged.keys()) {
    const [id = '', type = ''] = key.split(' ');
    assert.ok(applications.get(id)?.includes(type), key);
  }
  for (const types of applications.values()) assert.ok(!types.includes('passport'));
  assert.equal(places.length, acknowledged.size);
  for (const { key, stored_as, bytes } of places) {
    const kept = await readDocument(dataDir, stored_as);
    assert.equal(kept.length, bytes, 'a recorded document is whole');
    assert.equal(digest(kept), sent.get(`${key} ${bytes}`), 'it has the bytes that were sent');
    // The last acknowledged one, or one after it whose response was lost.
    assert.ok(bytes >= (acknowledged.get(key) ?? 0));
  }
});

test('files orphaned by a crash are removed after a delay, and no others', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const host = await hostProcess(t, dataDir);
  const { body } = await applyTo(host.origin, {}, 'k');
  await upload(host.origin, documentParts(body.data.id, 'cv', 'whole'));
  // More than one part on S3.
  const whole = encode(documentParts(body.data.id, 'waec', Buffer.alloc(16_000_000)));
  const { request } = openUpload(host.origin, { 'content-length': whole.length });
  request.write(whole.subarray(0, 8_000_000));
  await eventually(async () => (await storedDocuments(dataDir)).length === 2);
  await host.end('SIGKILL');
  assert.equal((await storedDocuments(dataDir)).length, 2);

  const soon = await testHost(t, { dataDir });
  await soon.close();
  assert.equal(
    (await storedDocuments(dataDir)).length,
    2,
    'another process might still be writing it',
  );
  const later = await testHost(t, { dataDir, clock: () => new Date(Date.now() + 16 * 60_000) });
  await later.close();
  const [kept, ...others] = await storedDocuments(dataDir);
  assert.equal(others.length, 0);
  assert.equal(`${await readDocument(dataDir, kept ?? '')}`, 'whole');
});

test('four hosts on one data directory accept one of 200 identical and 200 different applications of a person', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const hosts = await Promise.all(Array.from({ length: 4 }, () => hostProcess(t, dataDir)));
  // A slow document store is reported at start.
  for (const { lines } of hosts) lines.length = 0;
  /** Sends again what a host refused that had too many waiting requests, or waited eight seconds for the lock of SQLite. */
  async function send(index: number, changed: Record<string, unknown>, key: string) {
    for (;;) {
      const reply = await applyTo(hosts[index % hosts.length]?.origin ?? '', changed, key);
      if (reply.httpStatus !== 503) return reply;
      assert.ok(reply.headers.get('retry-after'));
    }
  }
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, index) => [
      send(index, {}, 'one-key'),
      send(index, { course: `${index}` }, `key-${index}`),
    ]).flat(),
  );
  const accepted = results.filter(({ body }) => body.status === 1);
  assert.equal(new Set(accepted.map(({ body }) => body.data.id)).size, 1);
  for (const { httpStatus } of results) assert.ok([200, 409].includes(httpStatus), `${httpStatus}`);
  assert.equal((await readBack(dataDir)).applications.size, 1);
  for (const { lines } of hosts)
    assert.deepEqual(
      lines.filter(({ level }) => level === 'error'),
      [],
    );
});

test('three hosts started at once on one empty directory create the tables and add the sample data once', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const hosts = await Promise.all([1, 2, 3].map(() => hostProcess(t, dataDir)));
  const lists = await Promise.all(hosts.map(({ origin }) => ask(origin, 'openingsall')));
  for (const { body } of lists) assert.deepEqual(body, lists[0]?.body);
  for (const host of hosts) assert.equal(await host.end('SIGTERM'), 0);
  const added = hosts.flatMap(({ lines }) =>
    lines.filter(({ event }) => event === 'sample-data-added'),
  );
  assert.equal(added.length, 1);
});
