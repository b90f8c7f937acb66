import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { erase } from '#src/api-host/erase.ts';
import { confirmationLimits } from '#src/api-host/mail/mail-limits.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import { alertsFixture, tokenOf } from '../support/alerts.ts';
import { cleanupOf } from '../support/host.ts';

const people = ['ada@x.example', 'bola@x.example'] as const;
const actions = ['ask', 'confirm', 'end', 'erase'] as const;
const step = fc.oneof(
  fc.record({ action: fc.constantFrom(...actions), who: fc.constantFrom(...people) }),
  fc.record({ action: fc.constantFrom('opening', 'day', 'four days', 'retention') }),
);

/** What a person must get, by days. */
interface Expected {
  state: 'none' | 'pending' | 'active';
  /** The day of the end of a pending alert, or of the next report of an active one. */
  due: number;
  seen: number;
  /** The confirmations of a day and of a month, each with the day on which its count ends. */
  mails: { count: number; ends: number; most: number; days: number }[];
  token: string;
}

const newCounts = (): Expected['mails'] =>
  [confirmationLimits.day, confirmationLimits.month].map(({ count, hours }) => ({
    ...{ count: 0, ends: 0, most: count, days: hours / 24 },
  }));

/** Counts a confirmation, unless a limit is reached. */
function isCounted(mails: Expected['mails'], day: number): boolean {
  for (const one of mails) if (one.ends <= day) one.count = 0;
  if (mails.some(({ count, most }) => count >= most)) return false;
  for (const one of mails) {
    if (one.count === 0) one.ends = day + one.days;
    one.count += 1;
  }
  return true;
}

test('in every order of requests, confirmations, new openings, days, ends, erasures and retention everybody gets what they should, once', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { data, ask, run, store, clock, days, addOpening, smtp } = await alertsFixture(t);
      const cleanup = cleanupOf(data, () => clock.now);
      let day = 0;
      let openings = 0;
      const model = new Map<string, Expected>(
        people.map((who) => [
          who,
          { state: 'none', due: 0, seen: 0, mails: newCounts(), token: 'x'.repeat(43) },
        ]),
      );
      const pass = (count: number) => {
        days(count);
        day += count;
      };
      for (const one of steps) {
        const expected: string[] = [];
        const person = 'who' in one ? model.get(one.who) : undefined;
        if ('who' in one && person) {
          const { who } = one;
          const isPending = person.state === 'pending' && person.due > day;
          if (one.action === 'ask') {
            await ask(who);
            if (person.state !== 'active' && isCounted(person.mails, day)) {
              Object.assign(person, { state: 'pending', due: day + alertLimits.confirmDays });
              expected.push(who);
            }
          } else if (one.action === 'confirm') {
            const alert = await store.confirm(person.token, clock.now);
            if (isPending)
              Object.assign(person, {
                state: 'active',
                due: day + 1,
                seen: openings,
                mails: newCounts(),
              });
            assert.equal(alert?.state, person.state === 'active' ? 'active' : undefined);
          } else {
            const exists = isPending || person.state === 'active';
            if (one.action === 'end')
              assert.equal(await store.end(person.token, clock.now), exists);
            else await erase(data.database, cleanup, { address: who.toUpperCase() });
            // A pending alert that is over may still be stored.
            if (exists || one.action === 'erase') person.state = 'none';
          }
        } else if (one.action === 'opening') {
          openings += 1;
          await addOpening({ id: 1000 + openings });
        } else if (one.action === 'retention') {
          await erase(data.database, cleanup, { retention: {}, now: clock.now });
        } else pass(one.action === 'day' ? 1 : 4);
        for (const [who, known] of model)
          if (known.state === 'active' && known.due <= day) {
            if (openings > known.seen) expected.push(who);
            Object.assign(known, { seen: openings, due: day + 1 });
          }
        const mails = await run();
        const recipients = smtp.recipients.slice(smtp.recipients.length - mails.length);
        assert.deepEqual(recipients.toSorted(), expected.toSorted());
        for (const [index, mail] of mails.entries()) {
          const known = model.get(recipients[index] ?? '');
          if (known) known.token = tokenOf(mail.text);
        }
      }
    }),
    { numRuns: 12 },
  );
});
