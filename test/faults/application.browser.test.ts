import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import {
  control,
  fillApplication,
  newApplicant,
  submitButton,
  typedValues,
} from '#test/support/applicant.ts';
import { faultSite } from '#test/support/faults.ts';
import { failAt, typicalFaults } from '#test/support/host-faults.ts';
import { replies } from '#test/support/scripted-host.ts';

const faults = faultSite();
const openingId = '12';
const call = 'applyjobposting';

interface Filled {
  readonly page: Page;
  readonly before: Record<string, string>;
}

async function filledForm(t: TestContext): Promise<Filled> {
  const page = await faults.visitor(t);
  await page.goto(`${faults.origin}/application/${openingId}`);
  await fillApplication(page, newApplicant());
  return { page, before: await typedValues(page) };
}

/** Sends the form, reads and closes the Error popup, and expects an open form with every value. */
async function readsAndKeeps({ page, before }: Filled, expected: readonly RegExp[]): Promise<void> {
  await submitButton(page).click();
  const popup = page.getByRole('dialog', { name: messages.error });
  await popup.getByText(messages.processingFailed, { exact: true }).waitFor();
  const text = await popup.innerText();
  for (const message of expected) assert.match(text, message);
  await popup.getByRole('button', { name: 'OK' }).click();
  await popup.waitFor({ state: 'hidden' });
  assert.deepEqual(await typedValues(page), before);
  assert.ok(await page.locator('[name="firstname"]').isEditable());
  assert.ok(await submitButton(page).isEnabled());
}

const receivedApplications = () =>
  faults.primary.callsTo(call).filter(({ complete }) => complete).length;

const refusals = typicalFaults.filter(({ arrived }) => arrived === 'no');
const clauses = refusals.map(({ what }) => what).join(', ');
test(`an application is unchanged, and can be sent again, when ${clauses}`, async (t) => {
  const filled = await filledForm(t);
  for (const { what, ...how } of refusals) {
    faults.primary.reset();
    await failAt(faults.primary, call, how);
    const wait = what.includes('Retry-After') ? [/Please try again in 40 seconds/] : [];
    await readsAndKeeps(filled, [/Your application was not received/, ...wait]);
    assert.equal(receivedApplications(), 1, what);
  }

  await t.test("a refusal is shown with the host's message", async () => {
    const message = 'This opening closed at noon.';
    faults.primary.always(call, replies.json({ status: 0, message }));
    await readsAndKeeps(filled, [/The answer was: This opening closed at noon\./]);
    assert.equal(receivedApplications(), 1);
  });

  await t.test(
    'after a host fails between check and application, a second submission is accepted',
    async () => {
      const checked = faults.primary.called('validatecandidate');
      const gone = checked.then(() => faults.primary.stop());
      await readsAndKeeps(filled, [/Your application was not received/]);
      await gone;
      assert.equal(receivedApplications(), 0);
      await faults.primary.restart();
      await submitButton(filled.page).click();
      await filled.page.getByText(messages.applied).waitFor();
      assert.equal(receivedApplications(), 1);
    },
  );
});

test('applications of several people whose responses are lost, one after the other', async (t) => {
  const filled = await filledForm(t);
  const { page } = filled;
  for (const { what, ...how } of typicalFaults.filter(({ arrived }) => arrived === 'maybe'))
    await t.test(
      `an application whose response is lost is not sent again without a check when ${what}`,
      async () => {
        const { emailaddress = '' } = newApplicant().fields;
        await control(page, 'emailaddress').fill(emailaddress);
        await failAt(faults.primary, call, how);
        await readsAndKeeps({ ...filled, before: { ...filled.before, emailaddress } }, [
          /it may have been received/,
        ]);
        assert.equal(faults.primary.callsTo(call).length, 1);
        assert.equal(faults.primary.callsTo('validatecandidate').length, 1);

        // The host has stored the application, so it refuses the candidate.
        faults.primary.always(call);
        for (const host of [faults.primary, faults.secondary])
          host.always('validatecandidate', replies.json({ status: 0 }));
        await submitButton(page).click();
        const popup = page.getByRole('dialog', { name: messages.error });
        await popup.getByText(messages.alreadyApplied, { exact: true }).waitFor();
        assert.match(await popup.innerText(), /whose answer was lost: it has arrived/);
        assert.equal(faults.primary.callsTo(call).length, 1);
        assert.equal(faults.primary.callsTo('validatecandidate').length, 2);
        await popup.getByRole('button', { name: 'OK' }).click();
        await popup.waitFor({ state: 'hidden' });
      },
    );
});
