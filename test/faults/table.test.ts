import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';
import { faultTable } from '../../scripts/fault-table.ts';

test('docs/faults.md is what the fault tests say', () => {
  const written = readFileSync(join(root, 'docs', 'faults.md'), 'utf8');
  assert.equal(written, faultTable(), 'run npm run faults');
});
