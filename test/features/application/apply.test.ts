import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createApiClient } from '#src/domain/api/api-client.ts';
import { messages } from '#src/domain/model/messages.ts';
import { type ApplyOptions, apply } from '#src/features/application/apply.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { someone } from '#test/support/applicant.ts';
import { plainValues } from '#test/support/plain-visitor.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';

/** The server function's work against a scripted host, without a site. */
async function kitchen(t: TestContext, changes: Partial<ApplyOptions> = {}) {
  const host = await startScriptedHost();
  const client = createApiClient({ apiHost: host.origin, timeoutMs: 500 });
  const submissions = openSubmissionRepository({
    path: ':memory:',
    secret: 'a secret of forty characters, for tests.',
  });
  t.after(async () => {
    await submissions.close();
    await client.close();
    await host.stop();
  });
  const accepted: string[] = [];
  const waits: number[] = [];
  const options: ApplyOptions = {
    client,
    submissions,
    findOpening: (id) => client.findOpening(id),
    enquiries: 'hello@example.com',
    wait: async (ms) => void waits.push(ms),
    admit: async () => undefined,
    onAccepted: (id) => void accepted.push(id),
    ...changes,
  };
  return { host, submissions, accepted, waits, apply: (data: FormData) => apply(options, data) };
}

const person = someone({ answers: { 101: 'Yes', 102: '' } });
function form(changes: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData();
  const values = { joblistingid: '11', ...plainValues(person), ...changes };
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

test('the check comes first, the post half a second after it, with the tidied application', async (t) => {
  const { host, apply, accepted, submissions } = await kitchen(t);
  const started = Date.now();
  const state = await apply(form({ phone: '+234 800 000 0101', firstname: ' Ngọzi ' }));
  assert.equal(state.status, 'accepted');
  assert.ok(Date.now() - started >= 500);
  assert.deepEqual(
    host.calls.map(({ name }) => name),
    ['findopening', 'validatecandidate', 'applyjobposting'],
  );
  const sent = host.callsTo('applyjobposting')[0]?.json as Record<string, unknown>;
  assert.deepEqual(
    [sent.phone, sent.firstname, sent.joblistingid, sent.company_id, sent.answers],
    ['08000000101', 'Ngọzi', '11', '1', { 101: 'Yes', 102: '' }],
  );
  const stored = await submissions.find(accepted[0] ?? '');
  assert.equal(stored?.applicantInfo?.applicant_id, '501');
});

test('company and opening are what the host says, whatever a form claims', async (t) => {
  const { host, apply } = await kitchen(t);
  await apply(form({ company_id: '999', applicant_id: '7', 'answers[777]': 'smuggled' }));
  const sent = host.callsTo('applyjobposting')[0]?.json as Record<string, unknown>;
  assert.equal(sent.company_id, '1');
  assert.deepEqual(sent.answers, { 101: 'Yes', 102: '' });
  assert.ok(!('applicant_id' in sent));
});

test('a wrong form asks no host and comes back with its values', async (t) => {
  const { host, apply } = await kitchen(t);
  const state = await apply(form({ age: '14', cover_letter: ' ', 'answers[101]': '' }));
  assert.ok(state.status === 'invalid');
  assert.deepEqual(
    state.issues.map(({ field }) => field),
    ['age', 'cover_letter', 'answers[101]'],
  );
  assert.equal(state.values.age, '14');
  assert.equal(host.callsTo('validatecandidate').length, 0);
});

test('twenty presses at once are one application, and all hear that it was accepted', async (t) => {
  const { host, apply, accepted } = await kitchen(t);
  const states = await Promise.all(Array.from({ length: 20 }, () => apply(form())));
  assert.ok(states.every(({ status }) => status === 'accepted'));
  assert.equal(new Set(accepted).size, 1);
  assert.equal(host.callsTo('applyjobposting').length, 1);
  assert.equal(host.callsTo('validatecandidate').length, 1);
});

test('a filled trap asks for a second press and loses nothing', async (t) => {
  const { host, apply } = await kitchen(t);
  const state = await apply(form({ website: 'https://buy.example' }));
  assert.ok(state.status === 'again');
  assert.equal(state.values.firstname, 'Ngọzi');
  assert.equal(host.callsTo('validatecandidate').length, 0);
});

test('a form filled in no time waits for the rest of a second, without script not at all', async (t) => {
  const { apply, waits } = await kitchen(t);
  await apply(form({ form_elapsed: '300' }));
  await apply(form({ emailaddress: 'b@example.com', form_elapsed: '60000' }));
  await apply(form({ emailaddress: 'c@example.com' }));
  assert.deepEqual(waits, [700, 0, 0]);
});

test('an address that has sent too much reads so, with its values', async (t) => {
  const { host, apply } = await kitchen(t, { admit: async () => 'Too much. Wait a minute.' });
  const state = await apply(form());
  assert.ok(state.status === 'failed');
  assert.equal(state.says[0], 'Too much. Wait a minute.');
  assert.equal(state.values.emailaddress, person.fields.emailaddress);
  assert.equal(host.callsTo('validatecandidate').length, 0);
});

test('an opening that is gone, or that nobody can tell of, keeps the values and the answers', async (t) => {
  const { host, apply } = await kitchen(t);
  const gone = await apply(form({ joblistingid: 'no-such' }));
  assert.ok(gone.status === 'failed');
  assert.ok(gone.says.some((text) => text.includes('no longer open')));
  host.always('findopening', replies.http(500));
  const unknown = await apply(form());
  assert.ok(unknown.status === 'failed');
  assert.equal(unknown.says[0], messages.processingFailed);
  assert.equal(unknown.values['answers[101]'], 'Yes');
});

test('nothing is sent if the submission cannot be stored', async (t) => {
  const { host, apply, submissions } = await kitchen(t);
  t.mock.method(submissions, 'start', async () => {
    throw new Error('disk full');
  });
  const state = await apply(form());
  assert.ok(state.status === 'failed');
  assert.equal(host.callsTo('applyjobposting').length, 0);
});

test("a failing host's own words are not repeated, a refusing host's are", async (t) => {
  const { host, apply } = await kitchen(t);
  const says = async () => {
    const state = await apply(form());
    return 'says' in state ? state.says.join(' ') : '';
  };
  host.next('applyjobposting', replies.json({ message: 'SQLSTATE 42' }, { status: 500 }));
  assert.ok(!(await says()).includes('SQLSTATE'));
  host.next('applyjobposting', replies.json({ status: 0, message: 'Closed since Friday.' }));
  assert.ok((await says()).includes('Closed since Friday.'));
});
