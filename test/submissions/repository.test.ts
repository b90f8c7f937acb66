import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApplication } from '#test/support/build-application.ts';
import {
  accept,
  accepted,
  key,
  lease,
  openRepository,
  scratch,
  settle,
  withAccepted,
} from './sample.ts';

test('a second submission of the same form waits and gets the result of the first', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  const second = site.start(key, buildApplication());
  const third = site.start(key, buildApplication({ phone: '08030000000' }));
  await site.markSending(first.id);
  await accept(site, first, '4711');
  for (const start of [await second, await third]) {
    const result = { status: 'accepted', applicantId: '4711' } as const;
    assert.deepEqual(start, { kind: 'settled', id: first.id, result });
  }
});

for (const [name, other] of [
  ['without a key', undefined],
  ['with the key of another tab', 'z'.repeat(22)],
] as const)
  test(`${name}, the same content is the same application`, async (t) => {
    const site = openRepository(t);
    const first = await lease(site, key, buildApplication());
    const again = site.start(other, buildApplication({ emailaddress: 'NGOZI.eze@example.com' }));
    await accept(site, first);
    assert.equal((await again).id, first.id);
  });

test('the same email address with another content does not give access to a submission', async (t) => {
  const { site, id } = await withAccepted(t);
  const other = await lease(site, undefined, buildApplication({ cover_letter: '<p>Guess</p>' }));
  assert.notEqual(other.id, id);
  assert.equal((await site.find(other.id))?.applicantId, undefined);
});

test('applications of one person to an opening are sent one after the other, so that the second check sees the first', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  let settled = false;
  const second = site
    .start(undefined, buildApplication({ phone: '08030000001' }))
    .then((result) => {
      settled = true;
      return result;
    });
  await lease(site, undefined, buildApplication({ emailaddress: 'someone.else@example.com' }));
  assert.equal(settled, false);
  await settle(site, first, { status: 'failed', httpStatus: 502 });
  assert.equal((await second).kind, 'send');
});

test('after a refusal or a failure the form can be sent again, under a new id', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  await settle(site, first, { status: 'refused' });
  const second = await lease(site, key, buildApplication());
  assert.notEqual(second.id, first.id);
  assert.equal(second.afterLost, false);
  await settle(site, second, { status: 'failed', httpStatus: 422, message: 'No.' });
  assert.equal((await site.start(key, buildApplication())).kind, 'send');
});

test('callers that waited for a failed submission get its reason and message', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  const second = site.start(key, buildApplication());
  await settle(site, first, {
    status: 'failed',
    httpStatus: 422,
    message: 'Closed.',
    retryAfterMs: 3000,
  });
  const start = await second;
  assert.deepEqual(start.kind === 'settled' && start.result, {
    status: 'failed',
    httpStatus: 422,
    message: 'Closed.',
    retryAfterMs: 3000,
  });
});

test('after a lost response the next attempt, edited or not, has the same id and is marked', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  await site.markSending(first.id);
  await settle(site, first, { status: 'lost' });
  const second = await lease(site, key, buildApplication({ phone: '08039999999' }));
  assert.equal(second.afterLost, true);
  assert.equal(second.id, first.id);
  await settle(site, second, { status: 'refused', afterLost: true });
  const third = await lease(site, key, buildApplication());
  assert.equal(third.afterLost, true, 'a refusal by the check does not clear the mark');
  await accept(site, third, '9');
  assert.equal((await site.find(first.id))?.state, 'accepted');
});

for (const result of [
  { status: 'accepted', applicantId: '1' },
  { status: 'lost' },
  undefined,
] as const)
  test(`a key used again with another email address is a new application while the first is ${result?.status ?? 'being sent'}`, async (t) => {
    const site = openRepository(t);
    const first = await lease(site, key, buildApplication());
    await site.markSending(first.id);
    if (result) await settle(site, first, result);
    const other = buildApplication({ emailaddress: 'bola@example.com', firstname: 'Bola' });
    const second = await lease(site, key, other);
    assert.notEqual(second.id, first.id);
    assert.equal(second.afterLost, false);
    assert.equal((await site.find(second.id))?.applicantId, undefined);
    await site.settle(second, { status: 'accepted', applicantId: '2' }, other);
    assert.equal((await site.find(second.id))?.applicantInfo?.firstname, 'Bola');
  });

test('an accepted submission is found by key and email address together only', async (t) => {
  const site = openRepository(t);
  const { joblistingid, emailaddress } = buildApplication();
  const form = { key, emailaddress, joblistingid };
  const start = await lease(site, key, buildApplication());
  assert.equal(await site.findAccepted(form), undefined);
  await accept(site, start, '4711');
  const found = await site.findAccepted({ ...form, emailaddress: emailaddress.toUpperCase() });
  assert.equal(found?.applicantId, '4711');
  for (const other of [
    { emailaddress: 'bola@example.com' },
    { key: 'z'.repeat(22) },
    { key: '' },
    { joblistingid: 'another' },
  ])
    assert.equal(await site.findAccepted({ ...form, ...other }), undefined);
});

test('a lost application that is sent again without its key is found by the key afterwards', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  await site.markSending(first.id);
  await settle(site, first, { status: 'lost' });
  await accepted(site, undefined, {}, '4711');
  const { joblistingid, emailaddress } = buildApplication();
  const found = await site.findAccepted({ key, emailaddress, joblistingid });
  assert.deepEqual([found?.id, found?.applicantId], [first.id, '4711']);
});

test('a key that could be guessed is ignored', async (t) => {
  const site = openRepository(t);
  const first = await accepted(site, 'short-key');
  const { emailaddress } = buildApplication();
  const form = { key: 'short-key', emailaddress, joblistingid: buildApplication().joblistingid };
  assert.equal(await site.findAccepted(form), undefined);
  const second = await lease(site, 'short-key', buildApplication({ phone: '08030000000' }));
  assert.notEqual(second.id, first);
});

test('an application that may have been sent before a crash keeps its id for a week', async (t) => {
  const path = `${scratch(t)}/site.sqlite`;
  const day = 24 * 60 * 60 * 1000;
  const start = Date.now();
  const crashed = openRepository(t, { file: path, now: () => start });
  const { id } = await lease(crashed, key, buildApplication());
  await crashed.markSending(id);
  const restarted = openRepository(t, { file: path, now: () => start + 6 * day });
  const again = await lease(restarted, key, buildApplication());
  assert.deepEqual([again.id, again.afterLost], [id, true]);
});

test('an application that was not sent before a crash gets a new id, and no host is asked for the old one', async (t) => {
  const path = `${scratch(t)}/site.sqlite`;
  const start = Date.now();
  const crashed = openRepository(t, { file: path, now: () => start });
  const { id } = await lease(crashed, key, buildApplication());
  const restarted = openRepository(t, { file: path, now: () => start + 60_000 });
  const again = await lease(restarted, key, buildApplication());
  assert.notEqual(again.id, id);
  assert.equal(again.afterLost, false);
});
