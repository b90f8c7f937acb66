import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import http, { createServer } from 'node:http';
import https from 'node:https';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import tls, { type SecureVersion, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { writeErrorPages } from '#cli/config/error-pages.ts';
import { eventually } from '#test/api-host/support/upload.ts';
import { freePort } from '#test/support/free-port.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { runNginx } from '#test/support/nginx.ts';
import { root } from '#test/support/site.ts';
import { succeeds } from '#test/support/succeeds.ts';

const read = (path: string) => readFile(join(root, path), 'utf8');
const run = promisify(execFile);

const interfaces = Object.values(networkInterfaces()).flat();
const loopbacks = ['127.0.0.1', '::1'].filter((host) =>
  interfaces.some((one) => one?.address === host),
);

/**
 * nginx with TLS for careers.example.com, and with a site that answers with what it received.
 * @param configure returns the configuration for the site, the ports and the paths of this test
 */
async function startTls(
  t: TestContext,
  configure: (local: {
    readonly directory: string;
    readonly site: string;
    readonly stopped: string;
    readonly ports: Readonly<Record<'80' | '443', number>>;
    readonly certificate: string;
    readonly key: string;
  }) => Promise<string>,
) {
  const directory = newFolder(t);
  const site = createServer((incoming, outgoing) =>
    outgoing.end(JSON.stringify({ url: incoming.url, ...incoming.headers })),
  );
  const [certificate, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')];
  const subject = ['-subj', '/CN=careers.example.com', '-keyout', key, '-out', certificate];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject]);
  const ports = { 80: await freePort(), 443: await freePort() };
  const conf = await configure({
    directory,
    site: `127.0.0.1:${await listenLocally(t, site)}`,
    stopped: `127.0.0.1:${await freePort()}`,
    ports,
    certificate,
    key,
  });
  const nginx = await runNginx(directory, conf);
  t.after(() => nginx.kill());
  const log = text(nginx.stderr);
  const headers = { host: 'careers.example.com' };
  const ask = async (host: string, path: string) => {
    const options = { host, port: ports[443], path, headers, rejectUnauthorized: false };
    const [response] = await once(https.get(options), 'response');
    return { status: response.statusCode, body: await text(response) };
  };
  await eventually(() => succeeds(ask('127.0.0.1', '/')));
  const redirect = async (host: string, changed: Readonly<Record<string, string>> = {}) => {
    const sent = { ...headers, ...changed };
    const [response] = await once(
      http.get({ host, port: ports[80], path: '/?q=a', headers: sent }),
      'response',
    );
    return response.headers.location;
  };
  /** The version and the protocol that a client with these these versions of TLS agrees on with nginx; undefined if there is no connection. */
  const agree = async (minVersion: SecureVersion, maxVersion: SecureVersion) => {
    const client: TLSSocket = tls.connect({
      ...{ host: '127.0.0.1', port: ports[443], rejectUnauthorized: false },
      ...{ minVersion, maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' },
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    try {
      await once(client, 'secureConnect');
      return [client.getProtocol(), client.alpnProtocol];
    } catch {
      return undefined;
    } finally {
      client.destroy();
    }
  };
  return {
    directory,
    site,
    ask,
    redirect,
    async checkTls() {
      assert.deepEqual(await agree('TLSv1.2', 'TLSv1.2'), ['TLSv1.2', 'h2']);
      assert.deepEqual(await agree('TLSv1.2', 'TLSv1.3'), ['TLSv1.3', 'h2']);
      assert.equal(await agree('TLSv1', 'TLSv1.1'), undefined);
    },
    async end() {
      nginx.kill();
      return await log;
    },
  };
}

for (const file of ['nginx-one-machine.conf', 'nginx-several-machines.conf'])
  test(`${file} serves the site by TLS on IPv4 and IPv6, tells it the address, and logs no request`, async (t) => {
    const { directory, site, ask, redirect, checkTls, end } = await startTls(t, async (local) => {
      const { ports, certificate, key } = local;
      writeErrorPages(join(local.directory, 'error-pages'));
      const servers = (await read(`deploy/${file}`))
        .split('\n')
        .filter((line) => loopbacks.includes('::1') || !line.includes('[::]'))
        .join('\n')
        .replaceAll(/listen (\[::\]:)?(80|443)\b/g, (_, address = '127.0.0.1:', port) => {
          const loopback = address === '[::]:' ? '[::1]:' : address;
          return `listen ${loopback}${ports[port as '80' | '443']}`;
        })
        .replace('listen 10.0.0.10:8081', `listen ${local.stopped}`)
        .replaceAll('/srv/careers/dist', local.directory)
        .replaceAll(/127\.0\.0\.1:3000|10\.0\.0\.12:3000/g, local.site)
        .replaceAll(/10\.0\.0\.1[12]:300\d/g, '127.0.0.1:1')
        .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(local.directory, name)};`)
        .join(' ');
      const log = join(local.directory, 'access.log');
      // Another site of the machine gets the requests with another name.
      const [protocols = ''] = /ssl_protocols .*;/.exec(servers) ?? [];
      const others = loopbacks
        .map((host) => (host === '::1' ? '[::1]' : host))
        .map(
          (host) => `server {
            listen ${host}:${ports[80]} default_server;
            listen ${host}:${ports[443]} ssl default_server;
            ssl_certificate ${certificate};
            ssl_certificate_key ${key};
            # Those of the default server count for all.
            ${protocols}
            access_log off;
            return 404;
          }`,
        )
        .join('\n');
      return `pid ${local.directory}/nginx.pid; events {} http { ${temporary} access_log ${log}; ${others} ${servers} }`;
    });
    for (const host of loopbacks) {
      const { url, ...headers } = JSON.parse((await ask(host, '/contact?a=b')).body);
      assert.deepEqual(
        [url, headers.host, headers['x-forwarded-for'], headers['x-forwarded-proto']],
        ['/contact?a=b', 'careers.example.com', host, 'https'],
      );
    }
    assert.equal((await ask('127.0.0.1', '/readyz')).status, 404);
    for (const host of loopbacks) {
      assert.equal(await redirect(host), 'https://careers.example.com/?q=a');
      assert.equal(await redirect(host, { host: 'another.example.com' }), undefined);
    }
    await checkTls();
    site.close();
    site.closeAllConnections();
    assert.equal((await ask('127.0.0.1', '/my-application/token')).status, 502);
    assert.doesNotMatch(await end(), /client|request|token/);
    assert.equal(await readFile(join(directory, 'access.log'), 'utf8'), '');
  });

test('nginx.conf serves the sites by TLS with the files of compose-tls.yaml, and redirects to it', async (t) => {
  const { ask, redirect, checkTls } = await startTls(t, async (local) => {
    const { directory, ports, certificate, key } = local;
    const tls = join(directory, 'tls.conf');
    const lines = await read('deploy/nginx-tls.conf');
    await writeFile(
      tls,
      lines
        // Debian's nginx may be older than 1.25.1, which has no `http2 on`, and the image's is not.
        .replace('listen 8443 ssl;\nhttp2 on;', `listen 127.0.0.1:${ports[443]} ssl http2;`)
        .replace('/etc/nginx/certificate/fullchain.pem', certificate)
        .replace('/etc/nginx/certificate/privkey.pem', key),
    );
    return (await read('deploy/nginx.conf'))
      .replace('/etc/nginx/tls/*.conf', tls)
      .replaceAll(/\bsite-\d:3000/g, local.site)
      .replaceAll(/\bhost-\d:3001/g, local.stopped)
      .replace('listen 8080;', `listen 127.0.0.1:${ports[80]};`)
      .replace('listen 8081;', `listen ${local.stopped};`)
      .replaceAll('/tmp/nginx', join(directory, 'nginx'));
  });
  const { url, ...headers } = JSON.parse((await ask('127.0.0.1', '/contact')).body);
  assert.deepEqual([url, headers['x-forwarded-proto']], ['/contact', 'https']);
  assert.equal(await redirect('127.0.0.1'), 'https://careers.example.com/?q=a');
  await checkTls();
  const { services } = parse(await read('deploy/compose-tls.yaml'));
  assert.deepEqual(services.nginx.ports, ['443:8443']);
  assert.deepEqual(services.nginx.volumes, [
    './nginx-tls.conf:/etc/nginx/tls/tls.conf:ro',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the file
    '${TLS_DIRECTORY:?}:/etc/nginx/certificate:ro',
  ]);
});

/** Returns the settings of each location by its server's port and its path, with what it inherits. */
function locationsOf(conf: string): Map<string, ReadonlyMap<string, string>> {
  const locations = new Map<string, ReadonlyMap<string, string>>();
  const levels = [new Map<string, string>()];
  for (const line of conf.split('\n').map((text) => text.trim())) {
    const settings = levels.at(-1) ?? assert.fail(line);
    const [, location] = /^location (.+) \{$/.exec(line) ?? [];
    if (line.endsWith('{')) levels.push(new Map(settings));
    else if (line === '}') levels.pop();
    const port = /(\d+)(?: ssl.*)?$/.exec(settings.get('listen') ?? '')?.[1];
    if (location) locations.set(`${port} ${location}`, levels.at(-1) ?? settings);
    const [, name = '', value = ''] = /^(proxy_set_header \S+|[a-z]\S*) (.+);$/.exec(line) ?? [];
    if (name !== '') settings.set(name, value);
  }
  return locations;
}

test('nginx passes requests on in the same way with and without containers', async () => {
  const containers = locationsOf(await read('deploy/nginx.conf'));
  // Their values are those of one installation.
  const own = /^(?:listen|proxy_pass|\w+_temp_path|proxy_set_header .*|client_\w+_timeout)$/;
  const compare = async (
    file: string,
    [port, ofContainers]: readonly [string, string],
    paths: readonly string[],
    without: RegExp,
  ) => {
    const found = locationsOf(await read(`deploy/${file}`));
    for (const path of paths) {
      const expected = containers.get(`${ofContainers} ${path}`) ?? assert.fail(path);
      const actual = found.get(`${port} ${path}`) ?? assert.fail(path);
      for (const [name, value] of expected)
        if (/^(?:proxy|client|return|access_log|error_log|server_tokens)/.test(name))
          if (!own.test(name) && !without.test(name))
            assert.equal(actual.get(name), value, `${file}: ${path}: ${name}`);
      assert.equal(actual.get('proxy_set_header Connection'), '""');
    }
  };
  const [upload, ready] = [String.raw`~ ^(?:/[\w-]+)?/api/uploadapplicantdocument$`, '= /readyz'];
  const balancing = /^proxy_(?:connect_timeout|next_upstream)/;
  await compare('nginx-one-machine.conf', ['443', '8080'], ['/', upload, ready], balancing);
  const several = 'nginx-several-machines.conf';
  await compare(several, ['443', '8080'], ['/', '/assets/', upload, ready], /^$/);
  await compare(several, ['8081', '8081'], ['/'], /^server_tokens$/);
  const pages = async (file: string) =>
    (await read(`deploy/${file}`)).match(/error_page .*error-pages.*/g);
  for (const file of ['nginx-one-machine.conf', several])
    assert.deepEqual(await pages(file), await pages('nginx.conf'));
});
