import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import { drawPicture, siteTexts } from '#src/features/openings/sharing/draw-picture.ts';
import { drawableText } from '#src/features/openings/sharing/drawable-text.ts';
import { textsOf } from '#src/features/openings/sharing/share-picture.ts';
import { openings } from '#test/support/default-responses.ts';

const opening = (values: object): Opening => openingSchema.parse({ ...openings[0], ...values });

test('the texts are role, at most three cities, company, employment type and pay', () => {
  const locations = Array.from({ length: 40 }, (_, n) => ({ city: `City ${n}` }));
  assert.deepEqual(textsOf(opening({ locations })), {
    title: 'Pastry chef',
    place: 'City 0, City 1, City 2 and 37 more',
    facts: 'Northwind Bakery · Full time · ₦180,000 to ₦240,000 a month',
  });
  const nothing = { locations: [], company_name: '', employment_type: null, salary: null };
  assert.deepEqual(textsOf(opening(nothing)), { title: 'Pastry chef', place: '', facts: '' });
});

test('the place of a remote opening without cities is Remote', () => {
  const remote = opening({ locations: [], jobLocationType: 'TELECOMMUTE' });
  assert.equal(textsOf(remote).place, 'Remote');
});

test('what the fonts do not have is left out without a trace', () => {
  for (const [text, drawable] of [
    ['👩‍🍳 Pastry chef 🍞❤️🇳🇬 1️⃣', '👩‍🍳 Pastry chef 🍞❤️🇳🇬 1️⃣'],
    ['Sushi chef (寿司職人) – Victoria Island', 'Sushi chef – Victoria Island'],
    ['寿司 / Sushi chef', 'Sushi chef'],
    ['Lagos, 東京, Ibadan', 'Lagos, Ibadan'],
    ['日本料理シェフ', ''],
    ['★ Grill cook ✓', 'Grill cook'],
    ['𝓟𝓪𝓼𝓽𝓻𝔂 𝐂𝐡𝐞𝐟 Ｎｏ　①', 'Pastry Chef No 1'],
    // What they have stays as it is.
    ['Chef (H/F) – ₦5 → №1, ½ day ™ -', 'Chef (H/F) – ₦5 → №1, ½ day ™ -'],
    ['طاهٍ، رئيسي؟', 'طاهٍ، رئيسي؟'],
    ['Ọ̀gá ní Ọ̀yọ́, हलवाई, Λάγος, שף', 'Ọ̀gá ní Ọ̀yọ́, हलवाई, Λάγος, שף'],
  ] as const)
    assert.equal(drawableText(text), drawable.normalize('NFC'));
});

/** Their pictures have been looked at (docs/design.md). */
const awkward: readonly object[] = [
  {},
  {
    role_name:
      'Senior Assistant Catering Operations and Guest Experience Coordinator, Industrial, Marine and Offshore Camps (Rotational, Four Weeks On and Four Weeks Off)',
  },
  { locations: [] },
  { locations: Array.from({ length: 40 }, (_, n) => ({ city: `City ${n}` })) },
  { role_name: '👩‍🍳 Pastry chef 🍞❤️🇳🇬' },
  { role_name: 'طاهٍ رئيسي للمعجنات', company_name: 'مخبز الضوء', locations: [{ city: 'كانو' }] },
  { role_name: 'שף קונדיטור ראשי (Lagos)', locations: [{ city: 'תל אביב' }] },
  { role_name: 'Ọ̀gá onílé oúnjẹ ní Ọ̀yọ́ àti Ṣàgámù', locations: [{ city: 'Ìbàdàn' }] },
  { role_name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(3) },
  { role_name: 'A' },
  { role_name: '日本料理シェフ' },
  { role_name: 'Sushi chef (寿司職人) ★ 𝓥𝓲𝓬𝓽𝓸𝓻𝓲𝓪 𝓘𝓼𝓵𝓪𝓷𝓭' },
  { role_name: 'Повар-кондитер', locations: [{ city: 'Λάγος' }] },
  { role_name: '<b>Chef</b> & "Baker" \u202e\u0000\ud800 x' },
  { company_name: '', salary: null, employment_type: null },
  { company_name: 'The Very Long Name Company of Bakers, Grillers, Baristas and Caterers' },
  { locations: [{ city: 'Llanfairpwllgwyngyllgogerychwyrndrobwll' }, { city: 'Abuja' }] },
  { role_name: 'Chef de Partie (H/F) – Pâtisserie & Œuvres sucrées' },
  { role_name: `Chef${'\u0301\u0302\u0303'.repeat(30)}` },
  { role_name: 'x'.repeat(100_000) },
];

test('twenty awkward openings have a PNG of 1200 x 630 below 300 kB', async () => {
  assert.equal(awkward.length, 20);
  for (const values of awkward) {
    const png = await drawPicture(textsOf(opening(values)));
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
    assert.ok(png.length < 300_000, `${JSON.stringify(values).slice(0, 80)}: ${png.length}`);
  }
});

test('a long tagline is drawn to its end', async () => {
  const place =
    'Bread before sunrise, cake by noon, and three ovens that never cool between the river and the town since';
  const [one, other] = await Promise.all(
    ['2011', '2012'].map((year) => drawPicture({ ...siteTexts(), place: `${place} ${year}` })),
  );
  assert.notDeepEqual(one, other);
});
