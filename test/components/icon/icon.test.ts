import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ICON_NAMES } from '#src/components/icon/icon.tsx';

test('every icon name has a symbol in the sprite, and every symbol a name', () => {
  const sprite = readFileSync(
    join(import.meta.dirname, '../../../src/components/icon/icons.svg'),
    'utf8',
  );
  const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(symbols.sort(), [...ICON_NAMES].sort());
});
