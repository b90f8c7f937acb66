import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  assert.ok(paths.includes('host openings import'));
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
