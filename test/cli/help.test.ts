import assert from 'node:assert/strict';
import { test } from 'node:test';
import { careers } from './support/in-process.ts';

test('a misspelled command is refused, below host too', async () => {
  for (const [given, message] of [
    ['lst', "unknown command 'lst'"],
    ['host bacp', "too many arguments for 'host'"],
    ['host openings imprt', "unknown command 'imprt'"],
    ['list --jsn', 'Did you mean --json?'],
  ] as const) {
    const { code, stdout, stderr } = await careers(given.split(' '));
    assert.deepEqual([code, stdout, stderr.includes(message)], [2, '', true], stderr);
  }
});

test('with --verbose an error has its stack', async () => {
  const env = { API_HOST: 'http://127.0.0.1:1' };
  assert.doesNotMatch((await careers(['companies'], { env })).stderr, /\n {4}at /);
  assert.match((await careers(['companies', '--verbose'], { env })).stderr, /\n {4}at /);
});
