import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Range } from '#src/domain/catalogue/words.ts';
import { lineAround, markedPreview } from '#src/features/openings/list/marked-text.tsx';

/** Finds a word as it is written. */
const finder =
  (word: string) =>
  (text: string): Range[] =>
    Array.from(text.matchAll(new RegExp(word, 'g')), ({ index }) => [index, index + word.length]);

/** Writes a text with its matches in brackets. */
function withBrackets(marked: ReturnType<typeof lineAround>): string | undefined {
  if (!marked) return undefined;
  let end = 0;
  const parts = marked.matches.map(([from, to]) => {
    const before = marked.text.slice(end, from);
    end = to;
    return `${before}[${marked.text.slice(from, to)}]`;
  });
  return parts.join('') + marked.text.slice(end);
}

const line = (text: string, word: string) => withBrackets(lineAround(text, finder(word)(text)));
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

describe('the line of a description around the first match', () => {
  test('is the whole text if it is short, with all matches', () =>
    assert.equal(line('Wash pans. Dry pans.', 'pans'), 'Wash [pans]. Dry [pans].'));

  test('is absent without a match', () => assert.equal(line('Wash pans.', 'bread'), undefined));

  test('has whole words before and after the match, between ellipses', () =>
    assert.equal(
      line(`${words(40)} bread ${words(40)}`, 'bread'),
      '…word36 word37 word38 word39 [bread] word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12 word13 word14 word15 word16 word17 word18…',
    ));

  test('begins with the match if the word before it is long, and has a match that is longer than a line', () => {
    const long = 'x'.repeat(200);
    assert.equal(line(`${long} bread`, 'bread'), '…[bread]');
    assert.equal(line(`a ${long} b`, long), `a [${long}]…`);
  });
});

describe('the preview of a search', () => {
  const preview = (text: string, word: string) =>
    withBrackets(markedPreview(text, finder(word)(text)));

  test('is that of the list, with the matches inside of it', () => {
    assert.equal(preview('Wash pans. Dry pans.', 'pans'), 'Wash [pans]. Dry [pans].');
    assert.equal(preview('a'.repeat(300), 'b'), `${'a'.repeat(250)}…`);
    assert.equal(preview(`${'a'.repeat(248)}bread`, 'bread'), `${'a'.repeat(248)}[br]…`);
    assert.equal(preview(`${'a'.repeat(250)}bread`, 'bread'), `${'a'.repeat(250)}…`);
  });
});
