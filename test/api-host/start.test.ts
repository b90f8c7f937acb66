import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { startHost } from '#src/api-host/host.ts';
import { unsentMails } from '#src/api-host/mail/mail-queue.ts';
import { siteConfig } from '#src/config/site.ts';
import {
  addMails,
  apply,
  collectingLog,
  dataIn,
  settingsIn,
  temporaryDirectory,
  testHost,
} from './support/host.ts';
import { opening } from './support/openings.ts';

test('a host that other machines can call does not start without a secret', async (t) => {
  const dataDir = await temporaryDirectory(t);
  for (const host of ['0.0.0.0', '::', '192.0.2.1'])
    await assert.rejects(startHost(settingsIn(dataDir, { host }), collectingLog()), {
      name: 'SettingsError',
      message: `API_HOST_SECRET must be set, because other machines can call this host at HOST=${host}`,
    });
  const secret = 'a-secret-of-32-characters-or-more';
  const running = await startHost(
    settingsIn(dataDir, { host: '0.0.0.0', secret }),
    collectingLog(),
  );
  await running.close();
});

test('only this user can connect to the Unix socket of a host', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const socketPath = join(dataDir, 'host.sock');
  const host = await startHost(settingsIn(dataDir, { socketPath }), collectingLog());
  t.after(() => host.close());
  assert.equal(host.origin, `unix:${socketPath}`);
  assert.equal((await stat(socketPath)).mode & 0o777, 0o600);
});

test('a host replaces the socket that a killed one left, and not the one of a host that runs', async (t) => {
  const socketPath = join(await temporaryDirectory(t), 'host.sock');
  const address = { host: `unix:${socketPath}`, socketPath };
  const start = async () =>
    startHost(settingsIn(await temporaryDirectory(t), address), collectingLog());
  const program = `require('node:net').createServer().listen(process.argv[1], () => process.send(''))`;
  const child = spawn(process.execPath, ['-e', program, socketPath], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  await assert.rejects(start(), /host\.sock cannot be used: EADDRINUSE/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const host = await start();
  t.after(() => host.close());
  await assert.rejects(start(), /host\.sock cannot be used: EADDRINUSE/);
});

test('a file in the place of the socket is not removed', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const socketPath = join(dataDir, 'notes.txt');
  await writeFile(socketPath, 'to be kept');
  const settings = settingsIn(dataDir, { host: `unix:${socketPath}`, socketPath });
  await assert.rejects(
    startHost(settings, collectingLog()),
    /notes\.txt cannot be used: EADDRINUSE/,
  );
  assert.equal(await readFile(socketPath, 'utf8'), 'to be kept');
});

test('a host that cannot listen takes no mail from the queue', async (t) => {
  const host = await testHost(t);
  const { dataDir } = host;
  const applicant = await apply(host);
  const mail = { url: 'smtp://127.0.0.1:9', from: 'careers@jobs.example' };
  const data = await dataIn(t, dataDir);
  const { database } = data;
  await addMails(database, applicant, ['confirmation'], new Date());
  const port = Number(new URL(host.origin).port);
  await assert.rejects(startHost(settingsIn(dataDir, { port, mail }), collectingLog()));
  const [waiting] = await unsentMails(database);
  assert.deepEqual([waiting?.state, waiting?.attempts], ['waiting', 0]);
});

test('sample openings behind a public SITE_ORIGIN are one sentence in the log', async (t) => {
  const publicOrigin = 'https://careers.example.com';
  const warnings = ({ lines }: { readonly lines: readonly { readonly event?: string }[] }) =>
    lines.filter(({ event }) => event === 'samples-public');
  const trial = await testHost(t, { openings: 'samples' });
  assert.deepEqual(warnings(trial), []);
  await trial.close();
  const { dataDir } = trial;
  const site = await testHost(t, { dataDir, settings: { publicOrigin, sampleData: false } });
  assert.deepEqual(warnings(site), [
    {
      level: 'warn',
      event: 'samples-public',
      samples: 46,
      msg: `People can apply to 46 invented openings at ${publicOrigin}: careers host clear-samples removes them.`,
    },
  ]);
  const own = await testHost(t, { settings: { publicOrigin, sampleData: false } });
  assert.deepEqual(warnings(own), []);
});

test('an upload may take hours: no time limit of Node applies to a whole request of a host', async (t) => {
  const limits: number[][] = [];
  const onRequest = (message: unknown) => {
    const { requestTimeout, headersTimeout, keepAliveTimeout } = (message as { server: Server })
      .server;
    limits.push([requestTimeout, headersTimeout, keepAliveTimeout]);
  };
  subscribe('http.server.request.start', onRequest);
  t.after(() => unsubscribe('http.server.request.start', onRequest));
  await (await testHost(t)).call('companylocations');
  assert.deepEqual(limits, [[0, 15_000, 30_000]]);
});

test('a host that has nothing to report logs only that it serves the sample company', async (t) => {
  const [company] = siteConfig.companies.items;
  const host = await testHost(t, {
    openings: [opening({ company_name: company?.name })],
    settings: { retentionDays: 30, publicOrigin: 'https://careers.example.com', sampleData: false },
  });
  await host.close();
  const events = host.lines.map(({ event }) => event);
  assert.deepEqual(events, ['sample-company']);
});
