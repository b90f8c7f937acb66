import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ownProcess } from '#test/support/own-process.ts';

await ownProcess({ CACHE_TTL_MS: '60000' });
const { findCompanies, readCatalogue } = await import(
  '#src/features/openings/data/openings-source.ts'
);
const { storedQuery } = await import('#src/features/openings/data/stored-query.ts');
const { findReplacements } = await import('#src/features/openings/data/find-opening.ts');
before(() => Promise.all([readCatalogue(), findCompanies()]));

const stored = (address: Parameters<typeof storedQuery>[0], query: string) =>
  storedQuery(address)(new URLSearchParams(query))?.toString();

describe('stored are known values only', () => {
  for (const [address, query, expected] of [
    ['feed', 'page=7&utm_source=x&ref=staff', ''],
    ['feed', 'page=junk', ''],
    ['feed', 'city=LAGOS', 'city=Lagos'],
    ['jobs', 'page=junk', ''],
    ['jobs', 'page=2', 'page=2'],
    ['embed', 'city=lagos&ref=staff&page=3', 'city=Lagos&ref=staff'],
    ['list', 'type=full_time&city=lagos&sort=pay&x=1', 'city=Lagos&type=FULL_TIME&sort=pay'],
    ['list', 'sort=cheapest&page=1&ref=nobody', ''],
    ['list', 'company_id=2&ref=staff', 'company_id=2'],
  ] as const)
    test(`/${address}?${query} is stored as '${expected}'`, () =>
      assert.equal(stored(address, query), expected));

  for (const [address, query] of [
    ['feed', 'city=Atlantis'],
    ['feed', 'company_id=junk'],
    ['feed', 'company_id=2&q=cook'],
    ['feed', 'city=Lagos&type=FULL_TIME'],
    ['feed', 'sort=pay'],
    ['embed', 'city=Atlantis'],
    ['list', 'type=junk'],
    ['list', 'page=2'],
    ['list', 'company_id=2&q=cook'],
    ['list', 'city=Lagos&city=Abuja'],
    ['list', 'company_id=1&company_id=2'],
    ['list', 'q=cook'],
  ] as const)
    test(`/${address}?${query} is not stored`, () =>
      assert.equal(stored(address, query), undefined));
});

test('the words of all openings are read once for a list, however many unknown openings are requested', async (t) => {
  await findReplacements('chef', 6);
  const matchAll = t.mock.method(String.prototype, 'matchAll');
  const read = async (id: string) => {
    matchAll.mock.resetCalls();
    const { areSimilar } = await findReplacements(id, 6);
    assert.equal(areSimilar, true);
    return matchAll.mock.calls.filter(({ this: text }) => /porter/i.test(String(text))).length;
  };
  assert.deepEqual([await read('pastry-cook-1'), await read('pastry-cook-2')], [0, 0]);
});
