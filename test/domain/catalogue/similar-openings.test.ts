import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  byCompany,
  byPlace,
  type Reference,
  searchIndex,
} from '#src/domain/catalogue/search-index.ts';

const opening = (id: string, role_name: string, company_id: string, ...cities: string[]) => ({
  id,
  role_name,
  company_id,
  locations: cities.map((city) => ({ city })),
});

const openings = [
  opening('1', 'Kitchen Assistant', 'a', 'Kano'),
  opening('2', 'Stores Assistant', 'b', 'Jos'),
  opening('3', 'Pastry Chef', 'a', 'Lagos'),
  opening('4', 'Sous-chefs', 'b', 'Abuja', 'lagos '),
  opening('5', 'Accountant', 'c', 'Lagos'),
  opening('6', 'Driver', 'c', 'Ilé-Ifẹ̀'),
  opening('7', 'Office Assistant', '', 'Aba'),
];
const idsFor = async (reference: Reference, limit = 10) =>
  (await searchIndex(openings)).similar(reference, limit).map(({ id }) => id);

describe('similar openings', async () => {
  it('are those with a word of the role, then of the company, then of a city', async () =>
    assert.deepEqual(await idsFor(opening('x', 'Head Chef', 'a', 'Lagos')), ['3', '4', '1', '5']));

  it('can have those of the company or a city, or of the company, first', async () => {
    const reference = opening('x', 'Office Driver', 'a', 'Lagos');
    const ids = async (weights: typeof byPlace) =>
      (await searchIndex(openings)).similar(reference, 10, weights).map(({ id }) => id);
    assert.deepEqual(await ids(byPlace), ['3', '1', '4', '5', '6', '7']);
    assert.deepEqual((await ids(byCompany)).slice(0, 2), ['3', '1']);
  });

  it('do not contain the opening itself', async () =>
    assert.deepEqual(await idsFor(opening('3', 'Pastry Chef', 'a', 'Lagos')), ['4', '1', '5']));

  it('are at most as many as asked for', async () =>
    assert.deepEqual(await idsFor(opening('x', 'Head Chef', 'a', 'Lagos'), 2), ['3', '4']));

  it('keep their order where they are equal', async () =>
    assert.deepEqual(await idsFor({ locations: [{ city: 'LAGOS' }] }), ['3', '4', '5']));

  it('count a rare word of the role more than a frequent one', async () =>
    assert.deepEqual(await idsFor({ role_name: 'Assistant Accountant' }), ['5', '1', '2', '7']));

  it('are not those that share a stop word only, in any language', async () => {
    const list = [
      opening('1', 'Agent de sécurité', 'a', 'Cotonou'),
      opening('2', 'Cuisinière', 'b', 'Lomé'),
      opening('3', 'Assistant to the Chef', 'c', 'Lagos'),
    ];
    const index = await searchIndex(list);
    const ids = (role_name: string) => index.similar({ role_name }, 3).map(({ id }) => id);
    assert.deepEqual(ids('Cuisinière de nuit'), ['2']);
    assert.deepEqual(ids('Clerk to the Manager'), []);
  });

  it('are compared without accents', async () =>
    assert.deepEqual(await idsFor({ locations: [{ city: 'Ile-Ife' }] }), ['6']));

  it('do not share a company that is not known', async () =>
    assert.deepEqual(await idsFor({ company_id: '' }), []));

  it('are none where nothing is known, and none of an empty list', async () => {
    assert.deepEqual(await idsFor({}), []);
    assert.deepEqual((await searchIndex([])).similar({ role_name: 'Chef' }, 3), []);
  });

  it('are found without reading the whole list again', async () => {
    let reads = 0;
    const many = Array.from({ length: 1000 }, (_, n) => ({
      ...opening(String(n), '', `company${n}`, `City ${n}`),
      get role_name() {
        reads += 1;
        return `Role${n}x`;
      },
    }));
    (await searchIndex(many)).similar({ role_name: 'role1x' }, 3);
    reads = 0;
    const found = (await searchIndex(many)).similar(
      { role_name: 'role7x', company_id: 'company9' },
      3,
    );
    assert.deepEqual(
      found.map(({ id }) => id),
      ['7', '9'],
    );
    assert.equal(reads, 0);
  });
});
