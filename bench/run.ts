/**
 * `npm run bench [name [arguments]]` runs one bench, or all one after the other. Each prints its figures beside their
 * limits (issue 'Fast') and its tables; the limits are repeated at the end. It runs on Linux and needs wrk and nginx.
 * `lighthouse` also needs Chromium, and `crash` needs what `npm run test:integration` installs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, installPackages, onPath } from '../scripts/test-tools.ts';
import { pinned, root } from './site.ts';

const names = [
  'home-requests',
  'pages',
  'start',
  'uploads',
  'hostile',
  'openings',
  'lighthouse',
  'database',
  'search',
  'crash',
];
const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined && !names.includes(wanted))
  fail(`There is no bench "${wanted}": choose one of ${names.join(', ')}.`, 2);
const commands = ['wrk', 'nginx'];
if (wanted === undefined || wanted === 'lighthouse') commands.push('chromium');
installPackages(
  commands.filter((name) => !onPath(name)),
  'bench needs',
);

const folder = mkdtempSync(join(tmpdir(), 'careers-bench-'));
const BENCH_CHECKS = join(folder, 'checks');
writeFileSync(BENCH_CHECKS, '');
process.stdout.write(`${machine()}\n`);
spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });
const failed: string[] = [];
for (const name of wanted === undefined ? names : [wanted]) {
  process.stdout.write(`\n## ${name}\n\n`);
  const started = performance.now();
  const script = join(root, 'bench', `${name}.ts`);
  // The servers of `crash` are its children, and it measures no time.
  const command = [script, ...args];
  const [file, commandLine] =
    name === 'crash'
      ? [process.execPath, command]
      : pinned('client', [process.execPath, ...command]);
  const { status } = spawnSync(file, commandLine, {
    stdio: 'inherit',
    env: { ...process.env, BENCH_CHECKS },
  });
  if (status !== 0) failed.push(name);
  process.stdout.write(`\n(${((performance.now() - started) / 1000).toFixed(0)} s)\n`);
}
process.stdout.write(`\n## Limits\n\n${readFileSync(BENCH_CHECKS, 'utf8')}`);
rmSync(folder, { recursive: true });
if (failed.length > 0) fail(`Did not run to the end: ${failed.join(', ')}.`);

function machine(): string {
  const version = (command: string, pattern: RegExp) => {
    const { stdout, stderr } = spawnSync(command, ['-v'], { encoding: 'utf8' });
    return pattern.exec(`${stdout}${stderr}`)?.[1] ?? 'unknown';
  };
  const wrk = version('wrk', /wrk \S*?(\d[\d.]*)/);
  const nginx = version('nginx', /nginx\/(\S+)/);
  return `${new Date().toISOString().slice(0, 16)}, ${cpus().length} × ${cpus()[0]?.model}, Linux ${release()}, Node ${process.versions.node}, nginx ${nginx}, wrk ${wrk}; servers on the first processor, clients on the second`;
}
