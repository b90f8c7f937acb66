import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { Agent, FormData, fetch as fetchWith, type RequestInit } from 'undici';
import { openDatabase } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { eventually } from '#test/api-host/support/upload.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { cleanEnv, logged, type RunningSite, root, startSite } from '#test/support/site.ts';
import { careers } from './support/run.ts';

const runFile = ({ dataDir }: RunningSite) => join(dataDir, 'run', 'api-host.json');
const hostOf = (site: RunningSite) =>
  JSON.parse(readFileSync(runFile(site), 'utf8')) as {
    origin: string;
    pid: number;
    secret: string;
  };
const socketOf = ({ origin }: { readonly origin: string }) => origin.slice('unix:'.length);
const fetchFrom = (host: { readonly origin: string }, path: string, init: RequestInit = {}) =>
  fetchWith(`http://api-host${path}`, {
    ...init,
    dispatcher: new Agent({ connect: { socketPath: socketOf(host) }, pipelining: 0 }),
  });
const readOpenings = (host: ReturnType<typeof hostOf>) =>
  fetchFrom(host, '/api/openingsall', { headers: { authorization: `Bearer ${host.secret}` } });

async function gone(pid: number): Promise<void> {
  for (;;) {
    const state = /^State:\s+(\w)/m.exec(read(`/proc/${pid}/status`))?.[1];
    if (state === undefined || state === 'Z') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const withSite = async (
  options: Parameters<typeof startSite>[0],
  run: (site: RunningSite) => Promise<void>,
) => {
  const site = await startSite(options);
  try {
    await run(site);
  } finally {
    await site.stop();
  }
};

/** A part in the response of /readyz. */
interface Readiness {
  readonly ready: boolean;
  readonly failed?: string;
  readonly message?: string;
  readonly schema?: string;
}

for (const [command, signal] of [
  ['npm start', 'SIGTERM'],
  ['npx careers start', 'SIGHUP'],
] as const)
  test(`${signal} to the process of \`${command}\` stops the site and its API host`, async () => {
    const [file = '', ...args] = command.split(' ');
    const site = await startSite({ command: [file, ...args] });
    const host = hostOf(site);
    const stopping = logged(site, 'site-stopped');
    await site.stop(signal);
    await stopping;
    await gone(host.pid);
    await assert.rejects(fetch(site.origin));
  });

test('a site that the launcher has started', async (t) => {
  const dataDir = newFolder(t);
  chmodSync(dataDir, 0o755);
  const site = await startSite({
    dataDir,
    env: { METRICS_PORT: '0' },
    command: [process.execPath, 'cli/careers.js', 'start'],
  });
  t.after(() => site.stop());

  await t.test('the site runs with V8 flags, however it was started', () => {
    const commandLine = read(`/proc/${site.process.pid}/cmdline`).split('\0');
    assert.ok(commandLine.includes('--heap-growing-percent=40'), commandLine.join(' '));
  });

  await t.test(
    'the embedded API host refuses calls without the secret, which only this user can read',
    async () => {
      const host = hostOf(site);
      assert.equal((await readOpenings(host)).status, 200);
      assert.equal((await fetchFrom(host, '/api/openingsall')).status, 401);
      const upload = { method: 'POST', body: new FormData() };
      assert.equal((await fetchFrom(host, '/api/uploadapplicantdocument', upload)).status, 401);
      assert.equal((await readOpenings({ ...host, secret: `${host.secret}x` })).status, 401);
      assert.match(await (await fetch(site.origin)).text(), /Openings|openings/);
      // The first use creates site.sqlite.
      await fetch(`${site.origin}/api/submission`, { headers: { cookie: 'upload_ticket=x.y' } });
      assert.equal(statSync(dataDir).mode & 0o777, 0o700);
      for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
        assert.equal(statSync(join(dataDir, name)).mode & 0o077, 0, name);
    },
  );

  await t.test('only this user can enter the directory of the socket of the API host', () => {
    const directory = dirname(socketOf(hostOf(site)));
    assert.equal(directory, join(dataDir, 'run'));
    const { mode, uid } = statSync(directory);
    assert.deepEqual([mode & 0o777, uid], [0o700, process.getuid?.()]);
  });

  await t.test('every line on standard error is one JSON event', async () => {
    await logged(site, 'site-started');
    assert.ok(site.log.length > 0);
    assert.ok(site.log.every((line) => typeof line.event === 'string' && 'time' in line));
  });

  await t.test(
    'a second start on the same DATA_DIR names the first and changes nothing',
    async () => {
      const host = hostOf(site);
      await assert.rejects(
        startSite({ dataDir }),
        new RegExp(`ended with 3[^]*is in use by process ${site.process.pid}`),
      );
      assert.deepEqual(hostOf(site), host);
      assert.equal((await readOpenings(host)).status, 200);
    },
  );

  await t.test(
    'the log lines of the embedded API host, and its last backup, are in the metrics of its site',
    async () => {
      const applicant = newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });
      await applyWithoutScript(new NoScriptBrowser(site.origin), '104', applicant);
      const { port } = await logged(site, 'metrics-started');
      const hasLine = (line: RegExp) =>
        eventually(async () =>
          line.test(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
        );
      await hasLine(/event="application-accepted",level="info",process="api-host"\} 1$/m);
      await hasLine(/^careers_last_backup_timestamp_seconds 0$/m);
    },
  );

  await t.test('an API host that exits is restarted at the same address', async () => {
    const first = hostOf(site);
    process.kill(first.pid, 'SIGKILL');
    await logged(site, 'api-host-restarted');
    const second = hostOf(site);
    assert.notEqual(second.pid, first.pid);
    assert.equal(second.origin, first.origin);
    assert.equal((await readOpenings(second)).status, 200);
  });

  await t.test(
    '/readyz fails while the documents folder is missing, and the log has the cause',
    async () => {
      const readiness = async () => {
        const response = await fetch(`${site.origin}/readyz`);
        const { apiHost, submissions } = (await response.json()) as Record<string, Readiness>;
        return { status: response.status, apiHost, submissions };
      };
      const { status, ...before } = await readiness();
      assert.equal(status, 200);
      for (const part of [before.apiHost, before.submissions])
        assert.match(part?.schema ?? '', /^\d{4}-/);
      assert.equal((await logged(site, 'site-started')).schema, before.submissions?.schema);
      assert.equal((await logged(site, 'host-listening')).schema, before.apiHost?.schema);
      rmSync(join(dataDir, 'documents'), { recursive: true });
      // The site and its API host each use a result for a second.
      await eventually(async () => (await readiness()).status === 503);
      const { apiHost, submissions } = await readiness();
      const message = 'the API host says: The data cannot be written.';
      assert.deepEqual(apiHost, { ...before.apiHost, ready: false, failed: 'documents', message });
      assert.deepEqual(submissions, before.submissions);
      const { error } = await logged(site, 'storage-not-writable');
      assert.equal((error as { code?: string }).code, 'ENOENT');
    },
  );

  await t.test('SIGHUP stops the site and its API host with exit code 0', async () => {
    const host = hostOf(site);
    assert.equal(await site.stop('SIGHUP'), 0);
    await gone(host.pid);
    assert.ok(!existsSync(runFile(site)));
  });
});

/** As another user, listens at an address that is in use as soon as it can, and prints what it receives. */
const takeAddress = `
  const { createServer } = require('node:net');
  const origin = process.argv[1];
  process.setgid(65534);
  process.setuid(65534);
  const server = createServer((socket) => socket.pipe(process.stdout, { end: false }));
  const take = () =>
    server.listen(
      origin.startsWith('unix:')
        ? { path: origin.slice(5) }
        : { port: new URL(origin).port, host: '127.0.0.1' },
    );
  server.once('error', () => console.log('in use, or not permitted'));
  server.on('error', () => setTimeout(take, 5));
  server.on('listening', () => console.log('listening'));
  take();`;

test('a site that asks its API host each time', (t) =>
  withSite({ env: { CACHE_TTL_MS: '0' } }, async (site) => {
    await t.test(
      'after a crash of the API host another user cannot receive the calls of the site',
      { skip: process.getuid?.() !== 0 && 'only root can act as another user' },
      async (t) => {
        const host = hostOf(site);
        const other = spawn(process.execPath, ['-e', takeAddress, host.origin]);
        t.after(() => other.kill());
        let printed = '';
        other.stdout.setEncoding('utf8').on('data', (text) => {
          printed += text;
        });
        await once(other.stdout, 'data');
        process.kill(host.pid, 'SIGKILL');
        await Promise.race([once(other.stdout, 'data'), logged(site, 'api-host-restarted')]);
        await Promise.race([once(other.stdout, 'data'), fetch(site.origin)]);
        assert.equal(printed, 'in use, or not permitted\n');
      },
    );

    await t.test('an embedded API host that hangs is ended and started again', async () => {
      const from = site.log.length;
      process.kill(hostOf(site).pid, 'SIGSTOP');
      assert.equal((await logged(site, 'api-host-exited', from)).signal, 'SIGKILL');
      await logged(site, 'api-host-restarted', from);
      assert.equal((await readOpenings(hostOf(site))).status, 200);
    });

    await t.test('a request in progress gets its response before the site stops', async () => {
      const { port } = new URL(site.origin);
      const slow = connect(Number(port), 'localhost');
      await once(slow, 'connect');
      let reply = '';
      slow.setEncoding('utf8').on('data', (text) => {
        reply += text;
      });
      const ended = once(slow, 'end');
      slow.write('GET / HTTP/1.1\r\nhost: localhost\r\n');
      const stopped = site.stop('SIGTERM');
      await logged(site, 'site-stopping');
      slow.write('connection: close\r\n\r\n');
      await ended;
      assert.match(reply, /^HTTP\/1\.1 200 /);
      assert.equal(await stopped, 0);
    });
  }));

test('with a DATA_DIR of 150 characters, or a DATA_DIR/run of another user, the socket is in a new private directory', async (t) => {
  const parent = newFolder(t);
  const long = join(parent, 'x'.repeat(149 - parent.length));
  assert.equal(long.length, 150);
  const foreign = join(parent, 'foreign');
  mkdirSync(join(foreign, 'run'), { recursive: true });
  if (process.getuid?.() === 0) chownSync(join(foreign, 'run'), 65534, 65534);
  for (const dataDir of [long, ...(process.getuid?.() === 0 ? [foreign] : [])]) {
    let directory = '';
    await withSite({ dataDir }, async (site) => {
      const host = hostOf(site);
      directory = dirname(socketOf(host));
      assert.equal(dirname(directory), tmpdir());
      assert.equal(statSync(directory).mode & 0o777, 0o700);
      assert.equal((await fetch(`${site.origin}/readyz`)).status, 200);
      process.kill(host.pid, 'SIGKILL');
      await logged(site, 'api-host-restarted');
      if (dataDir === foreign) return;
      const listed = await careers(['list', '--json'], { env: { DATA_DIR: dataDir } });
      assert.equal(listed.code, 0, listed.stderr);
      assert.ok(JSON.parse(listed.stdout).length > 0);
    });
    assert.ok(!existsSync(directory));
  }
});

test('a site whose database has the schema of a newer version ends with 3 and a sentence', async (t) => {
  const dataDir = newFolder(t);
  const dialect = sqliteDialect(join(dataDir, 'site.sqlite'));
  await (await openDatabase(dialect, { '9999-newer-breaking': { async up() {} } })).close();
  await assert.rejects(
    startSite({ dataDir }),
    /ended with 3.*site\.sqlite has the schema of a newer version \(9999-newer-breaking\): use that version/s,
  );
});

test('a public site starts without sample openings and warns about it; its API host exits when it is killed', () =>
  withSite({ env: { SITE_ORIGIN: 'https://careers.example' } }, async (site) => {
    const host = hostOf(site);
    const { data } = (await (await readOpenings(host)).json()) as { data: unknown };
    assert.deepEqual(data, []);
    assert.equal((await logged(site, 'no-openings')).level, 'warn');
    await site.stop('SIGKILL');
    await gone(host.pid);
  }));

test('a second Ctrl-C exits without waiting for requests in progress', async () => {
  const site = await startSite();
  const host = hostOf(site);
  const stuck = connect(Number(new URL(site.origin).port), 'localhost');
  stuck.on('error', () => {});
  await once(stuck, 'connect');
  stuck.write('GET / HTTP/1.1\r\nhost: localhost\r\n');
  const stopped = site.stop('SIGINT');
  await logged(site, 'site-stopping');
  // Signals within half a second count as one: npm repeats what the terminal sent.
  await new Promise((resolve) => setTimeout(resolve, 600));
  site.process.kill('SIGINT');
  assert.equal(await stopped, 130);
  await gone(host.pid);
  stuck.destroy();
});

test('with API_HOST set no embedded host is started; its calls, pages and log lines are in the metrics, the lines with the id of the request', () =>
  // Only a host needs MAIL_FROM with SMTP_URL.
  withSite(
    { env: { API_HOST: 'http://127.0.0.1:9', METRICS_PORT: '0', SMTP_URL: 'smtp://127.0.0.1:9' } },
    async (site) => {
      assert.ok(!existsSync(runFile(site)));
      assert.equal((await logged(site, 'site-started')).apiHost, 'http://127.0.0.1:9');
      const socket = connect(Number(new URL(site.origin).port), 'localhost');
      // The server may close the connection before it has read everything.
      socket.on('error', () => {});
      socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\ncookie: ${'a'.repeat(17_000)}\r\n\r\n`);
      assert.match(await textOf(socket), /^HTTP\/1\.1 431 .*delete the cookies.*Veuillez/s);
      for (const path of ['/', '/contact', '/contact'])
        await (await fetch(site.origin + path, { headers: { 'x-request-id': 'a-visit' } })).text();
      const feedback = await fetch(`${site.origin}/feedback`, {
        headers: { 'x-request-id': 'other' },
      });
      assert.equal(feedback.headers.get('x-request-id'), 'other');
      assert.equal((await logged(site, 'openings-unavailable')).request, 'a-visit');
      const { port } = await logged(site, 'metrics-started');
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const metrics = text
        .split('\n')
        .filter((line) => /^careers_.*(?:_count|_total)\{/.test(line))
        .join('\n');
      for (const line of [
        /^careers_http_request_duration_seconds_count\{method="GET",route="contact",status="200"\} 2$/m,
        /^careers_api_call_duration_seconds_count\{call="openingsall",outcome="refused"\} 3$/m,
        /^careers_stored_pages_total\{result="fresh"\} 1$/m,
        /^careers_log_events_total\{event="openings-unavailable",level="\w+",process="site"\} 1$/m,
      ])
        assert.match(metrics, line);
    },
  ));

test('site and API host load nothing twice, and without OTEL_EXPORTER_OTLP_ENDPOINT no SDK of OpenTelemetry', async (t) => {
  const folder = newFolder(t);
  const report = `
    import { registerHooks } from 'node:module';
    import { appendFileSync } from 'node:fs';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    process.on('exit', () => appendFileSync('${folder}/' + process.pid, loaded.join('\\n')));`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(report)}`;
  await withSite({ env: { NODE_OPTIONS } }, async (site) => {
    assert.equal((await fetch(site.origin)).status, 200);
  });
  const processes = readdirSync(folder).map((name) => read(join(folder, name)));
  assert.ok(processes.length >= 2);
  for (const loaded of processes) {
    // The built site has its own: loading it once more would be a third of the start.
    assert.doesNotMatch(loaded, /\/node_modules\/kysely\//);
    // traces.integration.test.ts has the setting.
    assert.doesNotMatch(loaded, /\/start-tracing|\/@opentelemetry\/sdk/);
  }
});

const refusal = (t: TestContext, env: Record<string, string>): Promise<string> =>
  startSite({ env, dataDir: newFolder(t) }).then(
    async (site) => {
      await site.stop();
      assert.fail('the site started');
    },
    (error: Error) => error.message,
  );

test('a port in use is reported with a solution and without a stack', async (t) => {
  const other = createServer().listen(0);
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const output = await refusal(t, { PORT: `${port}`, HOST: '' });
  assert.match(output, new RegExp(`Port ${port} is in use\\. .*PORT=\\d+`));
  assert.doesNotMatch(output, /\n\s+at /);
});

test('the reason why the embedded API host does not start is printed', async (t) => {
  for (const [env, code, reason] of [
    [
      { DATABASE_URL: 'postgres://me:pw@127.0.0.1:1/careers' },
      6,
      /The database 127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\./,
    ],
    [
      { DOCUMENTS_URL: 'file:///dev/null' },
      3,
      /Documents need a directory .*: \/dev\/null \(EEXIST\)/,
    ],
  ] as const) {
    const output = await refusal(t, env);
    assert.match(output, new RegExp(`ended with ${code}`));
    const sentence = `^error: The embedded API host could not be started: ${reason.source}$`;
    assert.match(output, new RegExp(sentence, 'm'));
    assert.doesNotMatch(output, /"stack"/);
  }
});

test('a setting that cannot be used is reported by name with exit code 3, with and without API_HOST', async (t) => {
  const notWritable = /DATA_DIR must be a directory that can be written: \/dev\/null\/data/;
  for (const [env, reason] of [
    [{ CACHE_TTL_MS: 'soon' }, /CACHE_TTL_MS must be a whole number/],
    [{ DATA_DIR: '/dev/null/data' }, notWritable],
    [{ DATA_DIR: '/dev/null/data', API_HOST: 'http://127.0.0.1:9' }, notWritable],
  ] as const) {
    const output = await refusal(t, env);
    assert.match(output, /ended with 3/);
    assert.match(output, reason);
    assert.doesNotMatch(output, /\n\s+at |"stack"/);
  }
});

test('a site that is killed on a full disk starts again and serves, and its data can be read', {
  skip: spawnSync('unshare', ['-rm', 'true']).status !== 0 && 'nothing can be mounted here',
}, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'careers-start-'));
  const mount = 'mount -t tmpfs -o size=4m,mode=700 none "$0"; echo; exec cat';
  const disk = spawn('unshare', ['-rm', 'sh', '-c', mount, dataDir]);
  t.after(async () => {
    disk.stdin.end();
    await once(disk, 'exit');
    rmSync(dataDir, { recursive: true });
  });
  await once(disk.stdout, 'data');
  const onDisk = ['-t', String(disk.pid), '-U', '-m', '--preserve-credentials', `-w${root}`];
  const program = [...onDisk, process.execPath, 'cli/main.ts'];
  const start = () => startSite({ dataDir, command: ['nsenter', ...program, 'start'] });
  const first = await start();
  spawnSync('nsenter', [...onDisk, 'sh', '-c', 'cat /dev/zero > "$0/rest"', dataDir]);
  const host = await logged(first, 'host-listening');
  await first.stop('SIGKILL');
  await gone(Number(host.pid));
  const second = await start();
  t.after(() => second.stop());
  assert.match(await (await fetch(`${second.origin}/job-openings`)).text(), /Openings/);
  assert.equal((await fetch(`${second.origin}/readyz`)).status, 503);
  const env = { ...cleanEnv(), DATA_DIR: dataDir };
  const { stdout } = spawnSync('nsenter', [...program, 'host', 'stats'], { env });
  assert.match(String(stdout), /0 applications/);
});
