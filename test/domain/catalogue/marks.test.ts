import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchesIn } from '#src/domain/catalogue/words.ts';
import { catalogueOf, plainOpening } from '#test/support/catalogue.ts';
import { codePoint } from '#test/support/code-point.ts';

const synonyms = new Map([['dishwasher', [['kitchen', 'porter'], ['dishwasher']]]]);

/** Writes a text with the marks of a search in an opening that has it as its role. */
async function marked(text: string, q: string): Promise<string> {
  const one = plainOpening({ id: 1, role_name: text });
  const { matched } = await catalogueOf([one], synonyms).ask({ q });
  let position = 0;
  let result = '';
  for (const [start, end] of matchesIn(text, matched)) {
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
  test(`'${q}' marks ${text}`, async () =>
    assert.equal(await marked(text.replace(/[[\]]/g, ''), q), text));

const texts = fc.string({ unit: codePoint, maxLength: 60 });

test('the parts of any text are in their order and inside of it', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (one, other) => {
      const text = `${one} ${other}`;
      const catalogue = catalogueOf([plainOpening({ id: 1, role_name: text })], synonyms);
      const { matched } = await catalogue.ask({ q: one });
      let position = 0;
      for (const [start, end] of matchesIn(text, matched)) {
        assert.ok(position <= start && start < end && end <= text.length);
        position = end;
      }
    }),
  );
});

test('an opening is found for a word exactly if the word is marked in one of its texts', async () => {
  const word = fc.constantFrom(
    ...'head baker headbaker Bakery bakers pastries Pastry part-time parttime d’hôtel Cuisinière cook'.split(
      ' ',
    ),
  );
  const words = fc.array(word, { maxLength: 3 }).map((some) => some.join(' '));
  const fields = fc.record({ role_name: words, requiredskill: words, jobdescription: words });
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 5 }), word, async (all, q) => {
      const openings = all.map((one, id) => plainOpening({ id, ...one }));
      const answer = await catalogueOf(openings).ask({ q });
      const isMarked = (text: string) => matchesIn(text, answer.matched).length > 0;
      const marked = openings.filter(({ role_name, requiredskill, jobdescription }) =>
        [role_name, requiredskill, jobdescription].some(isMarked),
      );
      // Words of 'part-time' are two parts, of which each is marked by itself.
      if (answer.corrected === undefined && !q.includes('-') && !q.includes('’'))
        assert.deepEqual(new Set(answer.openings), new Set(marked));
    }),
  );
});
