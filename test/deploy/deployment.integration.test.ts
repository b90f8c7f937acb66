import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { writeErrorPages } from '#cli/config/error-pages.ts';
import { uploadPath } from '#src/addresses.ts';
import { settingNames } from '#src/config/environment.ts';
import { readHostSettings, readSettings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { languages } from '#src/language/server.ts';
import { eventually } from '#test/api-host/support/upload.ts';
import { writeRenamedCompany } from '#test/support/company-files.ts';
import { environmentOf, readCompose } from '#test/support/compose.ts';
import { freePort } from '#test/support/free-port.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { startNginx } from '#test/support/nginx.ts';
import { cleanEnv, root, startSite } from '#test/support/site.ts';
import { succeeds } from '#test/support/succeeds.ts';

const read = (path: string) => readFile(join(root, path), 'utf8');
const run = promisify(execFile);

test('compose.yaml and compose-tls.yaml are valid by the schema of the Compose Specification', async () => {
  // https://github.com/compose-spec/compose-spec, commit 170098b, Apache-2.0. ajv knows draft 7 by another address.
  const { $schema: _, ...schema } = JSON.parse(
    await read('test/deploy/compose-spec/compose-spec.json'),
  );
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const file of [await readCompose(), parse(await read('deploy/compose-tls.yaml'))])
    assert.ok(ajv.validate(schema, file), ajv.errorsText());
});

test('compose.yaml sets settings that exist, with valid values', async () => {
  const { services } = await readCompose();
  for (const [name, readWith, command] of [
    ['site-1', readSettings, 'start'],
    ['site-2', readSettings, 'start'],
    ['host-1', readHostSettings, 'host'],
    ['host-2', readHostSettings, 'host'],
  ] as const) {
    const environment = environmentOf(services[name]);
    for (const variable of Object.keys(environment))
      assert.ok(settingNames.includes(variable), `${name}: ${variable}`);
    assert.ok(readWith({ ...environment, DATA_DIR: '/data' }).databaseUrl);
    assert.deepEqual(services[name]?.command, [command]);
  }
});

test('compose.yaml names services and volumes that it has, and nginx.conf the same ones', async () => {
  const { services, volumes } = await readCompose();
  const names = Object.keys(services);
  for (const [name, { depends_on = [], volumes: mounts = [] }] of Object.entries(services)) {
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const other of needed) assert.ok(names.includes(other), `${name}: ${other}`);
    for (const mount of mounts) {
      const [source = ''] = mount.split(':');
      assert.ok(source.startsWith('.') || source in volumes, `${name}: ${source}`);
    }
  }
  const addresses = names.flatMap((name) =>
    Object.values(environmentOf(services[name])).flatMap(
      (value) =>
        /^(?:http|redis|postgres):\/\/(?:[^@/]*@)?([\w-]+):(\d+)/.exec(value)?.slice(1) ?? [],
    ),
  );
  for (const host of addresses.filter((part) => /\D/.test(part) && part !== 'localhost'))
    assert.ok(names.includes(host), host);
  const conf = await read('deploy/nginx.conf');
  const servers = [...conf.matchAll(/^ {4}server ([\w-]+):(\d+) /gm)].map(([, ...at]) => at);
  assert.deepEqual(servers, [
    ['site-1', '3000'],
    ['site-2', '3000'],
    ['host-1', environmentOf(services['host-1']).PORT],
    ['host-2', environmentOf(services['host-2']).PORT],
  ]);
  assert.match(
    conf,
    new RegExp(`listen ${/:(\d+)$/.exec(environmentOf(services['site-1']).API_HOST ?? '')?.[1]};`),
  );
});

test('nginx accepts nginx.conf', async (t) => {
  const directory = newFolder(t);
  // The names are those of containers.
  const local = (await read('deploy/nginx.conf')).replaceAll(/\b(?:site|host)-\d:/g, '127.0.0.1:');
  await writeFile(join(directory, 'nginx.conf'), local);
  const { stderr } = await run('nginx', ['-t', '-c', join(directory, 'nginx.conf')]);
  assert.match(stderr, /test is successful/);
});

/**
 * nginx with one site and one API host that respond, beside one of each that is stopped, or `first` runs instead. `change`
 * changes its configuration.
 */
async function startProxy(
  t: TestContext,
  { first, change }: { first?: Server; change?: (conf: string) => string } = {},
) {
  const directory = newFolder(t);
  const running = createServer((incoming, outgoing) => {
    outgoing.setHeader('x-path', incoming.url ?? '');
    incoming.resume().pipe(outgoing);
  });
  const port = await listenLocally(t, running);
  const [site, host, stopped] = await Promise.all([freePort(), freePort(), freePort()]);
  const firstPort = first ? await listenLocally(t, first) : stopped;
  const ports = {
    8080: site,
    8081: host,
    'site-1': firstPort,
    'site-2': port,
    'host-1': firstPort,
    'host-2': port,
  };
  writeErrorPages(join(directory, 'error-pages'));
  const nginx = await startNginx(directory, ports, change);
  t.after(() => nginx.kill());
  const log = text(nginx.stderr);
  const [siteOrigin, hostOrigin] = [`http://127.0.0.1:${site}`, `http://127.0.0.1:${host}`];
  await eventually(() => succeeds(fetch(siteOrigin)));
  return {
    directory,
    siteOrigin,
    hostOrigin,
    running,
    /** Ends nginx; all that it has logged. */
    async end() {
      nginx.kill();
      return await log;
    },
  };
}

test('nginx logs no address of a visitor or of a call while a server is stopped and its own files cannot be written', async (t) => {
  const { directory, siteOrigin, hostOrigin, end } = await startProxy(t);
  await rm(join(directory, 'nginx-body'), { recursive: true });
  const link = new URL('/my-application/token', siteOrigin);
  // nginx takes the servers in turn: one of two requests goes to the stopped one.
  for (const address of [
    link,
    link,
    new URL('/api/validatecandidate?emailaddress=ada@example.com', hostOrigin),
    new URL('/api/validatecandidate?emailaddress=ada@example.com', hostOrigin),
  ])
    assert.equal((await fetch(address)).status, 200);
  const large = { method: 'POST', body: Buffer.alloc(100_000) };
  assert.equal((await fetch(link, large)).status, 500);
  assert.doesNotMatch(await end(), /client|request|token|ada@/);
});

test('nginx names the visitor, passes on documents of any size while they arrive in each language, and nothing else that is large', {
  timeout: 20_000,
}, async (t) => {
  const { siteOrigin, hostOrigin, running } = await startProxy(t);
  const requests = on(running, 'request');
  const next = async (): Promise<IncomingMessage> => (await requests.next()).value?.[0];
  const sendTo = (address: string, bytes: number) =>
    fetch(address, { method: 'POST', body: Buffer.alloc(bytes) }).then(({ status }) => status);
  assert.equal(await sendTo(`${siteOrigin}/contact`, 1_000_000), 200);
  assert.equal((await next()).headers['x-forwarded-for'], '127.0.0.1');
  assert.equal(await sendTo(`${siteOrigin}/contact`, 1_100_000), 413);
  const ofSite = languages.map(({ prefix }) => `${siteOrigin}${prefix}${uploadPath}`);
  for (const address of [...ofSite, `${hostOrigin}${uploadPath}`]) {
    assert.equal(await sendTo(address, 1_100_000), 200);
    await next();
    const upload = request(address, { method: 'POST' });
    upload.write('begin');
    assert.equal((await next()).url, new URL(address).pathname);
    upload.end();
    const [response] = await once(upload, 'response');
    response.resume();
  }
  assert.equal((await fetch(`${siteOrigin}/readyz`)).status, 404);
});

test('nginx asks the other site for a file that one does not have, and for no page', async (t) => {
  const asked: string[] = [];
  const withoutFile = createServer(({ url = '' }, outgoing) => {
    asked.push(url);
    outgoing.writeHead(404).end();
  });
  const { siteOrigin } = await startProxy(t, { first: withoutFile });
  const statusOf = async (path: string) => {
    const { status, body } = await fetch(`${siteOrigin}${path}`);
    await body?.cancel();
    return status;
  };
  while (!asked.includes('/assets/a.js')) assert.equal(await statusOf('/assets/a.js'), 200);
  const statuses: number[] = [];
  while (!asked.includes('/page')) statuses.push(await statusOf('/page'));
  assert.equal(statuses.at(-1), 404);
});

/** The limits of requests that change nothing are the same, and a busy machine answers before. */
const withShortReads = (conf: string) =>
  conf.replaceAll(/proxy_read_timeout (?:15|4)s/g, 'proxy_read_timeout 3s');

test('what nginx itself answers is a page of the site in the language of the address, and JSON for a script', async (t) => {
  const silent = createServer(() => {});
  const { siteOrigin, running, directory } = await startProxy(t, {
    first: silent,
    change: withShortReads,
  });
  const page = (path: string) => readFile(join(directory, 'error-pages', path), 'utf8');
  const expectError = async (status: number, path: string, init: RequestInit = {}) => {
    const [prefix = ''] = /^\/fr(?=[/?]|$)/.exec(path) ?? [];
    for (const [accept, type, charset] of [
      ['text/html,*/*', 'html', '; charset=utf-8'],
      ['application/json', 'json', ''],
    ] as const) {
      const headers = { accept, ...init.headers };
      const response = await fetch(`${siteOrigin}${path}`, { ...init, headers });
      assert.equal(response.status, status, path);
      assert.equal(await response.text(), await page(`${prefix}/${status}.${type}`), path);
      const mediaType = type === 'html' ? 'text/html' : 'application/json';
      assert.equal(response.headers.get('content-type'), `${mediaType}${charset}`);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.ok(Number(response.headers.get('retry-after')) > 0);
    }
  };
  const large = { method: 'POST', body: Buffer.alloc(1_100_000) };
  for (const path of ['/contact', '/fr/contact', '/fr?q=a', '/application/12'])
    await expectError(413, path, large);
  const long = 'a'.repeat(9000);
  for (const path of ['/', '/fr/contact'])
    await expectError(431, path, { headers: { cookie: `a=${long}` } });
  // nginx has read no header of it.
  const tooLong = await fetch(`${siteOrigin}/fr?q=${long}`);
  assert.deepEqual([tooLong.status, await tooLong.text()], [414, await page('414.html')]);
  assert.match(await page('fr/502.html'), new RegExp(siteConfig.brand.name));
  running.removeAllListeners('request');
  await Promise.all(['/', '/fr', '/fr/contact'].map((path) => expectError(504, path)));
  for (const server of [running, silent]) {
    server.close();
    server.closeAllConnections();
  }
  for (const path of ['/', '/fr/contact', '/fr/api/submission?joblistingid=1'])
    await expectError(502, path);
  await expectError(502, `/fr${uploadPath}`, { method: 'POST' });
  // The site's own errors pass.
  assert.equal((await fetch(`${siteOrigin}/error-pages/502.html`)).status, 404);
});

test('a server that hangs is left out of a request that changes nothing, and has time for one that is sent', async (t) => {
  const received: string[] = [];
  const silent = createServer(({ method = '' }) => received.push(method));
  const { siteOrigin, hostOrigin } = await startProxy(t, { first: silent, change: withShortReads });
  const read = async (origin: string, path: string, method: string) => {
    const { status, headers } = await fetch(`${origin}${path}`, { method });
    assert.deepEqual([status, headers.get('x-path')], [200, path], method);
  };
  const readAll = () =>
    [siteOrigin, hostOrigin].flatMap((origin) =>
      ['/', '/?q=a', '/assets/a.js', '/fr/contact'].flatMap((path) =>
        ['GET', 'HEAD'].map((method) => read(origin, path, method)),
      ),
    );
  // nginx decides which server gets which of them.
  while (!(received.includes('GET') && received.includes('HEAD'))) await Promise.all(readAll());
  const outcomes = new Set<unknown>();
  while (outcomes.size < 2) {
    const sent = fetch(siteOrigin, { method: 'POST', signal: AbortSignal.timeout(5000) });
    outcomes.add(
      await sent.then(
        ({ status }) => status,
        () => 'waits',
      ),
    );
  }
  assert.deepEqual(outcomes, new Set([200, 'waits']));
});

test('the limits of nginx for what hangs let the site answer, and are those of each file', async () => {
  const { apiTimeoutMs } = readSettings({});
  for (const [file, balancesHosts] of [
    ['nginx.conf', true],
    ['nginx-several-machines.conf', true],
    ['nginx-one-machine.conf', false],
  ] as const) {
    const conf = await read(`deploy/${file}`);
    const reads = [...conf.matchAll(/location @read \{\s+proxy_read_timeout (\d+)s;/g)];
    const [site = 0, host] = reads.map(([, seconds]) => Number(seconds) * 1000);
    assert.ok(site > apiTimeoutMs, file);
    assert.equal(host !== undefined, balancesHosts, file);
    if (host !== undefined) assert.ok(host * 2 < apiTimeoutMs, file);
  }
});

test('a request of HTTP/1.0 without Host passes nginx', async (t) => {
  const { siteOrigin } = await startProxy(t);
  const socket = connect(Number(new URL(siteOrigin).port), '127.0.0.1');
  socket.write('GET / HTTP/1.0\r\n\r\n');
  assert.match(await text(socket), /^HTTP\/1\.1 200 /);
});

test('secrets and certificates are ignored by git and by the build of the image', async () => {
  const paths = ['secrets.env', 'deploy/secrets.env', 'deploy/tls/privkey.pem'];
  const { stdout } = await run('git', ['check-ignore', '--no-index', ...paths], { cwd: root });
  assert.deepEqual(stdout.trim().split('\n'), paths);
  const ignored = (await read('.containerignore')).split('\n');
  assert.ok(ignored.includes('**/*.env') && ignored.includes('**/tls'));
});

test('systemd accepts the units, and they start commands that exist', async (t) => {
  const directory = newFolder(t);
  for (const [name, command] of [
    ['careers-site.service', 'start'],
    ['careers-site@.service', 'start'],
    ['careers-host.service', 'host'],
    ['careers-backup@.service', 'host backup /var/backups/careers --keep 14'],
  ] as const) {
    const unit = await read(`deploy/${name}`);
    assert.match(unit, new RegExp(`^ExecStart=\\S+/node cli/careers\\.js ${command}$`, 'm'));
    // systemd gives up after five starts in ten seconds otherwise.
    if (!command.includes('backup')) assert.match(unit, /^StartLimitIntervalSec=0$/m);
    for (const [, variable = ''] of unit.matchAll(/^Environment=.*?([A-Z_]+)=\S+$/gm))
      assert.ok(settingNames.includes(variable), variable);
    const file = join(directory, name);
    await writeFile(file, unit.replaceAll('/srv/careers/', root));
    const { stderr } = await run('systemd-analyze', ['verify', file]);
    assert.doesNotMatch(stderr, new RegExp(name));
  }
});

test('systemd accepts the timer of the backups, which is each night', async () => {
  const timer = join(root, 'deploy/careers-backup@.timer');
  const { stderr } = await run('systemd-analyze', ['verify', timer]);
  assert.doesNotMatch(stderr, /careers-backup/);
  const [, calendar = ''] = /^OnCalendar=(.*)$/m.exec(await readFile(timer, 'utf8')) ?? [];
  const { stdout } = await run('systemd-analyze', ['calendar', calendar]);
  assert.match(stdout, /Normalized form: \*-\*-\* 02:30:00/);
});

test('the unit of several sites is that of one, with a port and data of its own', async () => {
  const withoutNames = (unit: string) =>
    unit
      .replace(/^# .*/, '')
      .replace(/# Those of this instance\.\n.*\n/, '')
      .replaceAll(/ on port %i| PORT=%i|-%i/g, '');
  const several = await read('deploy/careers-site@.service');
  assert.equal(withoutNames(several), withoutNames(await read('deploy/careers-site.service')));
  assert.match(several, /^Environment=.* PORT=%i DATA_DIR=\/var\/lib\/careers-site-%i$/m);
  assert.match(several, /^StateDirectory=careers-site-%i$/m);
});

/** Returns the files that the last stage of the Containerfile copies, in a new directory. */
async function imageFiles(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'careers-image-'));
  t.after(async () => {
    await run('chmod', ['-R', 'u+w', directory]);
    await rm(directory, { recursive: true });
  });
  const containerfile = await read('Containerfile');
  const copying = { recursive: true, dereference: true };
  const stage = containerfile.split(/^FROM /m).at(-1) ?? '';
  const copied = [...stage.matchAll(/^COPY --from=build (\S+) (\S+)$/gm)];
  assert.ok(copied.length > 4);
  for (const [, from = '', to = ''] of copied) {
    const name = from === '/built' ? 'dist' : from.replace('/app/', '');
    const target = join(directory, to.endsWith('/') ? join(to, name) : to);
    if (name === 'node_modules') {
      // Its packages are large, and tests of other files use them too.
      await mkdir(target);
      const packages = (await readdir(join(root, name))).filter((one) => one !== '.cache');
      for (const one of packages) await symlink(join(root, name, one), join(target, one));
    } else if (name === 'dist') {
      const [, rename = ''] = /^ && (find \/built\/server .+) \\$/m.exec(containerfile) ?? [];
      await cp(join(root, name), target, copying);
      await run('sh', ['-euc', rename.replaceAll('/built', target)], { cwd: root });
    } else await cp(join(root, name), target, copying);
  }
  // As with a root file system that cannot be written.
  await run('chmod', ['-R', 'a-w', directory]);
  return directory;
}

/** Removes the right of root to write what its permissions forbid. */
const unprivileged =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];

test('the files of the image are enough to run for a user who cannot write them and has no home, its health check passes, and SIGTERM ends it with 0', async (t) => {
  const directory = await imageFiles(t);
  const files = () => readdir(directory, { recursive: true });
  const before = await files();
  const [file = '', ...rest] = [...unprivileged, process.execPath, 'cli/careers.js'];
  const company = await writeRenamedCompany('Calabash');
  t.after(() => rm(dirname(company), { recursive: true }));
  const env = { HOME: '/proc/none', SITE_CONFIG: company, SAMPLE_DATA: 'on' };
  const site = await startSite({ root: directory, command: [file, ...rest, 'start'], env });
  t.after(() => site.stop());
  const [, health = ''] = /^ {2}CMD (\[.*\])$/m.exec(await read('Containerfile')) ?? [];
  const [, ...args] = JSON.parse(health) as string[];
  const check = async (PORT: string) => {
    const child = spawn(process.execPath, args, { env: { ...cleanEnv(), PORT }, stdio: 'ignore' });
    return (await once(child, 'exit'))[0] as number;
  };
  assert.equal(await check(new URL(site.origin).port), 0);
  assert.equal(await check('1'), 1);
  assert.match(await (await fetch(`${site.origin}/fr`)).text(), /<title>[^<]*Calabash/);
  const { stdout, stderr } = await run(file, [...rest, 'list', '--json', 'id'], {
    cwd: directory,
    env: { ...cleanEnv(), HOME: undefined, DATA_DIR: site.dataDir },
  });
  assert.ok(JSON.parse(stdout).length > 30);
  assert.equal(stderr, '');
  // The commands of docs/operations.md, "Containers": files are read from and written to the shell, or to DATA_DIR.
  const careers = async (args: readonly string[], input = '') => {
    const child = spawn(file, [...rest, ...args], {
      cwd: directory,
      env: { ...cleanEnv(), HOME: undefined, DATA_DIR: site.dataDir, SITE_CONFIG: company },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(input);
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    assert.equal(code, 0, `${args.join(' ')}: ${output}`);
    return output;
  };
  const exported = await careers(['host', 'openings', 'export', '-']);
  assert.match(await careers(['host', 'openings', 'import', '-'], exported), /^0 openings added/);
  await careers(['host', 'applications', '--export', join(site.dataDir, 'export')]);
  assert.ok((await readdir(join(site.dataDir, 'export'))).includes('applications.csv'));
  assert.match(await careers(['doctor']), /0 failed/);
  const errorPages = join(site.dataDir, 'error-pages');
  await careers(['config', 'check', company, '--error-pages', errorPages]);
  assert.match(await readFile(join(errorPages, 'fr/502.html'), 'utf8'), /Calabash/);
  assert.equal(await site.stop(), 0);
  // Nothing was built and nothing written.
  assert.deepEqual(await files(), before);
  assert.doesNotMatch(site.output(), /[Bb]uil(?:t|ding)|"level":"error"/);
});
