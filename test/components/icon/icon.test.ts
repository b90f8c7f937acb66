import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ICON_NAMES } from '#src/components/icon/icon.tsx';

test('every icon name has its picture in the sprite, and every picture its name', () => {
  const sprite = readFileSync(join(import.meta.dirname, '../../../public/icons.svg'), 'utf8');
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(drawn.sort(), [...ICON_NAMES].sort());
});
