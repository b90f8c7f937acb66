import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';

/** docs/faults.md by section: its test file and the names of the tests in its rows. */
const sections = readFileSync(`${root}docs/faults.md`, 'utf8')
  .split('\n## ')
  .slice(1)
  .map((section) => ({
    path: /\]\(\.\.\/(test\/[^)]+)\)/.exec(section)?.[1] ?? '',
    names: [...section.matchAll(/\| ([^|]+) \|$/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'Test'),
  }));

/** A pattern for what a string or template of a source can be at run time. */
const patternOf = (literal: string) =>
  new RegExp(
    `^${literal
      .replaceAll("\\'", "'")
      .split(/\$\{[^}]*\}/)
      .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.+')}$`,
  );

/** The literals that name a test: its first argument, or a text long enough to be one in a table of cases. */
function testNames(source: string): { readonly direct: string[]; readonly inTables: string[] } {
  const all = [...source.matchAll(/(\btest\(\s*)?(['"`])((?:\\.|(?!\2)[^\\\n])*)\2/g)];
  return {
    direct: all.flatMap(([, call, , text = '']) => (call ? [text] : [])),
    inTables: all.flatMap(([, , , text = '']) =>
      text.replace(/\$\{[^}]*\}/g, '').length > 20 ? [text] : [],
    ),
  };
}

test('each row of docs/faults.md names a test that exists, and each fault test has a row', () => {
  assert.ok(sections.flatMap(({ names }) => names).length >= 190);
  for (const { path, names } of sections) {
    const { direct, inTables } = testNames(readFileSync(root + path, 'utf8'));
    const known = [...direct, ...inTables].map(patternOf);
    for (const name of names)
      assert.ok(
        known.some((pattern) => pattern.test(name)),
        `${path} has no test '${name}'`,
      );
    for (const name of direct)
      assert.ok(
        names.some((row) => patternOf(name).test(row)),
        `docs/faults.md lacks '${name}' of ${path}`,
      );
  }
});
