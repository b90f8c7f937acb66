import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readHostSettings, readSettings } from '#src/config/settings.ts';
import { unknownSettings } from '#src/config/unknown-settings.ts';
import { careers } from '#test/cli/support/in-process.ts';
import { root } from '#test/support/site.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/operations.md');
/** The blocks of commands, without those that are marked as another language. */
const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, language, block = '']) =>
  language === '' ? [block] : [],
);
const lines = blocks.flatMap((block) => block.split('\n'));
/** What the operator makes: certificates, error pages, and the site config. */
const made = ['tls', 'error-pages', 'company'];
const deployed = globSync('deploy/*', { cwd: root })
  .map((path) => path.slice('deploy/'.length))
  .filter((name) => !made.includes(name));
const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, match = '']) => match)),
];

test('the page names files of deploy that exist, and each of them is named there or by another one', () => {
  for (const name of all(page, /(?<!test\/)\bdeploy\/([\w@.-]*\w)/g))
    assert.ok(deployed.includes(name) || made.includes(name), name);
  const others = deployed.map((name) => read(`deploy/${name}`)).join('\n');
  for (const name of deployed) assert.ok(page.includes(name) || others.includes(name), name);
});

test('the page starts units that exist, and installs each before', () => {
  const started = lines
    .filter((line) => /^(?:.*&& )?systemctl (?:enable|restart)/.test(line))
    .flatMap((line) => all(line, /\b(careers-[\w@.]+)/g));
  assert.ok(started.length > 4);
  const installed = all(
    lines.filter((line) => line.startsWith('install ')).join('\n'),
    /deploy\/(careers-\S+)/g,
  );
  for (const name of started) {
    const [, base = '', type = 'service'] =
      /^([\w-]+@?)\w*?(?:\.(service|timer))?$/.exec(name) ?? [];
    const unit = `${base}.${type}`;
    assert.ok(installed.includes(unit), `${name}: ${unit}`);
    if (type === 'timer') assert.ok(installed.includes(`${base}.service`), name);
  }
});

test('each block of commands is a script that bash can read', () => {
  for (const block of blocks.filter((one) => !/^scrape_configs|…/m.test(one)))
    execFileSync('bash', ['-n'], { input: block.replaceAll(/<(\w+)>/g, '$1') });
});

test('each careers command of the page exists, with its options', async () => {
  const code = [...lines, ...all(page, /`(careers [^`]+)`/g)].join('\n');
  const named = all(code, /(?:^|[|(] *|-js )careers ((?:[a-z]+(?:-[a-z]+)*)[^\n|#>]*)/gm);
  assert.ok(named.length > 40);
  for (const command of named) {
    const words = command.trim().split(/\s+/);
    const end = words.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith('-'));
    let path = end < 0 ? words : words.slice(0, end);
    const helpOf = (names: readonly string[]) => careers([...names, '--help']);
    let help = await helpOf(path);
    // The last words may be arguments.
    for (; help.code !== 0 && path.length > 1; help = await helpOf(path)) path = path.slice(0, -1);
    assert.equal(help.code, 0, command);
    for (const option of all(command, /(?:^|\s)(--[a-z][a-z-]*)/g))
      assert.ok(help.stdout.includes(option), `${command}: ${option}\n${help.stdout}`);
  }
});

/** Reads a file of settings as systemd does. */
function environment(path: string): Record<string, string> {
  const secret = execFileSync('openssl', ['rand', '-hex', '32'], { encoding: 'utf8' }).trim();
  const text = read(path)
    .replaceAll('REPLACE', secret)
    .replaceAll(/^#(?=[A-Z_]+=)/gm, '');
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z\d_]+)=(?:"(.*)"|(.*))$/gm)].map(([, name, quoted, plain]) => [
      name,
      quoted ?? plain,
    ]),
  );
}

test('the examples of settings are valid, and their secrets are made as the page says', () => {
  assert.match(page, /^openssl rand -hex 32 /m);
  const [site, host] = ['site', 'host'].map((name) => environment(`deploy/${name}.env.example`));
  assert.ok(site && host);
  for (const env of [site, host]) assert.deepEqual(unknownSettings(env), []);
  const siteSettings = readSettings(site);
  const hostSettings = readHostSettings(host);
  assert.ok(siteSettings.databaseUrl && siteSettings.redisUrl && siteSettings.sessionSecret);
  assert.ok(
    hostSettings.databaseUrl && hostSettings.s3 && hostSettings.mail && hostSettings.secret,
  );
  assert.equal(hostSettings.databaseUrl, siteSettings.databaseUrl);
  assert.equal(hostSettings.siteOrigin, siteSettings.siteOrigin);
});

test('no two programs of a machine have the same port, and nginx and Prometheus know each', () => {
  const [site, host] = ['site', 'host'].map((name) => environment(`deploy/${name}.env.example`));
  const instances = all(page, /careers-site@(\d+)/g);
  const own = all(page, /`METRICS_PORT=(\d+)`, is in/g);
  const ports = [...instances, host?.PORT, host?.METRICS_PORT, site?.METRICS_PORT, ...own];
  assert.equal(new Set(ports).size, ports.length, `${ports}`);
  const conf = read('deploy/nginx-several-machines.conf');
  const upstream = (name: string) =>
    all(new RegExp(`upstream ${name} \\{([^}]*)`).exec(conf)?.[1] ?? '', /server [\d.]+:(\d+)/g);
  assert.deepEqual(upstream('careers_sites'), instances.slice(0, 1));
  assert.deepEqual(upstream('careers_hosts'), [host?.PORT]);
  assert.equal(new URL(site?.API_HOST ?? '').port, /listen 10\.0\.0\.10:(\d+)/.exec(conf)?.[1]);
  const scraped = all(page, /targets: \['[\d.]+:(\d+)'/g);
  assert.deepEqual(scraped, [site?.METRICS_PORT, host?.METRICS_PORT]);
  for (const port of [...instances.slice(0, 1), host?.PORT, ...scraped])
    assert.match(page, new RegExp(`ufw allow from[^\\n]*${port}|9100 and 9101`), port);
});

test('the paths of the units are those that the page makes', () => {
  const { WorkingDirectory, ReadWritePaths } = Object.fromEntries(
    [...read('deploy/careers-backup@.service').matchAll(/^(\w+)=(.*)$/gm)].map(
      ([, ...pair]) => pair,
    ),
  );
  assert.ok(lines.includes(`ln -sT careers-1 ${WorkingDirectory}`));
  assert.ok(lines.includes(`install -d -o careers -m 700 ${ReadWritePaths.split(' ')[0]}`));
  for (const conf of globSync('deploy/nginx*.conf', { cwd: root }))
    for (const path of all(read(conf), /^\s+root (\S+);$/gm))
      assert.equal(path, `${WorkingDirectory}/dist`, conf);
  assert.ok(existsSync(join(root, 'cli/config/error-pages.ts')));
});
