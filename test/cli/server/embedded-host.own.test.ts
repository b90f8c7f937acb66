// Own process: its clock is a fake one.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate, setInterval } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Measurements, subscribe } from '#src/telemetry/measurements.ts';
import { newFolder } from '#test/support/new-folder.ts';

process.env.LOG_LEVEL = 'silent';
const { startEmbeddedHost } = await import('#cli/server/embedded-host.ts');
const { readRunFile, runFile } = await import('#cli/server/run-file.ts');

/** An API host that does nothing but report that it listens. */
const program = `process.send({ type: 'listening' });\nsetInterval(() => {}, 1000);\n`;

/** Starts an API host whose restarts wait for the mock clock. */
async function restartedHost(t: TestContext) {
  const dataDir = newFolder(t);
  const path = join(dataDir, 'host.cjs');
  writeFileSync(path, program);
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const host = await startEmbeddedHost({ dataDir, siteOrigin: 'http://localhost:3000' }, path);
  t.after(() => host.kill());
  const children = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
  const until = async (isTrue: () => boolean) => {
    for await (const _ of setInterval(10)) if (isTrue()) return;
  };
  const killHost = async () => {
    process.kill(readRunFile(dataDir)?.pid ?? assert.fail('no API host runs'), 'SIGKILL');
    await until(() => children() === 0);
  };
  return { dataDir, host, children, until, killHost };
}

test('an API host that ends again and again is restarted later each time, and at once after a minute without an end', {
  timeout: 60_000,
}, async (t) => {
  const { dataDir, children, until, killHost } = await restartedHost(t);
  const assertRestartAfter = async (ms: number) => {
    await killHost();
    t.mock.timers.tick(ms - 1);
    assert.equal(children(), 0, `not before ${ms} ms`);
    t.mock.timers.tick(1);
    assert.equal(children(), 1, `after ${ms} ms`);
    await until(() => readRunFile(dataDir) !== undefined);
  };
  await assertRestartAfter(250);
  await assertRestartAfter(500);
  t.mock.timers.tick(60_000);
  await assertRestartAfter(1000);
  t.mock.timers.tick(60_001);
  await assertRestartAfter(250);
});

test('the socket of the API host is never in a directory that other users can enter', async (t) => {
  const dataDir = newFolder(t);
  const path = join(dataDir, 'host.cjs');
  writeFileSync(path, program);
  const run = join(dataDir, 'run');
  const directoryWith = async (mode: number) => {
    mkdirSync(run);
    chmodSync(run, mode);
    const host = await startEmbeddedHost({ dataDir, siteOrigin: 'http://localhost:3000' }, path);
    await host.stop();
    rmSync(run, { recursive: true });
    return dirname(host.origin.slice('unix:'.length));
  };
  assert.equal(await directoryWith(0o700), run);
  for (const mode of [0o750, 0o705, 0o777]) assert.notEqual(await directoryWith(mode), run);
});

test('the queues of the API host are measured in the process that started it', async (t) => {
  const dataDir = newFolder(t);
  const settings = {
    DATA_DIR: dataDir,
    METRICS_PORT: '0',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'jobs@example.com',
  };
  Object.assign(process.env, settings);
  t.after(() => {
    for (const name of Object.keys(settings)) delete process.env[name];
  });
  const measured = Promise.withResolvers<Measurements['work']>();
  t.after(subscribe('work', measured.resolve));
  const main = fileURLToPath(new URL('../../../src/api-host/main.ts', import.meta.url));
  const host = await startEmbeddedHost({ dataDir, siteOrigin: 'http://localhost:3000' }, main);
  t.after(() => host.stop());
  const expected = { queue: 'mail', waiting: 0, oldestSeconds: 0, failed: 0 };
  assert.deepEqual(await measured.promise, expected);
});

test('a restart that fails before the process exists is tried again, and none of its processes stays', {
  timeout: 60_000,
}, async (t) => {
  const { dataDir, host, children, until, killHost } = await restartedHost(t);
  const socket = host.origin.slice('unix:'.length);
  await killHost();
  // It cannot be removed as a socket.
  mkdirSync(socket);
  t.mock.timers.tick(250);
  assert.equal(children(), 0);
  rmSync(socket, { recursive: true });
  // The file of the running host cannot be written in place of a directory.
  rmSync(runFile(dataDir));
  mkdirSync(join(runFile(dataDir), 'directory'), { recursive: true });
  await setImmediate();
  t.mock.timers.tick(500);
  assert.equal(children(), 1);
  await until(() => children() === 0);
  rmSync(runFile(dataDir), { recursive: true });
  await setImmediate();
  t.mock.timers.tick(1000);
  await until(() => readRunFile(dataDir) !== undefined);
  assert.equal(children(), 1);
});
