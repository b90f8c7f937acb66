import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { newFolder } from '#test/support/new-folder.ts';
import { replies, type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { fixtureFolder, hostAndFixtures } from './support/fixtures.ts';
import { careers as careersInProcess } from './support/in-process.ts';
import { careers, root } from './support/run.ts';

const endedPid = () => spawnSync(process.execPath, ['--version']).pid;

const preloaded = (source: string) => ({
  node: ['--import', `data:text/javascript,${encodeURIComponent(source)}`],
});

/** Makes the launcher see Node 20. The Node 24 that it starts does not see it. */
const onNode20 = preloaded(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });",
);

test('an older Node runs the command with the project’s Node: same output and exit code', async () => {
  await using host = await startScriptedHost();
  const listed = await careers(['companies', '--host', host.origin], onNode20);
  assert.deepEqual([listed.code, listed.stderr], [0, '']);
  assert.match(listed.stdout, /Northwind Bakery/);
  assert.equal((await careers(['nonsense'], onNode20)).code, 2);
});

test('an older Node forwards signals and exits like the command', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  host.always('companylocations', replies.silence());
  const terminated = await careers(['companies', '--host', host.origin], {
    ...onNode20,
    whileRunning: async (child) => {
      await host.called('companylocations');
      child.kill('SIGTERM');
    },
  });
  assert.equal(terminated.code, 143);

  const fixture = await folder.application('a.json');
  host.always('applyjobposting', replies.silence());
  const interrupted = await careers(['submit', fixture, '--host', host.origin], {
    ...onNode20,
    whileRunning: async (child) => {
      await host.called('applyjobposting');
      child.kill('SIGINT');
    },
  });
  assert.equal(interrupted.code, 7);
  assert.match(interrupted.stdout, /^lost/);
});

test('the command ends when the older Node that started it is killed', {
  timeout: 60_000,
}, async () => {
  await using host = await startScriptedHost();
  host.always('companylocations', replies.silence());
  // Both have the pipes of the output: it resolves once both have ended.
  const killed = await careers(['companies', '--host', host.origin], {
    ...onNode20,
    env: { API_TIMEOUT_MS: '3600000' },
    whileRunning: async (child) => {
      await host.called('companylocations');
      child.kill('SIGKILL');
    },
  });
  assert.equal(killed.stdout, '');
});

test('help loads neither undici nor zod', async () => {
  const reportLoaded = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    process.on('exit', () => process.stderr.write(JSON.stringify(loaded)));`;
  const { code, stdout, stderr } = await careers(['--help'], preloaded(reportLoaded));
  assert.equal(code, 0);
  assert.match(stdout, /submit \[options\]/);
  const loaded: string[] = JSON.parse(stderr);
  assert.ok(loaded.some((url) => url.includes('/commander/')));
  const others = loaded.filter((url) => /node_modules\/(?!commander\/)/.test(url));
  assert.deepEqual(others, []);
});

test('npx careers works in a clone, without a network and without a home but for the cache of npm', async (t) => {
  await using host = await startScriptedHost();
  const child = spawn('npx', ['careers', 'companies', '--json', '--host', host.origin], {
    cwd: root,
    env: {
      ...process.env,
      HOME: '/proc/none',
      npm_config_cache: newFolder(t),
      npm_config_registry: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).length, 2);
});

/** Returns the address of a Unix socket that leads to a scripted host. */
async function socketOf(t: TestContext, { origin }: ScriptedHost, path: string): Promise<string> {
  const server = createServer((socket) => {
    const upstream = connect(Number(new URL(origin).port), '127.0.0.1');
    pipeline(socket, upstream, socket, () => {});
  }).listen(path);
  await once(server, 'listening');
  t.after(() => server.close());
  return `unix:${path}`;
}

test('without a host option, the running site’s embedded host is found through DATA_DIR', async (t) => {
  await using host = await startScriptedHost();
  const dataDir = newFolder(t);
  const file = join(dataDir, 'run', 'api-host.json');
  await mkdir(join(dataDir, 'run'));
  const socket = await socketOf(t, host, join(dataDir, 'host.sock'));
  const announce = (origin: string) =>
    writeFile(file, JSON.stringify({ origin, pid: process.pid }));
  const list = () => careersInProcess(['companies', '--json'], { env: { DATA_DIR: dataDir } });

  await announce(socket);
  const found = await list();
  assert.deepEqual([found.code, JSON.parse(found.stdout).length], [0, 2]);

  // After a kill -9 of the host another user may listen in its place.
  await writeFile(file, JSON.stringify({ origin: socket, pid: endedPid() }));
  assert.equal((await list()).code, 6);

  // After a crash of the API host below a site.
  await announce('unix:/no/such.sock');
  assert.equal((await list()).code, 6);

  await writeFile(file, '{"origin"');
  assert.equal((await list()).code, 6);
  assert.equal(host.calls.length, 1);
});

test('API_HOST sets the host and --host overrides it', async () => {
  await using named = await startScriptedHost();
  await using given = await startScriptedHost();
  const env = { API_HOST: named.origin };
  await careersInProcess(['companies'], { env });
  await careersInProcess(['companies', '--host', given.origin], { env });
  assert.deepEqual([named.calls.length, given.calls.length], [1, 1]);
});

test('a secret is sent only to the host that it belongs to', async (t) => {
  await using own = await startScriptedHost();
  await using other = await startScriptedHost();
  const dataDir = newFolder(t);
  const origin = await socketOf(t, own, join(dataDir, 'host.sock'));
  const running = { origin, pid: process.pid, secret: 'of-the-running-site' };
  await mkdir(join(dataDir, 'run'));
  await writeFile(join(dataDir, 'run', 'api-host.json'), JSON.stringify(running));
  const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const ran = await careersInProcess(['companies', ...args], {
      env: { DATA_DIR: dataDir, ...env },
    });
    assert.equal(ran.code, 0, ran.stderr);
  };
  const secret = 'of-the-setting-with-32-characters-or-more';
  const sentTo = ({ calls }: typeof own) => calls.at(-1)?.headers.authorization;

  await run([]);
  assert.equal(sentTo(own), 'Bearer of-the-running-site');
  await run(['--host', origin]);
  assert.equal(sentTo(own), 'Bearer of-the-running-site');
  await run(['--host', other.origin]);
  assert.equal(sentTo(other), undefined);
  await run([], { API_HOST: other.origin, API_HOST_SECRET: secret });
  assert.equal(sentTo(other), `Bearer ${secret}`);
  await run(['--host', other.origin], { API_HOST: own.origin, API_HOST_SECRET: secret });
  assert.equal(sentTo(other), undefined);
});

test('API_SECONDARY_HOST is not used together with --host', async () => {
  await using host = await startScriptedHost();
  await using second = await startScriptedHost();
  await using folder = await fixtureFolder();
  const fixture = await folder.application('a.json');
  const env = { API_HOST: 'http://127.0.0.1:9', API_SECONDARY_HOST: second.origin };
  host.always('validatecandidate', replies.json({ status: 0 }));
  assert.equal(
    (await careersInProcess(['submit', fixture, '--host', host.origin], { env })).code,
    4,
  );
  assert.deepEqual([host.callsTo('validatecandidate').length, second.calls.length], [2, 0]);
  await careersInProcess(['submit', fixture], { env: { ...env, API_HOST: host.origin } });
  assert.equal(second.callsTo('validatecandidate').length, 1);
});
