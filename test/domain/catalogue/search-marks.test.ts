import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchesIn } from '#src/domain/catalogue/search-marks.ts';
import { parseQuery } from '#src/domain/catalogue/search-query.ts';
import { codePoint } from '#test/support/code-point.ts';

const synonyms = [['kitchen porter', 'dishwasher']];

function marked(text: string, q: string): string {
  let position = 0;
  let result = '';
  for (const [start, end] of matchesIn(text, parseQuery(q, synonyms))) {
    result += `${text.slice(position, start)}[${text.slice(start, end)}]`;
    position = end;
  }
  return result + text.slice(position);
}

for (const [q, text] of [
  ['bak', 'Head [Baker], Agege Bread'],
  ['bakers', 'Head [Baker] of the [bakery]'],
  ['pastries', '[Pastry] Chef'],
  ['cuisiniere', '[Cuisinière] ou [cuisinier]'],
  ['ibadan', '[Ìbàdàn]'],
  ['haccp', 'Knows [H.A.C.C.P]. well'],
  ['R&D', '[R & D] manager, Remote'],
  ['driver', 'The [driver’s] licence'],
  ['parttime', '[Part-time], in part'],
  ['head baker', '[Headbaker], [head] of the [bakers]'],
  ['"head baker"', '[Head Baker]: head of the bakers'],
  ['dishwashers', '[Kitchen Porter], and kitchen hand'],
  ['soft', '[so\u00adft] skills'],
  ['e', 'Espresso'],
  ['jobs in lagos', 'All jobs in [Lagos]'],
] as const)
  test(`'${q}' marks ${text}`, () => assert.equal(marked(text.replace(/[[\]]/g, ''), q), text));

test('the parts of any text are in their order and inside of it', () => {
  const text = fc.string({ unit: codePoint, maxLength: 60 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      let position = 0;
      for (const [start, end] of matchesIn(`${one} ${other}`, parseQuery(one, synonyms))) {
        assert.ok(position <= start && start < end && end <= one.length + 1 + other.length);
        position = end;
      }
    }),
  );
});
