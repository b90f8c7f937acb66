import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import { alertsFixture, openingsOf, siteOrigin, tokenOf } from '../support/alerts.ts';

test('a confirmed alert reports each new opening once, at most one mail a day, and none without any', async (t) => {
  const { clock, days, confirmed, addOpening, run, smtp } = await alertsFixture(t, { q: 'baker' });
  await confirmed();
  await addOpening({ id: 103, role_name: 'Night Baker' });
  await addOpening({ id: 104, role_name: 'Driver', requiredskill: '', jobdescription: '' });
  assert.deepEqual(await run(), [], 'less than a day after the confirmation');
  days(1);
  const [mail, ...others] = await run();
  assert.equal(others.length, 0);
  assert.equal(mail?.subject, '1 new opening for “baker”');
  assert.match(
    mail?.text ?? '',
    /Night Baker\nTest Bakery, Lagos, ₦1,000 to ₦2,000 a month\nhttps:\/\/jobs\.example\/application\/103/,
  );
  assert.doesNotMatch(mail?.text ?? '', /Driver|Head Baker/);
  assert.match(mail?.text ?? '', /because you confirmed on 1 March 2026/);
  await addOpening({ id: 105, role_name: 'Day Baker' });
  clock.now = new Date(clock.now.getTime() + 23 * 3_600_000);
  assert.deepEqual(await run(), [], 'less than a day after the last mail');
  days(1);
  assert.match((await run())[0]?.text ?? '', /Day Baker/);
  days(1);
  assert.deepEqual(await run(), []);
  assert.equal(smtp.mails.length, 3);
});

test('an alert finds what a search on the site finds: synonyms, and the text in any company, in its filters', async (t) => {
  const { days, confirmed, addOpening, run } = await alertsFixture(t, {
    q: 'dishwasher jobs',
    city: ['abuja'],
  });
  await confirmed();
  const abuja = { locations: [{ city: 'Abuja' }], requiredskill: '', jobdescription: '' };
  await addOpening({ id: 103, role_name: 'Kitchen Porter', ...abuja });
  await addOpening({ ...abuja, id: 104, role_name: 'Kitchen Porter', locations: [] });
  await addOpening({
    ...abuja,
    id: 203,
    role_name: 'Dishwasher',
    company_id: 2,
    company_name: 'Test Grill',
  });
  await addOpening({ ...abuja, id: 105, role_name: 'Driver' });
  days(1);
  const [mail] = await run();
  assert.match(mail?.subject ?? '', /^2 new openings for “dishwasher jobs” in Abuja$/);
  assert.match(mail?.text ?? '', /application\/203[\s\S]*application\/103/);
});

for (const [q, company_id, expected] of [
  ['hed baker', '', [103]],
  ['hed baker', '1', [103]],
  ['bakre', '', [103]],
  ['dishwasher', '1', [104]],
  ['dishwasher', '2', []],
  ['headbaker', '1', [103]],
] as const)
  test(`an alert about "${q}" ${company_id === '' ? 'anywhere' : `at company ${company_id}`} tells of what its page shows: ${expected}`, async (t) => {
    const { days, confirmed, addOpening, run } = await alertsFixture(
      t,
      readSearch({ q, company_id }),
    );
    await confirmed();
    const texts = { requiredskill: '', jobdescription: '' };
    await addOpening({ id: 103, role_name: 'Head Baker', ...texts });
    await addOpening({ id: 104, role_name: 'Kitchen Porter', ...texts });
    days(1);
    assert.deepEqual(openingsOf((await run())[0]?.text), expected);
  });

test('an alert with several companies and cities tells of what is in any of them, and equal wishes are one', async (t) => {
  const { days, ask, confirmed, addOpening, rows, run } = await alertsFixture(t);
  const search = readSearch({ q: 'baker', city: ['Lagos', 'Abuja'], company_id: ['2', '1'] });
  await confirmed('ada@example.com', search);
  await ask('ada@example.com', readSearch({ ...search, city: ['Abuja', 'Lagos'] }));
  assert.equal(new Set((await rows()).map((row) => row.search)).size, 1);
  await run();
  const at = (city: string) => ({ role_name: 'Baker', locations: [{ city }] });
  await addOpening({ id: 103, ...at('Lagos') });
  await addOpening({ id: 104, ...at('Abuja'), company_id: 2, company_name: 'Test Grill' });
  await addOpening({ id: 105, ...at('Kano') });
  await addOpening({ id: 106, ...at('Abuja'), company_id: 3, company_name: 'Third' });
  days(1);
  const mail = (await run()).find(({ subject }) => subject?.includes('Abuja or Lagos'));
  assert.match(mail?.subject ?? '', /^2 new openings at Test Bakery or Test Grill for “baker”/);
  assert.deepEqual(openingsOf(mail?.text).toSorted(), [103, 104]);
  assert.ok(mail?.text?.includes('/?company_id=1&company_id=2&q=baker&city=Abuja&city=Lagos'));
});

test('the version before, which knows one value of a filter, finds no opening for an alert with several, and takes none from it', async (t) => {
  const { confirmed, rows, data, days, run, addOpening } = await alertsFixture(t);
  const search = readSearch({ city: ['Lagos', 'Abuja'], company_id: ['1', '2'] });
  await confirmed('ada@example.com', search);
  const [row] = await rows();
  const stored: Readonly<Record<string, unknown>> = JSON.parse(row?.search ?? '');
  assert.deepEqual(Object.keys(stored), ['company_id', 'q', 'city']);
  // It compares each text with those of the openings.
  const { db } = data.database;
  const openings = await db.selectFrom('openings').select(['company_id', 'locations']).execute();
  assert.ok(openings.length > 0);
  for (const { company_id, locations } of openings) {
    assert.equal(typeof stored.company_id, 'string');
    assert.notEqual(stored.company_id, company_id);
    assert.equal(typeof stored.city, 'string');
    for (const { city } of JSON.parse(locations)) assert.notEqual(stored.city, city);
  }
  // It has told an alert of nothing when it sets this.
  await addOpening({ id: 103, locations: [{ city: 'Abuja' }] });
  await db.updateTable('alerts').set({ seen: 1000 }).execute();
  days(1);
  assert.deepEqual(
    (await run()).map(({ text }) => openingsOf(text)),
    [[103]],
  );
});

test('an opening that opens again is new after a month only, and a closed one is not reported', async (t) => {
  const { days, confirmed, addOpening, run, clock, data } = await alertsFixture(t);
  await confirmed();
  await addOpening({ id: 103, closing_date: '2026-03-01T20:00:00Z' });
  days(1);
  assert.deepEqual(await run(), [], 'it has closed since');
  await addOpening({ id: 104 });
  days(1);
  assert.match((await run())[0]?.text ?? '', /application\/104/);
  const setClosing = (closing_date: string | null) =>
    data.database.db
      .updateTable('openings')
      .set({ closing_date })
      .where('id', '=', '104')
      .execute();
  for (const [daysClosed, isNew] of [
    [29, false],
    [30, true],
  ] as const) {
    await setClosing(clock.now.toISOString());
    days(1);
    assert.deepEqual(await run(), []);
    days(daysClosed - 1);
    await setClosing(null);
    days(1);
    assert.equal((await run()).length, isNew ? 1 : 0, `closed for ${daysClosed} days`);
  }
});

test('a scheduled opening is reported when it appears, not before', async (t) => {
  const { days, confirmed, addOpening, run } = await alertsFixture(t);
  await confirmed();
  await addOpening({ id: 103, date_posted: '2026-03-04' });
  days(2);
  assert.deepEqual(await run(), []);
  days(1);
  assert.match((await run())[0]?.text ?? '', /application\/103/);
  days(1);
  assert.deepEqual(await run(), []);
});

test('an opening that was listed by mistake and is scheduled now is reported when it appears', async (t) => {
  const { days, confirmed, addOpening, run } = await alertsFixture(t);
  await confirmed('ada@example.com');
  days(0.5);
  await confirmed('bob@example.com');
  await addOpening({ id: 103, date_posted: null });
  days(0.5);
  assert.equal((await run()).length, 1);
  await addOpening({ id: 103, date_posted: '2026-03-10' });
  days(0.5);
  assert.deepEqual(await run(), []);
  days(8);
  const mails = await run();
  assert.deepEqual(
    mails.map(({ text }) => openingsOf(text)),
    [[103], [103]],
  );
  days(1);
  assert.deepEqual(await run(), []);
});

test('mails have the links and headers of an unsubscription with one click, and the same content as text and as HTML', async (t) => {
  const { days, confirmed, addOpening, run, store, clock, rows } = await alertsFixture(t);
  await confirmed();
  await addOpening({ id: 103, role_name: 'Night <b> Baker', closing_date: '2026-04-01' });
  days(1);
  const [mail] = await run();
  assert.ok(mail);
  const token = tokenOf(mail.text);
  const header = (name: string) =>
    mail.headerLines
      .filter(({ key }) => key === name)
      .map(({ line }) => line.replaceAll(/\r\n(?=\s)/g, ''));
  const unsubscribe = `${siteOrigin}/unsubscribe/${token}`;
  assert.deepEqual(header('list-unsubscribe'), [`List-Unsubscribe: <${unsubscribe}>`]);
  assert.deepEqual(header('list-unsubscribe-post'), [
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ]);
  assert.deepEqual(header('list-id'), ['List-ID: <alerts.jobs.example>']);
  // An auto-responder does not answer such a mail (RFC 3834).
  assert.deepEqual(header('auto-submitted'), ['Auto-Submitted: auto-generated']);
  assert.equal(header('date').length, 1);
  assert.match(mail.messageId ?? '', /^<[0-9a-f-]{36}@jobs\.example>$/);
  const html = String(mail.html);
  for (const part of ['Night &lt;b&gt; Baker', 'a month, closes 1 April 2026', token])
    assert.ok(html.includes(part), part);
  assert.equal(await store.end(token, clock.now), true);
  assert.equal(await store.end(token, clock.now), false);
  assert.deepEqual(await rows(), []);
});

test('a mail names twenty openings, and links to the list of all', async (t) => {
  const { days, confirmed, addOpening, run } = await alertsFixture(t, { company_id: ['1'] });
  await confirmed();
  for (let id = 500; id < 500 + alertLimits.openingsInMail + 2; id += 1) await addOpening({ id });
  days(1);
  const [mail] = await run();
  assert.equal(mail?.subject, '22 new openings at Test Bakery');
  assert.equal(mail?.text?.match(/\/application\//g)?.length, alertLimits.openingsInMail);
  assert.match(
    mail?.text ?? '',
    /And 2 more\.\n\nSee all openings at Test Bakery\nhttps:\/\/jobs\.example\/\?company_id=1#openings/,
  );
});

test('a mail of more than twenty openings arrives without a list if those that it would name have closed', async (t) => {
  const { data, days, confirmed, addOpening, takeSteps, run } = await alertsFixture(t);
  await confirmed();
  for (let id = 500; id < 500 + alertLimits.openingsInMail + 2; id += 1) await addOpening({ id });
  days(1);
  while (await takeSteps());
  const { db } = data.database;
  const { openings } = await db
    .selectFrom('alert_mails')
    .select('openings')
    .where('kind', '=', 'alert')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('openings')
    .set({ closing_date: '2026-03-02T00:00:00Z' })
    .where('id', 'in', JSON.parse(openings) as string[])
    .execute();
  const [mail] = await run();
  assert.equal(mail?.subject, '2 new openings');
  assert.match(
    mail?.text ?? '',
    /^There are 2 new openings:\n\nSee all openings\nhttps:\/\/jobs\.example\/#openings\n/m,
  );
  assert.doesNotMatch(`${mail?.html}`, /<ul|more\./);
});

test('an alert that is not confirmed in three days is gone', async (t) => {
  const { days, ask, run, store, clock } = await alertsFixture(t);
  await ask();
  const [mail] = await run();
  const token = tokenOf(mail?.text);
  assert.equal((await store.read(token, clock.now))?.state, 'pending');
  days(alertLimits.confirmDays);
  assert.equal(await store.read(token, clock.now), undefined);
  assert.equal(await store.confirm(token, clock.now), undefined);
});

test('an alert ends after six months with a mail that offers to go on', async (t) => {
  const { days, confirmed, addOpening, run, store, clock } = await alertsFixture(t, { q: 'baker' });
  const first = await confirmed();
  days(alertLimits.days);
  await addOpening({ id: 103, role_name: 'Night Baker' });
  const [mail, ...others] = await run();
  assert.equal(others.length, 0);
  assert.equal(mail?.subject, 'Your alert has ended: openings for “baker”');
  assert.match(mail?.text ?? '', /Night Baker[\s\S]*has ended after 6 months/);
  await addOpening({ id: 104, role_name: 'Day Baker' });
  days(2);
  assert.deepEqual(await run(), []);
  assert.equal((await store.read(first, clock.now))?.state, 'ended');
  assert.equal((await store.renew(tokenOf(mail?.text), clock.now))?.state, 'active');
  days(1);
  assert.match((await run())[0]?.text ?? '', /Day Baker/);
});

test('a link of a mail as text stands in the line below its text, and no line has an English colon in French', async (t) => {
  const { store, run, clock } = await alertsFixture(t);
  const search = { q: 'boulanger' };
  await store.ask({ emailaddress: 'ada@example.com', search, language: 'fr' }, clock.now);
  const [mail] = await run();
  assert.match(mail?.text ?? '', /^Confirmer l’alerte\nhttps:\/\/jobs\.example\/fr\/alerts\//m);
  assert.doesNotMatch((mail?.text ?? '').replaceAll(/https:\S+/g, ''), /\S:/);
});

test('the closing date in a mail is the day in the time zone of the company', async (t) => {
  const { days, confirmed, addOpening, run } = await alertsFixture(t);
  await confirmed();
  await addOpening({ id: 103, closing_date: '2026-04-01' });
  // In Lagos it is the second of April.
  await addOpening({ id: 104, closing_date: '2026-04-01T23:00:00Z' });
  days(1);
  const [mail] = await run();
  assert.deepEqual(mail?.text?.match(/\d April 2026/g), ['1 April 2026', '2 April 2026']);
});
