import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmationLimits, countersOfAll, countMail } from '#src/api-host/mail/mail-limits.ts';
import { normalizeAlertRequest } from '#src/domain/api/alert-request.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import { validateAddress } from '#src/domain/rules/forms/mail-request.ts';
import { alertsFixture, tokenOf } from '../support/alerts.ts';

test('forty requests for the spellings of one mailbox send it three mails in a day and six in 30 days', async (t) => {
  const { ask, run, days, rows, lines } = await alertsFixture(t);
  const { day, month } = confirmationLimits;
  for (let n = 0; n < 40; n += 1)
    await ask(`a.d${n % 2 ? '.' : ''}a+${n}@gmail.com`, { q: n % 3 ? 'baker' : `word ${n}` });
  assert.equal((await run()).length, day.count);
  assert.equal((await rows()).length, day.count, 'nothing is stored of the others');
  assert.doesNotMatch(JSON.stringify(lines), /gmail/);
  days(1);
  for (let n = 0; n < 10; n += 1) await ask(`ada+${n}@gmail.com`);
  assert.equal((await run()).length, month.count - day.count);
  days(1);
  await ask('ada@gmail.com');
  assert.equal((await run()).length, 0, 'none was confirmed');
  days(month.hours / 24 - 2);
  await ask('ada@gmail.com');
  assert.equal((await run()).length, 1);
});

/** So many confirmations of people elsewhere are counted. */
async function countOthers(
  { data, clock }: Awaited<ReturnType<typeof alertsFixture>>,
  count: number,
): Promise<void> {
  const { db, transaction } = data.database;
  await transaction([], (trx) => countMail(trx, countersOfAll('alerts'), clock.now));
  await db.updateTable('mail_counts').set({ count }).where('name', '=', 'alerts').execute();
}

test('all addresses together get a limited number of confirmations in an hour; the others wait, and are told until when', async (t) => {
  const fixture = await alertsFixture(t);
  const { ask, runOnce, clock } = fixture;
  await countOthers(fixture, confirmationLimits.all.count - 3);
  const untils = [];
  for (let n = 0; n < 20; n += 1) untils.push(await ask(`a${n}@x.example`));
  assert.deepEqual(untils, [
    ...new Array(3).fill(undefined),
    ...new Array(17).fill('2026-03-01T11:00:00.000Z'),
  ]);
  assert.equal((await runOnce()).length, 3);
  clock.now = new Date(clock.now.getTime() + 3_600_000);
  await ask('later@x.example');
  assert.equal((await runOnce()).length, 18);
});

test('a wish whose mail waits is not over before the mail is sent', async (t) => {
  const fixture = await alertsFixture(t);
  const { ask, runOnce, clock, days } = fixture;
  await countOthers(fixture, confirmationLimits.all.count);
  await ask();
  await runOnce();
  clock.now = new Date(clock.now.getTime() + 3_600_000);
  await countOthers(fixture, confirmationLimits.all.count);
  assert.deepEqual(await runOnce(), []);
  days(alertLimits.confirmDays - 0.01);
  assert.equal((await runOnce()).length, 1);
});

test('once half of the confirmations of an hour are used, one network has a tenth of the rest, and the others of its mails arrive later', async (t) => {
  const fixture = await alertsFixture(t);
  const { ask, runOnce, clock, rows } = fixture;
  const half = confirmationLimits.all.count / 2;
  await countOthers(fixture, half - 1);
  const takenBy = async (network: string, wishes: number) => {
    let taken = 0;
    for (let n = 0; n < wishes; n += 1)
      if ((await ask(`${network}-${n}@x.example`, {}, network)) === undefined) taken += 1;
    return taken;
  };
  assert.equal(await takenBy('a', 16), 15, 'one more than a tenth of the rest');
  // Seven networks that take all they can leave so many.
  await countOthers(fixture, half + 82);
  assert.equal(await takenBy('i', 8), 7, 'less and less');
  const sent = (await runOnce()).length;
  assert.equal((await rows()).length, 16 + 8, 'nothing is dropped');
  clock.now = new Date(clock.now.getTime() + 3_600_000);
  const later = (await runOnce()).length;
  assert.equal(sent + later, 16 + 8);
});

test('the person of a mailbox may have ten alerts, one confirmation after the other, and none twice', async (t) => {
  const { ask, run, confirmed, rows } = await alertsFixture(t);
  for (let n = 0; n < alertLimits.perMailbox; n += 1)
    await confirmed('ada@x.example', { q: `${n}` });
  await ask('ada+more@x.example', { q: 'more' });
  assert.equal((await run()).length, 0);
  assert.equal((await rows()).length, alertLimits.perMailbox);
  await confirmed('bola@x.example', { q: 'baker' });
  await ask('bola@x.example', { q: 'baker' });
  assert.equal((await run()).length, 0, 'it exists');
});

test('a token only reads until it is used by a call that confirms, continues or ends', async (t) => {
  const { ask, run, store, clock } = await alertsFixture(t);
  await ask();
  const token = tokenOf((await run())[0]?.text);
  for (let times = 0; times < 3; times += 1)
    assert.equal((await store.read(token, clock.now))?.state, 'pending');
  assert.equal((await store.renew(token, clock.now))?.state, 'pending');
  const other = `${token.slice(1)}A`;
  for (const call of [store.read, store.confirm, store.renew])
    assert.equal(await call(other, clock.now), undefined);
  assert.equal(await store.end(other, clock.now), false);
});

const injected = 'baker\r\nBcc: b@x.example\r\n\r\n<b>www.win.example</b>\u202e 0803 123 4567';

test('a city that only a scheduled opening has is not told', async (t) => {
  const { ask, run, addOpening } = await alertsFixture(t);
  await addOpening({ id: 201, locations: [{ city: 'Kaduna' }], date_posted: '2999-01-01' });
  await ask('ada@x.example', { city: ['Kaduna'] });
  const [mail] = await run();
  assert.doesNotMatch(mail?.text ?? '', /Kaduna/);
  assert.match(mail?.text ?? '', /narrowed further/);
});

test('a text with line ends, an address and a number adds no header, no link and no recipient', async (t) => {
  const { ask, run, smtp } = await alertsFixture(t);
  const { search } = normalizeAlertRequest({
    emailaddress: 'ada@x.example',
    search: { company_id: [injected], q: injected, city: [injected], type: [injected] },
    language: injected,
  });
  await ask('ada@x.example', search);
  const [mail] = await run();
  assert.deepEqual(smtp.recipients, ['ada@x.example']);
  assert.equal(mail?.bcc, undefined);
  assert.equal(mail?.subject, 'Please confirm: new openings at Tamarind');
  assert.match(
    mail?.text ?? '',
    /new openings for “bakerBcc: b@x\. example<b>www\. win\. ex[^”]*”, narrowed further\./,
  );
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /www\.win|0803|\u202e/);
  assert.ok(String(mail?.html).includes('&lt;b&gt;www. win.'));
});

for (const emailaddress of [
  'ada@x.example\r\nBcc: b@x.example',
  'ada@x.example, b@x.example',
  'ada@x.example;b@x.example',
  '"ada b"@x.example',
  'Ada <ada@x.example>',
  '-oQ/tmp@x.example',
  'ada%b@x.example',
  '',
])
  test(`${JSON.stringify(emailaddress)} is no address of an alert`, () => {
    const search = { q: '' };
    const request = normalizeAlertRequest({ emailaddress, search, language: 'en' });
    assert.equal(validateAddress(request.emailaddress).length, 1);
  });
