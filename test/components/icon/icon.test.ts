import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { iconNames } from '#src/components/icon/icon.tsx';

test('every icon name has a symbol in the sprite, and every symbol a name', () => {
  const sprite = readFileSync(
    join(import.meta.dirname, '../../../src/components/icon/icons.svg'),
    'utf8',
  );
  const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(symbols.sort(), [...iconNames].sort());
});

test('every icon is used', () => {
  const sources = globSync('src/**/*.{ts,tsx}')
    .filter((path) => !path.endsWith('icon/icon.tsx'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('');
  const isUsed = (name: string) => sources.includes(`'${name}'`) || sources.includes(`="${name}"`);
  const unused = iconNames.filter((name) => !isUsed(name));
  assert.deepEqual(unused, []);
});
