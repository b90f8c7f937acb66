/**
 * `npm run faults`: writes docs/faults.md from the fault tests themselves; `npm run faults -- --check` only
 * says whether it is what they say.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FaultRow } from '#test/support/faults.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const tablePath = join(root, 'docs', 'faults.md');

interface Section {
  /** Relative to the root. */
  readonly path: string;
  readonly rows: readonly FaultRow[];
}

/** Sections by file name; those not named here come last, under their file's name. */
const titles: Readonly<Record<string, string>> = {
  'test/faults/openings.integration.test.ts': 'Reading openings',
  'test/faults/candidate.browser.test.ts': 'The candidate check',
  'test/faults/application.browser.test.ts': 'Sending the application',
  'test/faults/upload.browser.test.ts': 'Sending documents',
  'test/faults/files.browser.test.ts': 'The files themselves',
  'test/faults/browser.browser.test.ts': 'What happens to the browser while applying',
  'test/faults/documents-browser.browser.test.ts': 'What happens to the browser while uploading',
  'test/features/application/without-script.integration.test.ts': 'Without JavaScript',
  'test/faults/contact.browser.test.ts': 'Sending a contact message',
  'test/features/contact/sent-once.integration.test.ts': 'Sending a contact message twice',
};

/** Every file under test/ that declares fault tests, in the order of `titles`. */
function faultFiles(): string[] {
  const files = globSync('test/**/*.test.{ts,tsx}', { cwd: root }).filter((path) =>
    /\bfault\(/.test(readFileSync(join(root, path), 'utf8')),
  );
  const order = Object.keys(titles);
  const place = (path: string) => (order.indexOf(path) + order.length + 1) % (order.length + 1);
  return files.sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

function sections(): Section[] {
  const files = faultFiles().map((path) => join(root, path));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(root, 'test', 'support', 'fault-rows.ts'), ...files],
    { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit', 'pipe'], encoding: 'utf8' },
  );
  if (child.status !== 0) throw new Error('The fault tests could not be read.');
  const found = JSON.parse(child.output[3] ?? '[]') as Section[];
  return found.map((section) => ({ ...section, path: relative(root, section.path) }));
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

/** docs/faults.md as the tests say it. */
export function faultTable(): string {
  const all = sections();
  const count = all.reduce((sum, { rows }) => sum + rows.length, 0);
  const tables = all.map(({ path, rows }) => {
    const title = titles[path] ?? path;
    const lines = rows.map(
      ({ fault, sees, hostReceived, test }) =>
        `| ${[fault, sees, hostReceived, test].map(cell).join(' | ')} |`,
    );
    return `## ${title}\n\nProved by [${path}](../${path}).\n\n| Fault | What the person sees | What the host received | Test |\n|---|---|---|---|\n${lines.join('\n')}\n`;
  });
  return `# Faults, and what becomes of an application\n\nWritten by \`npm run faults\` from the tests themselves; a test fails when this page is not what they say. ${count} faults.\n\n${tables.join('\n')}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const table = faultTable();
  if (!process.argv.includes('--check')) writeFileSync(tablePath, table);
  else if (readFileSync(tablePath, 'utf8') !== table) {
    process.stderr.write('docs/faults.md is not what the tests say: run npm run faults.\n');
    process.exitCode = 1;
  }
}
