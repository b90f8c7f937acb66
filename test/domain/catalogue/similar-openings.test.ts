import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reference, Similarity } from '#src/domain/catalogue/similar-openings.ts';
import { catalogueOf, plainOpening } from '#test/support/catalogue.ts';

const opening = (id: string, role_name: string, company_id: string, ...cities: string[]) =>
  plainOpening({ id, role_name, company_id, locations: cities.map((city) => ({ city })) });

const openings = [
  opening('1', 'Kitchen Assistant', 'a', 'Kano'),
  opening('2', 'Stores Assistant', 'b', 'Jos'),
  opening('3', 'Pastry Chef', 'a', 'Lagos'),
  opening('4', 'Sous-chefs', 'b', 'Abuja', 'lagos '),
  opening('5', 'Accountant', 'c', 'Lagos'),
  opening('6', 'Driver', 'c', 'Ilé-Ifẹ̀'),
  opening('7', 'Office Assistant', 'd', 'Aba'),
];
const idsFor = async (
  reference: Reference,
  limit = 10,
  by: Similarity = 'byRole',
  all = openings,
) => (await catalogueOf(all).similar(reference, limit, by)).map(({ id }) => id);

describe('similar openings', async () => {
  it('are those with a word of the role, then of the company, then of a city', async () =>
    assert.deepEqual(await idsFor(opening('x', 'Head Chef', 'a', 'Lagos')), ['3', '4', '1', '5']));

  it('can have those of the company or a city, or of the company, first', async () => {
    const reference = opening('x', 'Office Driver', 'a', 'Lagos');
    assert.deepEqual(await idsFor(reference, 10, 'byPlace'), ['3', '1', '4', '5', '6', '7']);
    assert.deepEqual((await idsFor(reference, 10, 'byCompany')).slice(0, 2), ['3', '1']);
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
    const ids = (role_name: string) => idsFor({ role_name }, 3, undefined, list);
    assert.deepEqual(await ids('Cuisinière de nuit'), ['2']);
    assert.deepEqual(await ids('Clerk to the Manager'), []);
  });

  it('are compared without accents', async () =>
    assert.deepEqual(await idsFor({ locations: [{ city: 'Ile-Ife' }] }), ['6']));

  it('do not share a company that is not known', async () =>
    assert.deepEqual(await idsFor({ company_id: '' }), []));

  it('are none where nothing is known, and none of an empty list', async () => {
    assert.deepEqual(await idsFor({}), []);
    assert.deepEqual(await idsFor({ role_name: 'Chef' }, 3, undefined, []), []);
  });
});
