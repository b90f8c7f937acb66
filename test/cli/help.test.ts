import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startScriptedHost } from '#test/support/scripted-host.ts';
import { careers } from './support/in-process.ts';

const help = async (path: string) => (await careers([...path.split(' '), '--help'])).stdout;

/** Returns the commands below one, as its help lists them. */
const commandsIn = (text: string): string[] =>
  [...(text.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}([\w-]+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');

async function allCommands(path = ''): Promise<string[]> {
  const names = commandsIn(await help(path === '' ? '--help' : path));
  const paths = names.map((name) => `${path} ${name}`.trim());
  const below = await Promise.all(
    paths.filter((child) => /^host(?: openings)?$/.test(child)).map((child) => allCommands(child)),
  );
  return [...paths, ...below.flat()];
}

test('the help of every command ends with examples, whose options it explains', async () => {
  const paths = await allCommands();
  assert.ok(paths.includes('host openings import') && paths.includes('completion'));
  for (const path of paths) {
    const text = await help(path);
    const examples = text.split('\nExamples:\n')[1] ?? '';
    assert.ok(
      examples.includes(`careers ${path}`) || path === 'host openings',
      `cli/output/examples.ts has none for ${path}`,
    );
    for (const [option] of examples.matchAll(/ --[a-z-]+/g))
      assert.match(text.split('Examples:')[0] ?? '', new RegExp(`${option}[ \n]`), path);
  }
});

test('a misspelled command gets a suggestion, below host too', async () => {
  for (const [given, suggestion] of [
    ['lst', 'list'],
    ['host opening', 'openings'],
    ['host bacp', 'backup'],
    ['host openings imprt', 'import'],
    ['list --jsn', '--json'],
    ['help hots', 'host'],
    ['hots --help', 'host'],
    ['help host bacp', 'backup'],
    ['host help bacp', 'backup'],
    ['host bacp --help', 'backup'],
  ] as const) {
    const { code, stderr } = await careers(given.split(' '));
    assert.deepEqual([code, stderr.includes(`Did you mean ${suggestion}?`)], [2, true], stderr);
  }
  const { stderr } = await careers(['host', 'opexxxgs']);
  assert.doesNotMatch(stderr, /Did you mean/);
  for (const options of [[], ['--help']]) {
    const { code, stdout, stderr } = await careers(['host', 'restaurants', ...options]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(
      stderr,
      /unknown command 'host restaurants'.*\n.*careers host --help lists the commands/,
    );
  }
});

test('with --verbose an error has its stack', async () => {
  const env = { API_HOST: 'http://127.0.0.1:1' };
  assert.doesNotMatch((await careers(['companies'], { env })).stderr, /\n {4}at /);
  assert.match((await careers(['companies', '--verbose'], { env })).stderr, /\n {4}at /);
});

test('Tab completes commands, options and values, and calls no host', async () => {
  await using host = await startScriptedHost();
  const complete = async (...words: string[]) =>
    (await careers(['complete', '--', ...words], { env: { API_HOST: host.origin } })).stdout
      .split('\n')
      .filter(Boolean);
  assert.deepEqual(await complete('s'), ['search', 'show', 'submit', 'start']);
  assert.deepEqual(await complete('host', 'openings', 'e'), ['export', 'edit']);
  assert.deepEqual(await complete('submit', 'a.json', '--dr'), ['--dry-run']);
  assert.deepEqual(await complete('host', 'applications', '--status', ''), [
    'complete',
    'incomplete',
    'withdrawn',
  ]);
  assert.deepEqual(await complete('completion', ''), ['bash', 'zsh', 'fish']);
  // The shell completes the name of a file.
  assert.deepEqual(await complete('submit', 'fix'), []);
  assert.deepEqual(await complete('submit', '--junit', ''), []);
  assert.equal(host.calls.length, 0);
});

test('--web opens the page of the site in the browser of BROWSER, without a call', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'careers-browser-'));
  t.after(() => rm(folder, { recursive: true }));
  const opened = join(folder, 'opened');
  const browser = join(folder, 'browser');
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, { mode: 0o700 });
  const env = { BROWSER: browser, SITE_ORIGIN: 'https://careers.example.com' };
  for (const [args, path] of [
    ['list', '/#openings'],
    ['show night-22', '/application/night-22'],
    ['search --company 2 --query baker', '/?company_id=2&q=baker#openings'],
  ] as const) {
    const { code, stdout, stderr } = await careers([...args.split(' '), '--web'], { env });
    assert.deepEqual([code, stdout], [0, ''], stderr);
    assert.equal(await readFile(opened, 'utf8'), `https://careers.example.com${path}`);
  }
  const { PATH } = process.env;
  t.after(() => Object.assign(process.env, { PATH }));
  process.env.PATH = folder;
  const unset = await careers(['list', '--web'], { env: { ...env, BROWSER: '' } });
  assert.match(unset.stderr, /no browser could be opened with (?:xdg-)?open: .*ENOENT/);
  const without = await careers(['list', '--web'], { env: { ...env, BROWSER: '/no/browser' } });
  assert.equal(without.code, 1);
  assert.match(without.stderr, /no browser could be opened with .*ENOENT; BROWSER names/);
});
