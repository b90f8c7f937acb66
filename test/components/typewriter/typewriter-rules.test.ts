import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  characterMs,
  groupSize,
  maxGroups,
  typedGroups,
} from '#src/components/typewriter/typewriter-rules.ts';

test('a text is parted into characters as people see them, and loses none', () => {
  const text = 'Ọ̀rẹ́ mi, ẹ káàbọ̀ sí ilé 👩🏾‍🍳!';
  const groups = typedGroups(text);
  assert.equal(groups.flat().join(''), text);
  assert.equal(groups[0]?.[0], 'Ọ̀');
  assert.ok(groups.flat().includes('👩🏾‍🍳'));
  assert.ok(groups.slice(0, -1).every((group) => group.length === groupSize));
});

test('the style sheet counts as the rules do: 100 ms a character', async () => {
  const css = await readFile(
    new URL('../../../src/components/typewriter/typewriter.module.css', import.meta.url),
    'utf8',
  );
  assert.equal(characterMs, 100);
  assert.match(css, new RegExp(`\\* ${groupSize} \\+ var\\(--place\\)\\) \\* ${characterMs}ms`));
  assert.equal(css.match(/--group: /g)?.length, maxGroups);
  assert.equal(css.match(/--place: /g)?.length, groupSize);
});
