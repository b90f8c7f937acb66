import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '#src/domain/model/messages.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { faultSite } from '#test/support/faults.ts';
import { failAt, typicalFaults } from '#test/support/host-faults.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { replies } from '#test/support/scripted-host.ts';

const faults = faultSite();
const openingId = '12';
const call = 'validatecandidate';
const visitor = () => new NoScriptBrowser(faults.origin, faults.address());

for (const { what, ...how } of typicalFaults)
  test(`the secondary host decides when, at the first check, ${what}`, async () => {
    await failAt(faults.primary, call, how);
    const response = await applyWithoutScript(visitor(), openingId, newApplicant());
    assert.ok(response.text.includes(messages.applied), response.text);
    assert.equal(faults.primary.callsTo(call).length, 1);
    assert.equal(faults.secondary.callsTo(call).length, 1);
    assert.equal(faults.primary.callsTo('applyjobposting').length, 1);
    assert.equal(faults.secondary.calls.length, 1);
  });

test('a refusal is final when the second host does not respond', async () => {
  faults.primary.always(call, replies.json({ status: 0 }));
  await faults.secondary.stop();
  const response = await applyWithoutScript(visitor(), openingId, newApplicant());
  assert.ok(response.text.includes(messages.alreadyApplied), response.text);
  assert.equal(faults.primary.callsTo('applyjobposting').length, 0);
});
