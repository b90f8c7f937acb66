import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reply, statusValues } from '#test/support/host-replies.ts';
import { replies, type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { application, withClient } from './sample.ts';

type Answer = 'allowed' | 'refused' | 'silent';
type Case = { readonly title: string; readonly answer: Answer; readonly reply: Reply };

const json = (status: number): Reply => replies.json({ status: 1 }, { status });
const answers: readonly Case[] = [
  { title: 'status 1', answer: 'allowed', reply: replies.json({ status: 1 }) },
  {
    title: 'status 1 called text/html',
    answer: 'allowed',
    reply: replies.wrongContentType({ status: 1 }),
  },
  { title: 'status 0', answer: 'refused', reply: replies.json({ status: 0 }) },
  { title: 'status true', answer: 'refused', reply: replies.json({ status: true }) },
  {
    title: 'HTTP 422 with a status',
    answer: 'refused',
    reply: replies.json({ status: 0 }, { status: 422 }),
  },
  { title: 'no status', answer: 'silent', reply: replies.json({ message: 'hello' }) },
  { title: 'HTML', answer: 'silent', reply: replies.html() },
  { title: 'nothing', answer: 'silent', reply: replies.empty() },
  { title: 'half a JSON', answer: 'silent', reply: replies.truncatedJson() },
  { title: 'no HTTP', answer: 'silent', reply: replies.notHttp() },
  { title: 'a cut reply', answer: 'silent', reply: replies.cut() },
  { title: 'a reset', answer: 'silent', reply: replies.resetAfterBytes(0) },
  { title: 'HTTP 500 with status 1', answer: 'silent', reply: json(500) },
  { title: 'HTTP 503 with status 1', answer: 'silent', reply: json(503) },
  { title: 'HTTP 429 with status 1', answer: 'silent', reply: json(429) },
  { title: 'silence', answer: 'silent', reply: replies.silence() },
];

/** Decision 2 of the contract in full: one row for each response of the first host, one column for the second. */
const decided: Record<Answer, Record<Answer, string>> = {
  allowed: { allowed: 'may-apply', refused: 'may-apply', silent: 'may-apply' },
  refused: { allowed: 'may-apply', refused: 'refused', silent: 'refused' },
  silent: { allowed: 'may-apply', refused: 'refused', silent: 'unreachable' },
};

async function check(
  primary: ScriptedHost,
  secondary: ScriptedHost | undefined,
  timeoutMs = 10_000,
) {
  const settings = { apiHost: primary.origin, secondaryHost: secondary?.origin, timeoutMs };
  return withClient(settings, (client) => client.checkCandidate(application));
}

interface Pair {
  readonly first: (typeof answers)[number];
  readonly second: (typeof answers)[number];
}
const pairs: readonly Pair[] = answers.flatMap((first) =>
  answers.map((second) => ({ first, second })),
);
const isSilence = ({ title }: Pair['first']) => title === 'silence';
const waits = ({ first, second }: Pair) =>
  isSilence(first) || (first.answer !== 'allowed' && isSilence(second));

async function assertDecision(
  primary: ScriptedHost,
  secondary: ScriptedHost,
  { first, second }: Pair,
  timeoutMs?: number,
): Promise<void> {
  const before = [primary.calls.length, secondary.calls.length] as const;
  primary.always('validatecandidate', first.reply);
  secondary.always('validatecandidate', second.reply);
  const title = `${first.title}, then ${second.title}`;
  const expected = decided[first.answer][second.answer];
  assert.equal(await check(primary, secondary, timeoutMs), expected, title);
  const calls = [primary.calls.length - before[0], secondary.calls.length - before[1]];
  assert.deepEqual(calls, [1, first.answer === 'allowed' ? 0 : 1], `${title}: calls of each host`);
}

test('decides for every response of the first host with every response of the second', async () => {
  await using primary = await startScriptedHost();
  await using secondary = await startScriptedHost();
  for (const pair of pairs) if (!waits(pair)) await assertDecision(primary, secondary, pair);
});

// They wait for the time limit, which is long enough for the other host on a busy machine.
test('decides when one of the hosts, or both, are silent', async () => {
  const isNew = ({ first, second }: Pair) =>
    first === second || first.answer !== 'silent' || second.answer !== 'silent';
  await Promise.all(
    pairs
      .filter((pair) => waits(pair) && isNew(pair))
      .map(async (pair) => {
        await using primary = await startScriptedHost();
        await using secondary = await startScriptedHost();
        await assertDecision(primary, secondary, pair, 5000);
      }),
  );
});

test('a host that refuses the call or does not know the company has not refused the candidate', async () => {
  await using primary = await startScriptedHost();
  await using secondary = await startScriptedHost();
  for (const status of [401, 403, 404]) {
    const reply = replies.json({ status: 0, message: 'There is no such company.' }, { status });
    primary.always('validatecandidate', reply);
    secondary.always('validatecandidate', reply);
    await assert.rejects(check(primary, secondary), {
      name: 'RefusedError',
      httpStatus: status,
      message: 'There is no such company.',
    });
    secondary.always('validatecandidate', replies.json({ status: 0 }));
    assert.equal(await check(primary, secondary), 'refused');
    secondary.always('validatecandidate', replies.json({ status: 1 }));
    assert.equal(await check(primary, secondary), 'may-apply');
  }
});

test('only the number 1 allows a candidate to apply, at either host', async () => {
  await using primary = await startScriptedHost();
  await using secondary = await startScriptedHost();
  for (const { title, reply, mayApply } of statusValues) {
    const expected = 'status' in reply ? (mayApply ? 'may-apply' : 'refused') : 'unreachable';
    primary.always('validatecandidate', replies.json(reply));
    secondary.always('validatecandidate', replies.json(reply));
    assert.equal(await check(primary, secondary), expected, title);
  }
});

test('without a second host the first is called again', async () => {
  await using host = await startScriptedHost();
  host.next('validatecandidate', replies.http(503), replies.json({ status: 1 }));
  assert.equal(await check(host, undefined), 'may-apply');
  assert.equal(host.calls.length, 2);
});

test('an aborted check fails as aborted and does not call the second host', async () => {
  await using primary = await startScriptedHost();
  await using secondary = await startScriptedHost();
  primary.always('validatecandidate', replies.silence());
  const abort = new AbortController();
  const settings = { apiHost: primary.origin, secondaryHost: secondary.origin };
  await withClient(settings, async (client) => {
    const checking = client.checkCandidate(application, { signal: abort.signal });
    await primary.called('validatecandidate');
    abort.abort();
    await assert.rejects(checking, { name: 'TransportError', reason: 'aborted' });
  });
  assert.equal(secondary.calls.length, 0);
});

test('no error and no log event of a check contains the candidate’s name or address', async () => {
  await using host = await startScriptedHost();
  host.always('validatecandidate', replies.cut());
  const events: unknown[] = [];
  await withClient(
    { apiHost: host.origin, onCallCompleted: (event) => events.push(event) },
    (client) => client.checkCandidate(application),
  );
  assert.equal(events.length, 2);
  assert.doesNotMatch(JSON.stringify(events), /Ada|Sample|example\.com|\?/);
});

test('a host that stored the application under its key returns the applicant id, and the second is not called', async () => {
  await using primary = await startScriptedHost();
  await using secondary = await startScriptedHost();
  const settings = {
    apiHost: primary.origin,
    secondaryHost: secondary.origin,
    timeoutMs: 10_000,
  };
  primary.always('validatecandidate', replies.json({ status: 0, data: { data: { id: 77 } } }));
  const withKey = await withClient(settings, (client) =>
    client.checkCandidate(application, { idempotencyKey: 'a-key' }),
  );
  assert.deepEqual(withKey, { applicant_id: '77' });
  assert.equal(primary.callsTo('validatecandidate')[0]?.headers['idempotency-key'], 'a-key');
  assert.equal(secondary.calls.length, 0);

  // Without an idempotency key, an applicant id in the refusal has no meaning.
  secondary.always('validatecandidate', replies.json({ status: 0 }));
  const withoutKey = await withClient(settings, (client) => client.checkCandidate(application));
  assert.equal(withoutKey, 'refused');
});

test('the secret of the API host is not sent to the secondary host', async () => {
  await using primary = await startScriptedHost();
  await using secondary = await startScriptedHost();
  primary.always('validatecandidate', replies.json({ status: 0 }));
  const hosts = { apiHost: primary.origin, secondaryHost: secondary.origin, secret: 'of-primary' };
  await withClient(hosts, (client) => client.checkCandidate(application));
  const sentTo = ({ calls }: ScriptedHost) => calls.map(({ headers }) => headers.authorization);
  assert.deepEqual(sentTo(primary), ['Bearer of-primary']);
  assert.deepEqual(sentTo(secondary), [undefined]);
});
