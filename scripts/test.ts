/**
 * `npm test`: finds or installs the browsers, builds the site once, then runs every test (or those whose
 * paths are given). It fails in one line when something it needs cannot be had; it never skips.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter } from 'node:path';
import process from 'node:process';

const needs = [
  { command: 'chromium', package: 'chromium' },
  { command: 'firefox-esr', package: 'firefox-esr' },
  { command: 'w3m', package: 'w3m' },
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

const files = process.argv.slice(2);
process.exit(
  run(process.execPath, [
    '--import',
    'tsx',
    '--test',
    '--test-concurrency=2',
    ...(files.length > 0 ? files : ['test/**/*.test.ts', 'test/**/*.test.tsx']),
  ]),
);
