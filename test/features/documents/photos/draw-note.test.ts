import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from '#src/features/documents/photos/draw-note.ts';

test('a note breaks between words, and within a word that is wider than a line', () => {
  const isTooWide = (text: string) => text.length > 6;
  for (const [text, lines] of [
    ['Ada has none', ['Ada', 'has', 'none']],
    ['a b c d', ['a b c', 'd']],
    ['see incomprehensible', ['see in', 'compre', 'hensib', 'le']],
    ['longword it', ['longwo', 'rd it']],
  ] as const)
    assert.deepEqual(linesOf(text, isTooWide), lines);
});
