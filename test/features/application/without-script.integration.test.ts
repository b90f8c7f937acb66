import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '#src/domain/model/messages.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { openings } from '#test/support/default-responses.ts';
import { faultSite } from '#test/support/faults.ts';
import { typicalFaults } from '#test/support/host-faults.ts';
import {
  applyWithoutScript,
  formFiles,
  formValues,
  NoScriptBrowser,
  type NoScriptPage,
} from '#test/support/no-script-browser.ts';
import { type Reply, replies } from '#test/support/scripted-host.ts';

const site = faultSite();
const { alreadyApplied, processingFailed, applied } = messages;

/** Sends a complete form without script. Returns the page of the response and the calls that the hosts received. */
async function send() {
  const visitor = new NoScriptBrowser(site.origin, site.address());
  const form = await visitor.get('/application/11');
  const values = formValues(newApplicant({ answers: { 101: 'Yes.\nReally.', 102: '' } }));
  const page = await visitor.submit(form, form.form('emailaddress'), values);
  return {
    values,
    page,
    /** Submits the form of that page again, unchanged. */
    again: () => visitor.submit(page, page.form('emailaddress'), {}),
    checks: () => [site.primary, site.secondary].map((h) => h.callsTo('validatecandidate').length),
    posts: () => site.primary.callsTo('applyjobposting').filter(({ complete }) => complete).length,
  };
}

/** Expects an open form with all entered values and the `expected` messages. */
function assertOpen(
  { page, values }: Awaited<ReturnType<typeof send>>,
  ...expected: readonly string[]
): void {
  const form = page.form('emailaddress');
  assert.match(page.title, /^Error: /);
  for (const message of expected) assert.ok(page.text.includes(message), message);
  for (const [name, value] of Object.entries(values))
    assert.equal(form.values.get(name), value, name);
}

function assertAccepted(page: NoScriptPage): void {
  assert.ok(page.text.includes(applied));
  const documents = page.form('passport').names;
  assert.deepEqual(documents, [
    'applicant_id',
    'cv',
    'nysc',
    'waec',
    'undergraduate',
    'other',
    'passport',
  ]);
}

const bothChecks = (primary: Reply, secondary: Reply = primary): void => {
  site.primary.always('validatecandidate', primary);
  site.secondary.always('validatecandidate', secondary);
};

for (const { what, reply = assert.fail() } of typicalFaults) {
  test(`without script, nothing is sent and every value is kept when ${what} at both candidate checks`, async () => {
    bothChecks(reply);
    const sent = await send();
    assertOpen(sent, processingFailed, 'Your application was not received.');
    assert.deepEqual([sent.checks(), sent.posts()], [[1, 1], 0]);
  });
}

const answers: readonly [string, Reply, Reply][] = [
  ['both hosts refuse', replies.json({ status: 0 }), replies.json({ status: 0 })],
  ['the first is down, the second refuses', replies.http(500), replies.json({ status: 0 })],
  ['the first refuses, the second is down', replies.json({ status: 0 }), replies.cut()],
];

for (const [what, primary, secondary] of answers) {
  test(`without script, the candidate is refused when ${what}`, async () => {
    bothChecks(primary, secondary);
    const sent = await send();
    assertOpen(sent, alreadyApplied);
    assert.ok(!sent.page.text.includes(processingFailed));
    assert.deepEqual([sent.checks(), sent.posts()], [[1, 1], 0]);
  });
}

const refusals: readonly [string, Reply, RegExp][] = [
  ['a refusal with a message', replies.json({ status: 0, message: 'Full.' }), /answer was: Full\./],
  ['a refusal without a message', replies.json({ status: false }), /in a little while/],
  ['429 with Retry-After', replies.http(429, { 'retry-after': '40' }), /in 40 seconds/],
  ['503 with Retry-After', replies.http(503, { 'retry-after': '180' }), /in 3 minutes/],
];

for (const [what, reply, detail] of refusals) {
  test(`without script, ${what} to the application keeps every value, and a second submission sends it`, async () => {
    site.primary.next('applyjobposting', reply);
    const sent = await send();
    assertOpen(sent, processingFailed, 'Your application was not received.');
    assert.match(sent.page.text, detail);
    assertAccepted(await sent.again());
    assert.equal(sent.posts(), 2);
  });
}

const losses: Readonly<Record<string, Reply>> = {
  'a response that cannot be parsed': replies.html(),
  'an acceptance without an id': replies.json({ status: 1, data: {} }),
  'no response in time': replies.silence(),
};

for (const [what, reply] of Object.entries(losses)) {
  test(`without script, after ${what} the check reports that the application had arrived`, async () => {
    site.primary.next('applyjobposting', reply);
    const sent = await send();
    assertOpen(sent, processingFailed, 'it may have been received');
    bothChecks(replies.json({ status: 0 }));
    const again = await sent.again();
    for (const message of [alreadyApplied, 'it has arrived'])
      assert.ok(again.text.includes(message), message);
    assert.equal(sent.posts(), 1);
  });
}

test('without script, a post that had not arrived is sent again after the check, under the same key', async () => {
  site.primary.next('applyjobposting', replies.resetAfterBytes(0));
  const sent = await send();
  assertOpen(sent, processingFailed, 'it may have been received');
  assertAccepted(await sent.again());
  assert.deepEqual([sent.checks(), sent.posts()], [[2, 0], 1]);
  const posts = site.primary.callsTo('applyjobposting');
  const keys = new Set(posts.map(({ headers }) => headers['idempotency-key']));
  assert.deepEqual([posts.length, keys.size, keys.has(undefined)], [2, 1, false]);
});

test('without script, sending the same form again gives the same acceptance', async () => {
  const visitor = new NoScriptBrowser(site.origin, site.address());
  const form = await visitor.get('/application/11');
  const values = formValues(newApplicant({ answers: { 101: 'Yes.' } }));
  const [first, second] = await Promise.all([
    visitor.submit(form, form.form('emailaddress'), values),
    visitor.submit(form, form.form('emailaddress'), values),
  ]);
  for (const page of [first, second, await visitor.submit(form, form.form('emailaddress'), values)])
    assertAccepted(page);
  assert.equal(site.primary.callsTo('applyjobposting').length, 1);
});

test('without script, a button shows the documents of an application sent before', async () => {
  const visitor = new NoScriptBrowser(site.origin, site.address());
  const form = await visitor.get('/application/11');
  const values = formValues(newApplicant({ answers: { 101: 'Yes.' } }));
  assertAccepted(await visitor.submit(form, form.form('emailaddress'), values));
  const later = await visitor.get('/application/11');
  assert.ok(later.text.includes('Go on with your documents'));
  assertAccepted(await visitor.submit(later, later.form('emailaddress'), { intent: 'resume' }));
  const stranger = new NoScriptBrowser(site.origin, site.address());
  const refused = await stranger.submit(later, later.form('emailaddress'), { intent: 'resume' });
  assert.ok(refused.text.includes('This browser has no application to this opening.'));
  assert.match(refused.text, /documents are missing, send them to \S+@\S+ with your name/);
  assert.equal(site.primary.callsTo('applyjobposting').length, 1);
});

test('without script, documents that arrived are not requested again', async () => {
  const visitor = new NoScriptBrowser(site.origin, site.address());
  const form = await visitor.get('/application/11');
  const applicant = newApplicant({ answers: { 101: 'Yes.' } });
  const sent = await visitor.submit(form, form.form('emailaddress'), formValues(applicant));
  const { passport = assert.fail(), ...five } = await formFiles(applicant.documents);
  await visitor.submit(sent, sent.form('cv'), {}, five);
  const resume = async () => {
    const page = await visitor.get('/application/11');
    return visitor.submit(page, page.form('emailaddress'), { intent: 'resume' });
  };
  const missing = await resume();
  assert.match(missing.text, /You applied on \d+ \w+ \d{4}\./);
  assert.deepEqual(missing.form('passport').names, ['applicant_id', 'passport']);
  const receipt = await visitor.submit(missing, missing.form('passport'), {}, { passport });
  assert.ok(receipt.url.startsWith(`${site.origin}/feedback?joblistingid=11&submission=`));
  const complete = await resume();
  assert.match(complete.text, /You applied on \d+ \w+ \d{4}\./);
  assert.match(complete.text, /All documents have arrived\./);
  assert.match(complete.text, /Your reference: \S+/);
  assert.throws(() => complete.form('passport'));
  assert.throws(() => complete.form('cv'));
});

test('without script, each of two people who apply to one opening in one browser gets their own receipt, and each opening its own', async () => {
  const visitor = new NoScriptBrowser(site.origin, site.address());
  const applicant = newApplicant({ answers: { 101: 'Yes.' } });
  const sent = await applyWithoutScript(visitor, '11', applicant);
  const referenceIn = ({ text }: NoScriptPage) =>
    /Your reference:? (\S+)/.exec(text)?.[1] ?? assert.fail(text);
  await applyWithoutScript(visitor, '11', newApplicant({ answers: { 101: 'No.' } }));
  const other = await applyWithoutScript(visitor, '21', newApplicant({ answers: { 'q-1': 'A' } }));

  const files = await formFiles(applicant.documents);
  const thanks = await visitor.submit(sent, sent.form('cv'), {}, files);
  assert.equal(referenceIn(thanks), referenceIn(sent));
  assert.ok(thanks.text.includes('Documents received 6 of 6'), thanks.text);
  // The receipt of another opening is that of the application to it.
  const receipt = await visitor.get('/feedback?joblistingid=21');
  assert.equal(referenceIn(receipt), referenceIn(other));
  assert.ok(receipt.text.includes('Event cook'));
});

for (const [what, body] of [
  ['without its end', '--b\r\nContent-Disposition: form-data; name="firstname"\r\n\r\nAda\r\n'],
  ['without parts', 'garbage'],
] as const)
  test(`a form ${what} is refused as incomplete, and nothing is sent`, async () => {
    const response = await fetch(`${site.origin}/application/11`, {
      method: 'POST',
      headers: { ...site.address(), 'content-type': 'multipart/form-data; boundary=b' },
      body,
    });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /The form did not arrive whole/);
    assert.deepEqual(site.primary.callsTo('applyjobposting'), []);
  });

test('without script, the page of an opening that was closed meanwhile shows the letter and the answers', async () => {
  const visitor = new NoScriptBrowser(site.origin, site.address());
  const form = await visitor.get('/application/21');
  const letter = 'Dear bakers,\nI bake & drive.';
  const values = formValues(newApplicant({ letter, answers: { 'q-1': 'A van & a bus.' } }));
  const data = openings.find(({ id }) => id === '21');
  site.primary.always('findopening', replies.json({ status: false, data }, { status: 410 }));
  const page = await visitor.submit(form, form.form('emailaddress'), values);
  assert.match(page.text, /This opening is closed\./);
  assert.match(page.html, /<textarea[^>]*readOnly=""[^>]*>Dear bakers,\nI bake &amp; drive\./i);
  assert.match(page.html, /Do you drive\?.*<textarea[^>]*readOnly=""[^>]*>A van &amp; a bus\./is);
});
