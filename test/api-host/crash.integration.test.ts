import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readApplications } from '#src/api-host/applications/stored-applications.ts';
import { openHostData } from '#src/api-host/data.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { processes } from '#test/support/deployment.ts';
import { ask, provide, settingsIn, temporaryDirectory } from './support/host.ts';
import { testOpenings } from './support/openings.ts';
import { hostProcess } from './support/process.ts';

const applyTo = (origin: string, changed: Record<string, unknown>, key: string) =>
  ask(origin, 'applyjobposting', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(buildApplication(changed)),
  });

async function applicationsIn(dataDir: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const data = await openHostData(settingsIn(dataDir));
  for await (const { applicant_id } of readApplications(data.database.db)) ids.add(applicant_id);
  await data.close();
  return ids;
}

test('a host killed while it stores applications has every acknowledged one after the restart', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const acknowledged = new Map<string, string>();
  for (let life = 0; life < 2; life += 1) {
    // As many hosts as the run has processes.
    const starting = Array.from({ length: processes }, () => hostProcess(t, dataDir));
    const hosts = await Promise.all(starting);
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
  assert.ok(acknowledged.size >= 50);

  const applications = await applicationsIn(dataDir);
  for (const id of acknowledged.values()) assert.ok(applications.has(id));
  // Applications that were stored without a response: a repetition under the same key gets the response.
  const host = await hostProcess(t, dataDir);
  for (const [key, id] of [...acknowledged].slice(-5)) {
    const { body } = await applyTo(host.origin, { emailaddress: `${key}@example.com` }, key);
    assert.equal(body.data.id, id);
  }
});

test('three hosts on one data directory accept one of 60 identical and 60 different applications of a person', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const hosts = await Promise.all(Array.from({ length: 3 }, () => hostProcess(t, dataDir)));
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
    Array.from({ length: 60 }, (_, index) => [
      send(index, {}, 'one-key'),
      send(index, { course: `${index}` }, `key-${index}`),
    ]).flat(),
  );
  const accepted = results.filter(({ body }) => body.status === 1);
  assert.equal(new Set(accepted.map(({ body }) => body.data.id)).size, 1);
  for (const { httpStatus } of results) assert.ok([200, 409].includes(httpStatus), `${httpStatus}`);
  assert.equal((await applicationsIn(dataDir)).size, 1);
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
