/**
 * `npm test`: finds or installs the browsers, builds the site once, then runs every test (or those whose
 * paths are given). It fails in one line when something it needs cannot be had; it never skips.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import process from 'node:process';

const needs = [
  { command: 'chromium', package: 'chromium' },
  { command: 'firefox-esr', package: 'firefox-esr' },
  { command: 'w3m', package: 'w3m' },
  { command: 'redis-server', package: 'redis-server' },
];

function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(`${folder}/${command}`, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): number {
  return spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1;
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const missing = needs.filter(({ command }) => !onPath(command)).map((need) => need.package);
if (missing.length > 0) {
  const debian = onPath('apt-get') && process.getuid?.() === 0;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const installed =
    debian &&
    run('apt-get', ['update', '-qq'], env) === 0 &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], env) === 0;
  if (!installed)
    fail(
      `The tests need ${missing.join(', ')}: install it (Debian: apt-get install ${missing.join(' ')}) and run npm test again.`,
    );
}

if (run('npm', ['run', '--silent', 'build']) !== 0) fail('The build failed, so no test was run.');

/** Runs test files, and says by name in which of them a test failed. */
function test(files: readonly string[], concurrency: number): { status: number; failed: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'careers-test-'));
  const list = join(folder, 'failed');
  const status = run(process.execPath, [
    '--import=tsx',
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/failed-files.ts',
    `--test-reporter-destination=${list}`,
    ...files,
  ]);
  const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  rmSync(folder, { recursive: true });
  return { status, failed };
}

const files = process.argv.slice(2);
const first = test(files.length > 0 ? files : ['test/**/*.test.ts', 'test/**/*.test.tsx'], 2);
if (first.status === 0 || process.env.CI !== 'true' || first.failed.length === 0)
  process.exit(first.status);

// On a shared machine one slow moment must not hide a whole change; whoever reads this has a bug to find.
const names = first.failed.map((file) => relative(process.cwd(), file)).join(', ');
process.stderr.write(`\nFailed, run once more by itself: ${names}\n\n`);
const second = test(first.failed, 1);
if (second.status === 0) process.stderr.write(`\nPassed only the second time: ${names}\n`);
process.exit(second.status);
