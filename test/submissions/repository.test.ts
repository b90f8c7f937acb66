import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { documentOrder } from '#src/domain/rules/documents.ts';
import {
  openSubmissionRepository,
  type SubmissionRepositoryOptions,
} from '#src/submissions/repository.ts';
import { anApplication, scratch, secret } from './sample.ts';

const key = 'k'.repeat(22);

function journal(t: TestContext, options: Partial<SubmissionRepositoryOptions> = {}) {
  const opened = openSubmissionRepository({ path: ':memory:', secret, pollMs: 5, ...options });
  t.after(() => opened.close());
  return opened;
}

/** Begins and expects the lock. */
async function taken(
  from: ReturnType<typeof openSubmissionRepository>,
  ...args: Parameters<typeof from.begin>
) {
  const begun = await from.begin(...args);
  assert.ok(begun.kind === 'send', 'the lock was held');
  return begun;
}

test('a second begin of the same form waits and gets the answer of the first', async (t) => {
  const site = journal(t);
  const first = await taken(site, key, anApplication());
  const second = site.begin(key, anApplication());
  const third = site.begin(key, anApplication({ phone: '08030000000' }));
  site.posting(first.submission.id);
  site.accepted(first.submission.id, anApplication(), '4711');
  for (const begun of [await second, await third]) {
    assert.equal(begun.kind, 'settled');
    assert.equal(begun.submission.id, first.submission.id);
    assert.equal(begun.submission.applicantId, '4711');
  }
});

test('without a key, the same content is the same application', async (t) => {
  const site = journal(t);
  const first = await taken(site, undefined, anApplication());
  site.accepted(first.submission.id, anApplication(), '1');
  const again = await site.begin(
    undefined,
    anApplication({ emailaddress: 'ADAEZE.okonkwo@example.com' }),
  );
  assert.equal(again.submission.id, first.submission.id);
});

test('two tabs with keys of their own and the same content are one application', async (t) => {
  const site = journal(t);
  const first = await taken(site, key, anApplication());
  const second = site.begin('z'.repeat(22), anApplication());
  site.accepted(first.submission.id, anApplication(), '1');
  assert.equal((await second).submission.id, first.submission.id);
});

test("another's content never opens somebody's submission by address alone", async (t) => {
  const site = journal(t);
  const first = await taken(site, key, anApplication());
  site.accepted(first.submission.id, anApplication(), '1');
  const other = await taken(site, undefined, anApplication({ cover_letter: '<p>Guess</p>' }));
  assert.notEqual(other.submission.id, first.submission.id);
  assert.equal(other.submission.applicantId, undefined);
});

test('one person is sent once at a time, so that the second check sees the first', async (t) => {
  const site = journal(t);
  const first = await taken(site, key, anApplication());
  let begun = false;
  const second = site.begin(undefined, anApplication({ phone: '08030000001' })).then((result) => {
    begun = true;
    return result;
  });
  await taken(site, undefined, anApplication({ emailaddress: 'someone.else@example.com' }));
  assert.equal(begun, false);
  site.failed(first.submission.id);
  assert.equal((await second).kind, 'send');
});

test('after a refusal or a failure the form may be sent again, under a new id', async (t) => {
  const site = journal(t);
  const first = await taken(site, key, anApplication());
  site.refused(first.submission.id);
  const second = await taken(site, key, anApplication());
  assert.notEqual(second.submission.id, first.submission.id);
  assert.equal(second.afterLost, false);
  site.failed(second.submission.id, { reason: 'rejected', message: 'No.' });
  assert.equal((await site.begin(key, anApplication())).kind, 'send');
});

test('those who waited for a failure hear its reason and its words', async (t) => {
  const site = journal(t);
  const first = await taken(site, key, anApplication());
  const second = site.begin(key, anApplication());
  site.failed(first.submission.id, { reason: 'rejected', message: 'Closed.', retryAfterMs: 3000 });
  const begun = await second;
  assert.deepEqual(begun.kind === 'settled' && begun.outcome, {
    state: 'failed',
    reason: 'rejected',
    message: 'Closed.',
    retryAfterMs: 3000,
  });
});

test('a lost answer is remembered: the next try has the same id and says so, edited or not', async (t) => {
  const site = journal(t);
  const first = await taken(site, key, anApplication());
  site.posting(first.submission.id);
  site.lost(first.submission.id);
  const second = await taken(site, key, anApplication({ phone: '08039999999' }));
  assert.equal(second.afterLost, true);
  assert.equal(second.submission.id, first.submission.id);
  site.refused(second.submission.id, { afterLost: true });
  const third = await taken(site, key, anApplication());
  assert.equal(third.afterLost, true, 'a refusal by the check does not forget what was lost');
  site.accepted(third.submission.id, anApplication(), '9');
  assert.equal(site.find(first.submission.id)?.state, 'accepted');
});

test('a form key that is no key is not believed', async (t) => {
  const site = journal(t);
  const first = await taken(site, 'short', anApplication());
  site.accepted(first.submission.id, anApplication(), '1');
  const other = await site.begin('short', anApplication({ emailaddress: 'b@example.com' }));
  assert.equal(other.kind, 'send');
});

test('received documents are kept once each, in the order they came', async (t) => {
  const site = journal(t);
  const { submission } = await taken(site, key, anApplication());
  site.accepted(submission.id, anApplication(), '1');
  site.markReceived(submission.id, 'waec');
  site.markReceived(submission.id, 'cv');
  assert.deepEqual(site.markReceived(submission.id, 'waec').received, ['waec', 'cv']);
  for (const type of documentOrder) site.markReceived(submission.id, type);
  assert.equal(site.find(submission.id)?.received.length, 6);
});

test('no personal word stands readable in the file', async (t) => {
  const dir = scratch(t);
  const site = journal(t, { path: path.join(dir, 'site.sqlite') });
  const { submission } = await taken(site, key, anApplication());
  site.accepted(submission.id, anApplication(), '1');
  const bytes = readdirSync(dir).map((name) => readFileSync(path.join(dir, name), 'latin1'));
  for (const word of ['Adaeze', 'okonkwo', 'example.com', '08031234567', 'I bake', 'Nights too'])
    assert.ok(!bytes.some((text) => text.includes(word)), `${word} is readable`);
  assert.equal(site.find(submission.id)?.applicantInfo?.firstname, 'Adaeze');
});

test('under another secret nothing opens, and nothing throws', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const before = openSubmissionRepository({ path: file, secret });
  const { submission } = await taken(before, key, anApplication());
  before.accepted(submission.id, anApplication(), '1');
  const ticket = before.ticket(submission.id);
  before.close();
  const after = journal(t, { path: file, secret: `${secret} changed` });
  assert.equal(after.find(submission.id)?.applicantInfo, undefined);
  assert.equal(after.findByTicket(ticket), undefined);
});

test('a submission ends with its time and is purged', async (t) => {
  let clock = 1_000_000;
  const site = journal(t, { now: () => clock });
  const { submission } = await taken(site, key, anApplication());
  site.accepted(submission.id, anApplication(), '1');
  clock += 7 * 24 * 3600 * 1000 + 1;
  assert.equal(site.find(submission.id), undefined);
  assert.equal(site.purge(), 1);
});
