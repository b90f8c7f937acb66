import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { applicationStore } from '#src/api-host/applications/application-store.ts';
import { openEmptyDatabase } from '#src/api-host/data.ts';
import { previewErase } from '#src/api-host/erase.ts';
import { openingStore } from '#src/api-host/openings/opening-store.ts';
import { applicationSchema } from '#src/domain/model/application.ts';
import { mailboxKey, personKey } from '#src/domain/rules/forms/person.ts';
import { reduceDraft, unopenedDraft } from '#src/features/application/application-draft.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { importOpenings, parseOpenings, testOpenings } from '#test/api-host/support/openings.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';

const now = new Date('2026-11-20T09:00:00Z');

/** One application from `address` at the API host and at the site, and who each of them takes for its applicant. */
async function openStores(t: TestContext) {
  const database = await openEmptyDatabase();
  await importOpenings(database, parseOpenings(testOpenings), now);
  const opening = (await openingStore(database).find('101', now))?.opening;
  assert.ok(opening);
  const host = applicationStore(database);
  const site = openSubmissionRepository({ file: ':memory:', secret: 's'.repeat(32) });
  t.after(() => Promise.all([database.close(), site.close()]));
  return {
    async apply(emailaddress: string) {
      await database.db.deleteFrom('applications').execute();
      await database.db.deleteFrom('candidates').execute();
      await site.erase({ before: new Date('2100-01-01') });
      const application = applicationSchema.parse(buildApplication({ emailaddress }));
      await host.apply(application, opening, undefined, now);
      await acceptSubmission(site, '1', 'k'.repeat(22), application);
      return application;
    },
    /** Whether each side takes `address` for the applicant of `application`. */
    async compare(application: ReturnType<typeof applicationSchema.parse>, address: string) {
      const { company_id, joblistingid, emailaddress } = application;
      const sent = { key: 'k'.repeat(22), emailaddress: address, joblistingid };
      const again = await site.start(undefined, { ...application, emailaddress: address });
      if (again.kind === 'send') await site.remove(again.id);
      return {
        yearRule: !(await host.mayApply({ emailaddress: address, company_id }, now)),
        hostErases: (await previewErase(database, { address })).applications === 1,
        siteErases: (await site.countErased({ address })) === 1,
        siteFindsForm: (await site.findAccepted(sent)) !== undefined,
        siteFindsDuplicate: again.kind === 'settled',
        browserRemovesDraft: removesDraft(emailaddress, address),
      };
    },
  };
}

/** Whether an accepted form with the address `accepted` removes the draft of another tab with the address `emailaddress`. */
function removesDraft(emailaddress: string, accepted: string): boolean {
  const draft = { key: 'k', tab: 'other', savedAt: 0, values: { emailaddress } };
  const page = { form: { emailaddress: accepted }, drafts: [draft], now: 0, newKey: 'k' };
  const state = { ...unopenedDraft({}), phase: 'open' } as const;
  return reduceDraft(state, { type: 'accepted', page }).store?.length === 0;
}

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) - 0x21 + 0xff01),
  );

test('a full-width address in capitals between spaces is the person of the plain address, on each side', async (t) => {
  const { apply, compare } = await openStores(t);
  const application = await apply('ada@example.com');
  const same = await compare(application, ` ${fullWidth('ADA@EXAMPLE.COM')}\u3000`);
  assert.deepEqual(new Set(Object.values(same)), new Set([true]), JSON.stringify(same));
  const other = await compare(application, 'ade@example.com');
  assert.deepEqual(new Set(Object.values(other)), new Set([false]), JSON.stringify(other));
});

test('for every spelling that one side takes for the same person, so does every other side', async (t) => {
  const { apply, compare } = await openStores(t);
  const spelling = (address: string) =>
    fc
      .array(
        fc.constantFrom(
          (text: string) => text.toUpperCase(),
          (text: string) => text.normalize('NFD'),
          (text: string) => ` ${text}\n`,
          (text: string) => `\u3000${text}\u00a0`,
          (text: string) => `${text}\0`,
          fullWidth,
          (text: string) => text.replace('k', '\u212a').replace('i', '\u0130'),
        ),
        { maxLength: 3 },
      )
      .map((changes) => changes.reduce((text, change) => change(text), address));
  const name = fc.oneof(
    fc.stringMatching(/^[a-z0-9.]{1,8}$/),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
    fc.constantFrom('kiki', 'ﬁona', 'İpek', 'straße', 'Ångström', '\u00a8', '\ud800'),
  );
  const addresses = name.map((text) => `${text}@example.com`);
  const pair = addresses.chain((address) =>
    fc.tuple(fc.constant(address), fc.oneof(spelling(address), addresses)),
  );
  await fc.assert(
    fc.asyncProperty(pair, async ([address, other]) => {
      const sides = await compare(await apply(address), other);
      assert.equal(new Set(Object.values(sides)).size, 1, JSON.stringify(sides));
    }),
    { numRuns: 60 },
  );
});

test('NUL and halves of surrogate pairs make no difference', () => {
  assert.equal(personKey('a\0da@x.example\0'), 'ada@x.example');
  assert.equal(personKey('\ud800@x.example'), personKey('\udfff@x.example'));
});

for (const [address, mailbox] of [
  ['Ada+jobs@x.example', 'ada@x.example'],
  ['ada+a+b@x.example', 'ada@x.example'],
  ['+ada@x.example', '+ada@x.example'],
  ['a.d.a@x.example', 'a.d.a@x.example'],
  ['a.d.a+b@gmail.com', 'ada@gmail.com'],
  ['A.da@GoogleMail.com', 'ada@gmail.com'],
  ['a.da@gmail.com.ng', 'a.da@gmail.com.ng'],
  ['a.da@agmail.com', 'a.da@agmail.com'],
  ['"a@b"+c@x.example', '"a@b"@x.example'],
  ['A-d.a_b+c@pm.me', 'adab@proton.me'],
  ['adab@protonmail.com', 'adab@proton.me'],
  ['adab@proton.me', 'adab@proton.me'],
  ['-@proton.me', '-@proton.me'],
  ['ada+c@me.com', 'ada@icloud.com'],
  ['jobs@ada.fastmail.com', 'ada@fastmail.com'],
  ['ada+jobs@fastmail.com', 'ada@fastmail.com'],
  ['jobs@ada.example.com', 'jobs@ada.example.com'],
  ['a-d.a@ada.proton.me', 'a-d.a@ada.proton.me'],
] as const)
  test(`mail to ${address} goes to the mailbox ${mailbox}`, () =>
    assert.equal(mailboxKey(address), mailbox));
