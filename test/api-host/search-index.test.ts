import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openingSchema } from '#src/domain/model/opening.ts';
import { catalogueOf } from '#test/support/catalogue.ts';
import { testHost } from './support/host.ts';
import { opening } from './support/openings.ts';

test('the catalogue finds all that the API host finds, whatever the texts', async (t) => {
  const word = fc.constantFrom(
    ...'Head Baker bakery R&D C++ 24/7 H.A.C.C.P. B.Sc d’hôtel Cuisinière part-time Işıl 面包师 dan ɗan 🥐 the la to'.split(
      ' ',
    ),
  );
  const some = fc.array(fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 5 })), {
    maxLength: 4,
  });
  const texts = some.map((words) => words.join(' '));
  const menus = fc.sample(fc.tuple(texts, texts, texts, texts, texts), { numRuns: 40, seed: 5 });
  const openings = menus.map(([role, requiredskill, extra_skill, city, text], id) =>
    opening({
      id,
      role_name: `${role} x`,
      requiredskill,
      extra_skill,
      locations: [{ city }, { city: 'Port Harcourt' }],
      jobdescription: `<p>${text.replace(/[<&]/g, ' ')}</p>`,
      language: [undefined, 'en', 'fr'][id % 3],
    }),
  );
  const host = await testHost(t, { openings });
  const { body } = await host.call('openingsall');
  const listed = openingSchema.array().parse(body.data);
  const catalogue = catalogueOf(listed);
  const idsFound = async (q: string): Promise<string[]> => {
    const { body } = await host.call(`openings?${new URLSearchParams({ company_id: '1', q })}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const query = fc.oneof(
    texts,
    texts.map((text) => `"${text}"`),
    fc.tuple(word, fc.integer({ min: 1, max: 4 })).map(([text, end]) => text.slice(0, end)),
    fc.constantFrom(...menus.flat()),
    fc.constantFrom(...menus).map(([, skill, more]) => `"${skill} ${more}"`),
  );
  await fc.assert(
    fc.asyncProperty(query, async (q) => {
      const { openings } = await catalogue.ask({ q });
      const known = new Set(openings.map(({ id }) => id));
      const found = q.trim() === '' ? [] : await idsFound(q);
      const unknown = found.filter((id) => !known.has(id));
      assert.deepEqual(unknown, [], q);
    }),
    { numRuns: 80 },
  );
});
