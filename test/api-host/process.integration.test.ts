import assert from 'node:assert/strict';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildApplication } from '#test/support/build-application.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { ask, provide, temporaryDirectory } from './support/host.ts';
import { EndedEarly, hostProcess } from './support/process.ts';

test('the process sends its address to its parent and logs it as one JSON line', async (t) => {
  const host = await hostProcess(t, await temporaryDirectory(t));
  assert.equal((await ask(host.origin, 'openingsall')).body.status, 1);
  assert.equal(await host.end('SIGTERM'), 0);
  const listening = host.lines.filter(({ event }) => event === 'host-listening');
  assert.deepEqual(
    [listening.length, listening[0]?.level, listening[0]?.origin],
    [1, 'info', host.origin],
  );
});

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} lets the request in progress finish, then stops the host`, async (t) => {
    const dataDir = await temporaryDirectory(t);
    await provide(dataDir, [{ id: 101, role_name: 'Baker', company_id: 1, company_name: 'B' }]);
    const host = await hostProcess(t, dataDir);
    const body = JSON.stringify(buildApplication({ answers: {} }));
    const outgoing = request(`${host.origin}/api/applyjobposting`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    });
    outgoing.write(body.slice(0, 50));
    await once(outgoing, 'socket');
    // The host has received the request once it responds to a later one.
    await ask(host.origin, 'companylocations');
    const exitCode = host.end(signal);
    await refusedAt(host.origin);
    outgoing.end(body.slice(50));
    const [response] = await once(outgoing, 'response');
    assert.equal(response.statusCode, 200);
    response.resume();
    assert.equal(await exitCode, 0);
  });

test('the host stops when the channel to its parent closes', async (t) => {
  const host = await hostProcess(t, await temporaryDirectory(t));
  const exited = once(host.child, 'exit');
  host.child.disconnect();
  assert.deepEqual(await exited, [0, null]);
});

test('a used port, with exit code 1, and an invalid setting or directory, with 3, end the host and are named in the log', async (t) => {
  const port = await listenLocally(t, createServer());
  const dataDir = await temporaryDirectory(t);
  const withFile = await temporaryDirectory(t);
  await writeFile(join(withFile, 'documents'), '');
  const notYet = join(dataDir, 'not-yet');
  for (const [directory, env, code, reason] of [
    [notYet, { DATABASE_URL: 'mysql://localhost/careers' }, 3, /DATABASE_URL must be a postgres/],
    [dataDir, { PORT: String(port) }, 1, /EADDRINUSE/],
    ['/dev/null/data', {}, 3, /DATA_DIR must be a directory .*: \/dev\/null\/data \(/],
    [withFile, {}, 3, /Documents need a directory .*: \S+\/documents \(EEXIST\)/],
  ] as const)
    await assert.rejects(hostProcess(t, directory, env), (error: unknown) => {
      assert.ok(error instanceof EndedEarly);
      assert.equal(error.code, code);
      assert.match(JSON.stringify(error.lines), reason);
      return true;
    });
  await assert.rejects(stat(notYet));
});

/** Waits until the host no longer accepts connections. */
async function refusedAt(origin: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`${origin}/api/companylocations`, { headers: { connection: 'close' } });
    } catch {
      return;
    }
  }
}
