import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { alertsFixture, siteOrigin, tokenOf } from '../support/alerts.ts';

test('asking again sends the link again, and no confirmation has a header with which a scanner could end it', async (t) => {
  const { ask, run, store, clock } = await alertsFixture(t);
  for (let times = 0; times < 3; times += 1) {
    await ask('ada@example.com', { q: 'baker' });
    const [mail, ...others] = await run();
    assert.equal(others.length, 0);
    assert.doesNotMatch(mail?.headerLines.map(({ key }) => key).join() ?? '', /list-/);
    assert.equal((await store.read(tokenOf(mail?.text), clock.now))?.state, 'pending');
  }
});

test('the confirmation lists all wishes of the address, and only those that are chosen become alerts', async (t) => {
  const { ask, run, store, clock, rows } = await alertsFixture(t);
  await ask('ada@example.com', { q: 'baker' });
  await run();
  // Somebody else may have asked for this one.
  await ask('ADA@example.com', { q: 'driver', city: ['Lagos'] });
  await ask('ada+cook@example.com', { q: 'cook' });
  const mails = await run();
  const mail = mails.find(({ text }) => text?.includes('driver'));
  assert.match(
    mail?.text ?? '',
    /choose on this page[^\n]*:\n\n– New openings for “baker”\n– New openings for “driver” in Lagos\n\n/,
  );
  assert.ok(String(mail?.html).includes('– New openings for “baker”<br>'));
  const token = tokenOf(mail?.text);
  const { wishes = [] } = (await store.read(token, clock.now)) ?? {};
  assert.deepEqual(
    wishes.map(({ words }) => words),
    [' for “baker”', ' for “driver” in Lagos'],
  );
  const [baker] = wishes;
  assert.ok(baker);
  const foreign = (await rows()).find(({ search }) => search.includes('cook'));
  assert.ok(foreign);
  for (const none of [[], [foreign.id], ['no such id']])
    assert.equal((await store.confirm(token, clock.now, none))?.state, 'pending');
  const confirmed = await store.confirm(token, clock.now, [baker.id, foreign.id]);
  assert.deepEqual([confirmed?.state, confirmed?.words], ['active', ' for “baker”']);
  assert.deepEqual((await rows()).map(({ state }) => state).toSorted(), [
    'active',
    'pending',
    'pending',
  ]);
});

test('a site of the release before, which names no wishes, confirms the one of its page', async (t) => {
  const { ask, run, store, clock, rows } = await alertsFixture(t);
  await ask('ada@example.com', { q: 'baker' });
  await run();
  await ask('ada@example.com', { q: 'driver' });
  const [mail] = await run();
  assert.equal((await store.confirm(tokenOf(mail?.text), clock.now))?.words, ' for “driver”');
  assert.deepEqual((await rows()).map(({ state }) => state).toSorted(), ['active', 'pending']);
});

test('wishes before the mail is sent are in one mail, and one over the limit of the mailbox is behind the last link', async (t) => {
  const { ask, run, store, clock } = await alertsFixture(t);
  await ask('ada@example.com', { q: 'one' });
  await ask('ada@example.com', { q: 'two' });
  assert.equal((await run()).length, 1);
  await ask('ada@example.com', { q: 'three' });
  await run();
  await ask('ada@example.com', { q: 'four' });
  const [last] = await run();
  await ask('ada@example.com', { q: 'five' });
  assert.deepEqual(await run(), []);
  const linked = await store.read(tokenOf(last?.text), clock.now);
  assert.equal(linked?.wishes.length, 5);
});

test('the newest ten wishes of a mailbox wait for its person', async (t) => {
  const { ask, run, rows, clock } = await alertsFixture(t);
  for (let n = 0; n < 12; n += 1) {
    clock.now = new Date(clock.now.getTime() + 1000);
    await ask('ada@example.com', { q: `${n}` });
    await run();
  }
  const searches = (await rows()).map(({ search }) => JSON.parse(search).q);
  assert.deepEqual(
    searches.toSorted(),
    ['10', '11', '2', '3', '4', '5', '6', '7', '8', '9'].toSorted(),
  );
});

test('after an outage of the mail server one confirmation arrives, however often it was asked for', async (t) => {
  const { ask, run, runOnce, smtp, days } = await alertsFixture(t);
  for (const _ of [1, 2, 3]) {
    smtp.answers.push(451);
    await ask('ada@example.com', { q: 'baker' });
    await runOnce();
  }
  days(0.1);
  assert.equal((await run()).length, 1);
});

for (const [q, words] of [
  ['24/7', ' for “24/7”'],
  ['2027', ' for “2027”'],
  ['0803 123 4567', ' for “…”'],
  ['www.win.example', ' for “www. win. example”'],
] as const)
  test(`an alert for ${q} speaks of ${words} in its mails and on its page`, async (t) => {
    const { confirmed, addOpening, days, run, store, clock } = await alertsFixture(t, { q });
    const token = await confirmed();
    assert.equal((await store.read(token, clock.now))?.words, words);
    await addOpening({ id: 103, role_name: `Baker ${q}` });
    days(1);
    const [mail] = await run();
    assert.equal(mail?.subject, `1 new opening${words}`);
  });

test('a mail has of a search only names that the site knows, and says that it is narrowed further', async (t) => {
  const { ask, run, addOpening } = await alertsFixture(t);
  await addOpening({ id: 103, language: 'fr-BJ' });
  const texts = [];
  for (const search of [
    { city: 'LAGOS', type: 'part_time', language: 'fr' },
    { city: 'Call me', type: 'Buy this', language: 'Now!' },
    { company_id: 'Free money' },
    { company_id: '1', type: 'PER_DIEM' },
    { city: ['lagos', 'abuja'], company_id: ['1', '2'] },
  ]) {
    await ask(`a${texts.length}@x.example`, readSearch(search));
    const [mail] = await run();
    texts.push(/new openings(.*?)\. If it/.exec(mail?.text ?? '')?.[1]);
    assert.doesNotMatch(`${mail?.text}${mail?.html}`, /Call me|Buy this|Now!|Free money/i);
    assert.ok(mail?.text?.includes(siteOrigin));
  }
  assert.deepEqual(texts, [
    ' in Lagos, part time, in French',
    ', narrowed further',
    ', narrowed further',
    ' at Test Bakery, by the day',
    ' at Test Bakery or Test Grill in Lagos, narrowed further',
  ]);
});
