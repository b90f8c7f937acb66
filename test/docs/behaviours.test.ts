import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';

const row = /^\| (.+) \| (.+) \| (.+) \(`(test\/[^`]+)`\) \|$/;

test('docs/behaviours.md names rules and tests that exist', () => {
  const lines = readFileSync(`${root}docs/behaviours.md`, 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| behaviour'));
  assert.ok(rows.length > 50);
  for (const line of rows) {
    const [, , rules = '', name = '', file = ''] = row.exec(line) ?? [];
    assert.ok(file !== '' && existsSync(root + file), line);
    for (const [, rule = ''] of rules.matchAll(/`([^`]+)`/g))
      assert.ok(existsSync(root + rule), line);
    const source = readFileSync(root + file, 'utf8').replaceAll("\\'", "'");
    assert.ok(source.includes(name), line);
  }
});
