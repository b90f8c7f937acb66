import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createApiClient } from '#src/domain/api/api-client.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { ApplicationAnswer } from '#src/features/application/form-values.ts';
import {
  parseApplicationForm,
  type SubmitOptions,
} from '#src/features/application/submit-application.ts';
import { answerForm, type FormChecks } from '#src/forms/receive-form.ts';
import {
  openSubmissionRepository,
  type SubmissionRepositoryOptions,
} from '#src/submissions/repository.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { formValues } from '#test/support/no-script-browser.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';

/** The server function's work against a scripted host, without a site. */
async function setUp(
  t: TestContext,
  changes: Partial<SubmitOptions & FormChecks> = {},
  repository: Partial<SubmissionRepositoryOptions> = {},
) {
  const host = await startScriptedHost();
  const client = createApiClient({ apiHost: host.origin, timeoutMs: 10_000 });
  const submissions = openSubmissionRepository({
    file: ':memory:',
    secret: 'a secret of forty characters, for tests.',
    ...repository,
  });
  t.after(async () => {
    await submissions.close();
    await client.close();
    await host.stop();
  });
  const accepted: string[] = [];
  /** Each wait in milliseconds, with the last call before it. */
  const waits: [number, string | undefined][] = [];
  const options: SubmitOptions & FormChecks = {
    client,
    submissions,
    findOpening: (id) => client.findOpening(id),
    refreshOpening: (id) => client.findOpening(id),
    wait: async (ms) => void waits.push([ms, host.calls.at(-1)?.name]),
    checkRateLimit: async () => undefined,
    async onAccepted(id) {
      accepted.push(id);
      return undefined;
    },
    ...changes,
  };
  return {
    host,
    submissions,
    accepted,
    waits,
    async submit(data: FormData): Promise<ApplicationAnswer> {
      const entered = parseApplicationForm(options, data);
      const answer = await answerForm(data, entered, options);
      return { ...answer, values: entered.values ?? {} };
    },
  };
}

const person = newApplicant({ answers: { 101: 'Yes', 102: '' } });
function form(changes: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData();
  const values = { joblistingid: '11', ...formValues(person), ...changes };
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

test('sends the candidate check first and the normalized application 500 ms after it', async (t) => {
  const { host, submit, accepted, submissions, waits } = await setUp(t);
  const result = await submit(form({ phone: '+234 800 000 0101', firstname: ' Ngọzi ' }));
  assert.ok(result.accepted);
  assert.deepEqual(waits.at(-1), [500, 'validatecandidate']);
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

test('a number of Benin is sent with its calling code; one of another country is refused in the language of the page', async (t) => {
  const { host, submit } = await setUp(t);
  const elsewhere = await submit(form({ phone: '+44 20 7946 0958' }));
  assert.deepEqual(elsewhere.fields, {
    phone: 'Please enter a valid phone number (Nigeria, Benin).',
  });
  assert.ok((await submit(form({ phone: '01 95 12 34 56' }))).accepted);
  const sent = host.callsTo('applyjobposting')[0]?.json as Record<string, unknown>;
  assert.equal(sent.phone, '+2290195123456');
});

test('uses company and opening of the API host, not of the form', async (t) => {
  const { host, submit } = await setUp(t);
  await submit(form({ company_id: '999', applicant_id: '7', 'answers[777]': 'smuggled' }));
  const sent = host.callsTo('applyjobposting')[0]?.json as Record<string, unknown>;
  assert.equal(sent.company_id, '1');
  assert.deepEqual(sent.answers, { 101: 'Yes', 102: '' });
  assert.ok(!('applicant_id' in sent));
});

test('a submission is erased when it is older than the company of its opening allows', async (t) => {
  let now = Date.now();
  const daysOfCompanies = new Map([['Northwind Bakery', 1]]);
  const { submit, submissions } = await setUp(
    t,
    {},
    { now: () => now, retention: { daysOfCompanies } },
  );
  await submit(form());
  assert.equal(await submissions.purge(), 0);
  now += 24 * 60 * 60 * 1000 + 1;
  assert.equal(await submissions.purge(), 1);
});

test('returns an invalid form with its values and calls no host', async (t) => {
  const { host, submit } = await setUp(t);
  const result = await submit(form({ age: '14', cover_letter: ' ', 'answers[101]': '' }));
  assert.equal(result.httpStatus, 422);
  assert.deepEqual(Object.keys(result.fields ?? {}), ['age', 'cover_letter', 'answers[101]']);
  assert.equal(result.values?.age, '14');
  assert.equal(host.callsTo('validatecandidate').length, 0);
});

for (const format of ['html', 'text'])
  test(`a letter that is too long, as ${format}, is refused with all of its text`, async (t) => {
    const { host, submit } = await setUp(t);
    const letter = `<p>${'x'.repeat(maxLength.cover_letter)}</p>`;
    const result = await submit(form({ cover_letter: letter, cover_letter_format: format }));
    assert.deepEqual(Object.keys(result.fields ?? {}), ['cover_letter']);
    assert.match(result.message, /^Please enter no more than/);
    assert.equal(result.values?.cover_letter, letter);
    assert.equal(host.callsTo('applyjobposting').length, 0);
  });

test('sends one application for twenty concurrent submissions, and accepts each', async (t) => {
  const { host, submit, accepted } = await setUp(t);
  const results = await Promise.all(Array.from({ length: 20 }, () => submit(form())));
  assert.ok(results.every(({ accepted: shown }) => shown?.applicantId === '501'));
  assert.equal(new Set(accepted).size, 1);
  assert.equal(host.callsTo('applyjobposting').length, 1);
  assert.equal(host.callsTo('validatecandidate').length, 1);
});

test('rejects a filled honeypot with every value and calls no candidate check', async (t) => {
  const { host, submit } = await setUp(t);
  const result = await submit(form({ website: 'https://buy.example' }));
  assert.deepEqual([result.httpStatus, result.asksAgain], [422, true]);
  assert.equal(result.values?.firstname, 'Ngọzi');
  assert.equal(host.callsTo('validatecandidate').length, 0);
});

test('delays a form filled in less than a second, and one without elapsed time', async (t) => {
  const { submit, waits } = await setUp(t);
  await submit(form({ form_elapsed: '300' }));
  await submit(form({ emailaddress: 'b@example.com', form_elapsed: '60000' }));
  await submit(form({ emailaddress: 'c@example.com' }));
  assert.deepEqual(
    waits.filter(([, call]) => call === 'findopening').map(([ms]) => ms),
    [700, 0, 1000],
  );
});

test('rejects a submission above the rate limit with every value', async (t) => {
  const { host, submit } = await setUp(t, {
    checkRateLimit: async () => 'Too much. Wait a minute.',
  });
  const result = await submit(form());
  assert.equal(result.httpStatus, 429);
  assert.match(result.message, /^Too much\. Wait a minute\.\n/);
  assert.equal(result.values?.emailaddress, person.fields.emailaddress);
  assert.equal(result.values?.['answers[101]'], 'Yes');
  assert.equal(host.calls.length, 0);
});

test('a valid application without the captcha is not sent, and keeps every value', async (t) => {
  let checked = 0;
  const { host, submit } = await setUp(t, {
    checkCaptcha: async () => {
      checked += 1;
      return messages.confirmCaptcha;
    },
  });
  await submit(form({ age: '12' }));
  assert.equal(checked, 0, 'not for an invalid one, which would use up the token');
  const result = await submit(form());
  assert.equal(result.httpStatus, 422);
  assert.match(result.message, /^Please confirm captcha to proceed\.\n/);
  assert.equal(result.values?.['answers[101]'], 'Yes');
  assert.equal(
    host.callsTo('applyjobposting').length + host.callsTo('validatecandidate').length,
    0,
  );
});

test('counts an invalid application towards the rate limit, before any work for it', async (t) => {
  const { host, submit } = await setUp(t, { checkRateLimit: async () => 'Too much.' });
  const result = await submit(form({ age: 'twelve', cover_letter: '<b>'.repeat(39_000) }));
  assert.equal(result.httpStatus, 429);
  assert.equal(host.calls.length, 0);
});

test('does not sanitize the letter of an application with another invalid field', async (t) => {
  const { submit } = await setUp(t);
  const script = '<script>text of a script</script>';
  const letter = { cover_letter: script, cover_letter_format: 'html' };
  const fieldsOf = async (changes: Record<string, string>) => {
    const { fields = {} } = await submit(form({ ...letter, ...changes }));
    return Object.keys(fields);
  };
  assert.deepEqual(await fieldsOf({ age: '12' }), ['age']);
  // Sanitizing leaves nothing of it.
  assert.deepEqual(await fieldsOf({}), ['cover_letter']);
});

test('keeps the values and the answers if the opening no longer exists or the host fails', async (t) => {
  const { host, submit } = await setUp(t);
  const gone = await submit(form({ joblistingid: 'no-such' }));
  assert.equal(gone.httpStatus, 410);
  assert.match(gone.message, /no longer open/);
  host.always('findopening', replies.http(500));
  const unknown = await submit(form());
  assert.equal(unknown.httpStatus, 502);
  assert.equal(unknown.message.split('\n')[0], messages.processingFailed);
  assert.equal(unknown.values?.['answers[101]'], 'Yes');
});

test('says that an opening is closed which was open when it was last read', async (t) => {
  const { host, submit } = await setUp(t, { refreshOpening: async () => undefined });
  host.next('applyjobposting', replies.json({ status: 0, message: 'This opening is closed.' }));
  const closed = await submit(form());
  assert.equal(closed.httpStatus, 410);
  assert.match(closed.message, /no longer open/);
});

test('says that nothing was saved if the submission cannot be recorded, or the disk of the host is full', async (t) => {
  const { host, submit, submissions } = await setUp(t);
  const shown = async () => (await submit(form())).message.replaceAll('\n', ' ');
  host.next('applyjobposting', replies.json({ status: 0, message: 'Disk 3' }, { status: 507 }));
  const full = /nothing was saved.*Your application was not received\. Nothing you wrote is lost\./;
  assert.match(await shown(), full);
  t.mock.method(submissions, 'markSending', async () => {
    throw new Error('disk full');
  });
  assert.match(await shown(), full);
  assert.equal(host.callsTo('applyjobposting').length, 1);
});

test('does not say that nothing was saved if the host has the application and its result cannot be recorded', async (t) => {
  const { host, submit, submissions } = await setUp(t);
  const { settle } = submissions;
  const failing = t.mock.method(submissions, 'settle', async () => {
    throw new Error('disk full');
  });
  const result = await submit(form());
  assert.match(result.message, /it may have been received/);
  assert.equal(host.callsTo('applyjobposting').length, 1);
  failing.mock.mockImplementation(settle);
});

test('after a lost response the candidate check has the key of the application, and its id is accepted', async (t) => {
  const { host, submit, accepted, submissions } = await setUp(t);
  host.next('applyjobposting', replies.http(504));
  assert.match((await submit(form())).message, /it may have been received/);
  host.next('validatecandidate', replies.json({ status: 0, data: { id: '501' } }));
  assert.ok((await submit(form())).accepted);
  const [first, second] = host.callsTo('validatecandidate');
  assert.equal(first?.headers['idempotency-key'], undefined);
  assert.equal(
    second?.headers['idempotency-key'],
    host.callsTo('applyjobposting')[0]?.headers['idempotency-key'],
  );
  assert.equal((await submissions.find(accepted[0] ?? ''))?.applicantId, '501');
});

test('an opening that cannot be read is an answer with every value, and nothing is sent', async (t) => {
  const findOpening = () => Promise.reject(new Error('no memory'));
  const { host, submit } = await setUp(t, { findOpening });
  const result = await submit(form());
  assert.equal(result.httpStatus, 502);
  assert.equal(result.values?.['answers[101]'], 'Yes');
  assert.equal(host.callsTo('applyjobposting').length, 0);
});

test('a submission that could not be recorded does not keep a later one waiting', async (t) => {
  const { submit, submissions } = await setUp(t);
  const failing = t.mock.method(submissions, 'markSending', async () => {
    throw new Error('disk full');
  });
  assert.equal((await submit(form())).httpStatus, 507);
  failing.mock.restore();
  assert.ok((await submit(form())).accepted);
});

test('shows the message of a refusing host, not of a failing one', async (t) => {
  const { host, submit } = await setUp(t);
  const shown = async () => (await submit(form())).message.replaceAll('\n', ' ');
  host.next('applyjobposting', replies.json({ message: 'SQLSTATE 42' }, { status: 500 }));
  assert.ok(!(await shown()).includes('SQLSTATE'));
  host.next('applyjobposting', replies.json({ status: 0, message: 'Closed since Friday.' }));
  assert.ok((await shown()).includes('Closed since Friday.'));
});

test('refuses an application that was withdrawn, because it counts for a year', async (t) => {
  const { submit, submissions } = await setUp(t);
  assert.ok((await submit(form())).accepted);
  const withdrawn = await setUp(t, {
    submissions,
    client: {
      checkCandidate: async () => assert.fail(),
      applicationState: async () => 'withdrawn',
      applyToOpening: async () => assert.fail(),
    },
  });
  assert.equal((await withdrawn.submit(form())).httpStatus, 409);
});

test('sends an application again that the host has erased, and gives it a new reference', async (t) => {
  const { submit, submissions, accepted } = await setUp(t);
  const first = await submit(form());
  const sent: string[] = [];
  const erased = await setUp(t, {
    submissions,
    client: {
      checkCandidate: async () => 'may-apply',
      applicationState: async (applicantId) => {
        sent.push(applicantId);
        return 'erased';
      },
      applyToOpening: async () => ({ applicant_id: '777' }),
    },
  });
  const second = await erased.submit(form());
  assert.deepEqual(
    [first, second].map(({ accepted: shown }) => shown?.applicantId),
    ['501', '777'],
  );
  assert.deepEqual(sent, ['501']);
  assert.equal(await submissions.find(accepted[0] ?? ''), undefined);
});

test('an applicant is told until when the mail may take, and the API host gets the hash of the network', async (t) => {
  const networks: unknown[] = [];
  const { submit } = await setUp(t, {
    network: 'hash of a network',
    client: {
      checkCandidate: async () => 'may-apply',
      applicationState: async () => 'stored',
      applyToOpening: async (_application, { network } = {}) => {
        networks.push(network);
        return { applicant_id: '5', mail_until: '2026-11-28T15:20:00.000Z' };
      },
    },
  });
  const result = await submit(form());
  assert.match(
    result.accepted?.mailNotice ?? '',
    /the mail about your application may take until 16:20/,
  );
  assert.deepEqual(networks, ['hash of a network']);
});
