import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sectionOf = (page: string, title: string) =>
  page.split('\n## ').find((part) => part.startsWith(title)) ?? '';
/** In alphabetical order, each once. */
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const matchesOf = (text: string, pattern: RegExp) =>
  sorted([...text.matchAll(pattern)].map(([, match = '']) => match));
const without = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name));
/** Returns the first cells of the rows of a page's tables. */
const firstCells = (page: string) => matchesOf(page, /^\| ([^|]+) \|/gm).join('\n');

const variable = /`([A-Z][A-Z0-9_]+)`/g;
const operations = read('docs/operations.md');
const contract = read('docs/spec/contract.md');
const additional = sectionOf(read('docs/spec/README.md'), 'In addition');
const settings = matchesOf(read('src/config/environment.ts'), /^ {2}([A-Z][A-Z0-9_]+): /gm);

test('docs/operations.md has a row for each setting, and for no other', () => {
  assert.ok(settings.length > 15);
  assert.deepEqual(matchesOf(firstCells(sectionOf(operations, 'Settings')), variable), settings);
});

test('the settings are those of the contract, and those that docs/spec adds', () => {
  const inContract = matchesOf(sectionOf(contract, 'Settings'), variable);
  const notInContract = matchesOf(additional, variable);
  assert.deepEqual(sorted([...inContract, ...notInContract]), settings);
  assert.deepEqual(without(notInContract, inContract), notInContract);
});

test('the commands of the contract are those of the CLI', () => {
  const inContract = matchesOf(firstCells(sectionOf(contract, 'The command line')), /^`([a-z]+)/gm);
  const commands = ['cli/program.ts', ...globSync('cli/commands/*.ts', { cwd: root })].flatMap(
    (path) => matchesOf(read(path), /\.command\('([a-z]+)[^']*'/gm),
  );
  const [, config = '', verbs = ''] = /`careers (config) ([a-z|]+) <file>`/.exec(contract) ?? [];
  assert.deepEqual(sorted([...inContract, config, ...verbs.split('|')]), sorted(commands));
});

test('docs/operations.md has a row for each command of the API host, and for no other', () => {
  const commands = globSync('cli/host/*.ts', { cwd: root }).flatMap((path) => {
    const found = [...read(path).matchAll(/(\w+)\s*\.command\('([a-z-]+)'\)/g)];
    return found.map(([, above = '', name = '']) => (above === 'host' ? name : `${above} ${name}`));
  });
  const rows = firstCells(sectionOf(operations, 'Commands of the API host'));
  assert.deepEqual(
    matchesOf(rows, /`careers host ([a-z -]+)`/g),
    without(sorted(commands), ['openings']),
  );
});

test('docs/operations.md has a row for each log event, and for no other', () => {
  const sources = globSync('{src,cli}/**/*.{ts,tsx}', { cwd: root }).map(read).join('\n');
  const name = /'([a-z]+(?:-[a-z]+)+)'/g;
  const calls = matchesOf(sources, /\bevent(?::| =)([^,;}\n]+)/g).join('\n');
  const rows = matchesOf(firstCells(sectionOf(operations, 'Log')), /`([a-z]+(?:-[a-z]+)+)`/g);
  const logged = matchesOf(calls, name);
  assert.ok(logged.length > 30);
  assert.deepEqual(without(logged, rows), [], 'without a row');
  assert.deepEqual(without(rows, matchesOf(sources, name)), [], 'not logged');
});
