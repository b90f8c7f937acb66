import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';

const page = readFileSync(`${root}docs/behaviours.md`, 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const [, behaviour, rules = '', tests = ''] = line.split('|').map((cell) => cell.trim());
  return !behaviour || /^(behaviour |-)/.test(behaviour) ? [] : [{ line, rules, tests }];
});

test('docs/behaviours.md names rules and tests that exist', () => {
  assert.ok(rows.length > 100);
  for (const { line, rules, tests } of rows) {
    for (const [, path = ''] of rules.matchAll(/`((?:src|cli)\/[^`]+)`/g))
      assert.ok(existsSync(root + path), line);
    const named = [...tests.matchAll(/(?:^|; )(.+?) \(`(test\/[^`]+)`\)/g)];
    assert.ok(named.length > 0, line);
    for (const [, name = '', file = ''] of named) {
      const source = readFileSync(root + file, 'utf8').replaceAll("\\'", "'");
      assert.ok(source.includes(name), line);
    }
  }
});

test('docs/threats.md names tests that exist', () => {
  const controls = readFileSync(`${root}docs/threats.md`, 'utf8').split('## Controls')[1] ?? '';
  const named = [...controls.matchAll(/\| ([^|]+) \(`(test\/[^`]+)`\) \|/g)];
  assert.ok(named.length >= 50);
  for (const [, name = '', file = ''] of named) {
    const source = readFileSync(root + file, 'utf8').replaceAll("\\'", "'");
    // A title of a table of cases has its parts in the source.
    const parts = name.split(/abc123\/toString|\{.*\}/);
    assert.ok(
      parts.every((part) => source.includes(part)),
      `${file} has no test '${name}'`,
    );
  }
});
