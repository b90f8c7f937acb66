import assert from 'node:assert/strict';
import { test } from 'node:test';
import { none, SearchCosts } from '#src/domain/catalogue/search-costs.ts';
import { parseQuery } from '#src/domain/catalogue/search-query.ts';
import { buildPostings, Vocabulary } from '#src/domain/catalogue/search-vocabulary.ts';

const openings = [
  'night baker in a day shop',
  'baker night, day shop',
  'day shop, night baker',
].map((role_name, at) => ({ id: String(at), role_name, company_id: '1', locations: [] }));

/** Returns the positions of the openings found, and of those whose words were read one after the other. */
async function search(q: string, among: readonly number[]) {
  const vocabulary = new Vocabulary();
  const postings = await buildPostings(vocabulary, openings, 'head');
  const read: string[] = [];
  const sequences = new Proxy(postings.sequences, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) read.push(name);
      return Reflect.get(target, name);
    },
  });
  const costs = new SearchCosts(vocabulary, [{ ...postings, sequences }], openings.length).ofQuery(
    parseQuery(q, []),
    Uint16Array.from(openings, (_, at) => (among.includes(at) ? 0 : none)),
  );
  return { found: [...costs.keys()].filter((at) => costs[at] !== none), read: read.join('') };
}

test('a phrase is only looked for in the openings that may match', async () => {
  assert.deepEqual(await search('"night baker"', [0, 1, 2]), { found: [0, 2], read: '012' });
  assert.deepEqual(await search('"night baker"', [1, 2]), { found: [2], read: '12' });
  assert.deepEqual(await search('nightbaker', [2]), { found: [2], read: '2' });
});

test('a phrase is only looked for in the openings that have the parts before it', async () => {
  assert.deepEqual(await search('"baker night" "day shop"', [0, 1, 2]), {
    found: [1],
    read: '0121',
  });
});

test('the word itself costs less than another form of it', async () => {
  const roles = ['engineers', 'engineer'].map((role_name, at) => ({
    id: String(at),
    role_name,
    company_id: '1',
    locations: [],
  }));
  const vocabulary = new Vocabulary();
  const postings = await buildPostings(vocabulary, roles, 'head');
  const [form = 0, same = 0] = new SearchCosts(vocabulary, [postings], roles.length).ofQuery(
    parseQuery('engineer', []),
    new Uint16Array(roles.length),
  );
  assert.ok(same < form, `${same} < ${form}`);
});
