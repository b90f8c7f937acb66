/** Lists the groups of test files, and the Debian packages that their tests need. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { delimiter } from 'node:path';
import process from 'node:process';

/** The groups, and the part of the name that tells the group of a file: the first that it has. */
export const groups = {
  browser: '.browser.test.',
  integration: '.integration.test.',
  unit: '.test.',
} as const;
export type Group = keyof typeof groups;

/** The Debian packages. A package without `present` contains a command of the same name. */
const needs: readonly { package: string; groups: readonly Group[]; present?: () => boolean }[] = [
  { package: 'chromium-headless-shell', groups: ['browser'] },
  { package: 'firefox-esr', groups: ['browser'] },
  { package: 'w3m', groups: ['browser'] },
  // The fonts have the metrics of Arial and Times New Roman, the sources of the fallback faces.
  { package: 'fonts-liberation', groups: ['browser'], present: hasFallbackFonts },
  { package: 'redis-server', groups: ['integration'] },
  { package: 'pgbouncer', groups: ['integration'] },
  { package: 'nginx', groups: ['integration'] },
  { package: 's3cmd', groups: ['integration'] },
  { package: 'openssl', groups: ['integration'] },
  {
    package: 'systemd',
    groups: ['integration'],
    present: () => existsSync('/usr/bin/systemd-analyze'),
  },
  {
    package: 'python3-swift',
    groups: ['integration'],
    present: () => existsSync('/usr/lib/python3/dist-packages/swift'),
  },
  {
    package: 'clamav-daemon',
    groups: ['integration'],
    present: () => existsSync('/usr/sbin/clamd'),
  },
  {
    package: 'postgresql',
    groups: ['integration'],
    present: () => globSync('/usr/lib/postgresql/*/bin/initdb').length > 0,
  },
];

/** Installs the tools that the tests of these groups need and this machine lacks. */
export function installTools(used: readonly Group[]): void {
  const missing = needs
    .filter((need) => need.groups.some((group) => used.includes(group)))
    .filter((need) => !(need.present?.() ?? onPath(need.package)))
    .map((need) => need.package);
  installPackages(missing, 'tests need');
}

/** Installs Debian packages. If it cannot, it ends this process with one line. @param need such as 'tests need' */
export function installPackages(missing: readonly string[], need: string): void {
  if (missing.length === 0) return;
  process.env.DEBIAN_FRONTEND ??= 'noninteractive';
  const installed =
    onPath('apt-get') &&
    process.getuid?.() === 0 &&
    run('apt-get', ['update', '-qq']) === 0 &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing]) === 0;
  if (!installed)
    fail(
      `The ${need} ${missing.join(', ')}: install it (Debian: apt-get install ${missing.join(' ')}) and run the command again.`,
    );
}

export function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(`${folder}/${command}`, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function hasFallbackFonts(): boolean {
  const fonts = '/usr/share/fonts/**/{LiberationSans,Arial,arial,Arimo}*';
  return process.platform !== 'linux' || globSync(fonts).length > 0;
}

function run(command: string, args: readonly string[]): number {
  return spawnSync(command, args, { stdio: 'inherit' }).status ?? 1;
}

/** Ends this process with a message. */
export function fail(message: string, code = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
