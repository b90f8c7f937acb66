import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';

test('a comment names what it serves of older versions as decision 016 does', () => {
  const other =
    /\b(?:earlier|first|older|previous) (?:versions?|releases?|schemas?)\b|\brelease before\b|\ba063ec9f\b/i;
  const found = globSync('{src,cli}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line) && other.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});
