import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { type Check, Report, runChecks } from '#cli/doctor/check.ts';
import { type HostSubject, hostChecks } from '#cli/doctor/host-checks.ts';
import { installationChecks } from '#cli/doctor/installation-checks.ts';
import { idProblems, listOf, questionProblems } from '#cli/doctor/list-reply.ts';
import { bodyOf, type Probe, type Reply, successOf } from '#cli/doctor/probe.ts';
import { writeChecks } from '#cli/doctor/write-checks.ts';
import { listLimits, maxLength } from '#src/domain/model/limits.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import { openings } from '#test/support/default-responses.ts';

interface ReplyChanges {
  readonly status?: number;
  readonly headers?: Reply['response']['headers'];
  readonly body?: Reply['response']['body'];
  readonly ms?: number;
}

const reply = (
  json: unknown,
  { status = 200, headers, body, ms = 0 }: ReplyChanges = {},
): Reply => ({
  response: {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: body ?? Buffer.from(JSON.stringify(json)),
  },
  json: json as Reply['json'],
  ms,
});

const [full = assert.fail()] = openings.map((opening) => openingSchema.parse(opening));
const withId = (id: string): Opening => ({ ...full, id });

/** Returns the result of a check and its messages, 'ok' alone if nothing is wrong. */
async function reported(run: Check<undefined>['run']): Promise<readonly string[]> {
  const checks = [{ name: 'tested', run }];
  const [finding] = await runChecks(checks, undefined, 'invalid', () => {});
  return finding === undefined ? ['ok'] : [finding.result, ...finding.messages];
}

/** Runs one check with a host that gives the same answer to every call. */
async function check(name: string, answer: Reply, changes: Partial<HostSubject> = {}) {
  const probe: Probe = {
    get: async () => answer,
    getWithoutSecret: async () => answer,
    post: async () => answer,
    close: async () => {},
  };
  const target = {
    apiHost: 'http://api.example',
    secondaryHost: undefined,
    secret: undefined,
    timeoutMs: 1,
  };
  const subject = { target, probe, secondary: probe, openings: [full], companies: [], ...changes };
  const found = hostChecks.filter((one) => one.name === name);
  const [finding] = await runChecks(found, subject as HostSubject, 'hostRefused', () => {});
  return finding && { result: finding.result, message: finding.messages.join('\n') };
}

test('a failed check ends the command as its list says, or as the check does', async () => {
  const failing: Check<undefined> = {
    name: 'failing',
    run: (_, report) => {
      report.fail('no');
      return undefined;
    },
  };
  const checks = [failing, { ...failing, exit: 'done' }] as const;
  const findings = await runChecks(checks, undefined, 'invalid', () => {});
  const exits = findings.map(({ exit }) => exit);
  assert.deepEqual(exits, ['invalid', 'done']);
  const ownExits = [...hostChecks, ...writeChecks, ...installationChecks].flatMap(
    ({ name, exit }: Pick<Check<never>, 'name' | 'exit'>) => (exit ? [[name, exit]] : []),
  );
  assert.deepEqual(ownExits, [['connection', 'unreachable']]);
});

test('a host that lists an opening before its date_posted gets a warning', async () => {
  const early = { ...full, id: '12', date_posted: '2999-12-01' };
  const found = await check('openingsall', reply({ status: 1, data: [full, early] }));
  assert.deepEqual(found, {
    result: 'warning',
    message: 'opening 12 is listed before its date_posted, 2999-12-01',
  });
});

test('ten messages are listed, of eleven the last is their rest', () => {
  const list = (count: number) => {
    const report = new Report();
    report.warn(...Array.from({ length: count }, (_, n) => `${n}`));
    return report;
  };
  assert.equal(list(10).messages.at(-1), '9');
  assert.deepEqual(list(12).messages.slice(-2), ['9', '… and 2 more']);
  assert.deepEqual([list(11).messages.length, list(11).result], [11, 'warning']);
  assert.deepEqual([list(0).messages, list(0).result], [[], 'ok']);
});

test('an exception is a failure after what was reported, and no warning hides a failure', async () => {
  const found = await reported((_, report) => {
    report.fail('a');
    report.warn('b');
    throw new Error('c');
  });
  assert.deepEqual(found, ['failed', 'a', 'b', 'c']);
});

test('a check takes the time until its result, in whole milliseconds', async (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const slow: Check<undefined> = {
    name: 'slow',
    run: () => {
      now += 1500.5;
      return '';
    },
  };
  const [finding] = await runChecks([slow], undefined, 'invalid', () => {});
  assert.equal(finding?.duration_ms, 1501);
  const { message } = (await check('connection', reply({}, { ms: 1.5 }))) ?? {};
  assert.equal(message, 'http://api.example responds in 2 ms');
});

for (const [status, expected] of [
  [299, ['ok']],
  [300, ['failed', 'HTTP 300 redirects to nowhere; redirects are not followed']],
  [399, ['failed', 'HTTP 399 redirects to nowhere; redirects are not followed']],
  [400, ['failed', 'HTTP 400: no message']],
] as const)
  test(`a reply with HTTP ${status} is ${expected[0]}`, async () => {
    const found = await reported((_, report) => {
      successOf(reply({ status: 1 }, { status }), report);
      return undefined;
    });
    assert.deepEqual(found, expected);
  });

test('a reply is slow above two seconds, and compressed unless its coding is identity', async () => {
  const problems = (changes: ReplyChanges) =>
    reported((_, report) => {
      bodyOf(reply({}, changes), report);
      return undefined;
    });
  const coded = (coding: string) => problems({ headers: { 'content-encoding': coding } });
  assert.deepEqual(await problems({ ms: 2000 }), ['ok']);
  assert.deepEqual(await problems({ ms: 2001 }), ['warning', 'the response took 2.0 s']);
  assert.deepEqual(await coded('identity'), ['ok']);
  assert.match((await coded('br')).join(), /^failed,.*\(br\)/);
  const untyped = await problems({ headers: { 'content-type': undefined } });
  assert.match(untyped.join(), /^warning,.* is missing/);
});

const listProblems = (list: Reply, schema: z.ZodType<object>) =>
  reported(async (_, report) => {
    await listOf(list, schema, report);
    return undefined;
  });

test('a list is read up to its limits of items and bytes', async () => {
  const problems = (count: number, bytes: number) => {
    const list = reply({ status: 1, data: Array(count).fill(full) }, { body: Buffer.alloc(bytes) });
    return listProblems(list, openingSchema.pick({ id: true }));
  };
  const { items, bytes } = listLimits;
  const tooLong = `: at most ${items} and ${bytes} are read`;
  assert.deepEqual(await problems(items, bytes), ['ok']);
  assert.deepEqual(await problems(items + 1, 9), [
    'failed',
    `${items + 1} items in 9 bytes${tooLong}`,
  ]);
  assert.deepEqual(await problems(1, bytes + 1), [
    'failed',
    `1 items in ${bytes + 1} bytes${tooLong}`,
  ]);
});

test('a language that is no tag is a part that the site omits', async () => {
  const problems = (language: unknown) =>
    listProblems(reply({ status: 1, data: [{ ...full, language }] }), openingSchema);
  for (const language of ['fr', 'en-NG', null, undefined])
    assert.deepEqual(await problems(language), ['ok']);
  assert.deepEqual(await problems('fr_BJ'), [
    'failed',
    'item 0 has invalid parts: not a language tag such as fr or pt-BR → at language',
  ]);
});

test('an id occurs once, and can be a part of an address', () => {
  const longest = 'x'.repeat(maxLength.id);
  const idsOf = (...ids: readonly string[]) => idProblems(ids.map((id) => ({ id })));
  assert.deepEqual(idsOf('1', '2', '...', longest), []);
  for (const id of ['.', '..', `${longest}x`])
    assert.deepEqual(idsOf(id), [`the id ${id.slice(0, 40)} cannot be part of an address`]);
  assert.deepEqual(idsOf('1', '1'), ['the id 1 occurs 2 times']);
});

test('only "1" makes an answer required; what looks like yes is a problem', () => {
  const problems = (required: unknown) => questionProblems({ questions: [{ required }] }, 0);
  for (const required of [true, 'true', 'yes']) assert.equal(problems(required).length, 1);
  for (const required of ['1', '0', 1, false, 'no', undefined])
    assert.deepEqual(problems(required), []);
  for (const item of [null, 'text', {}, { questions: 'none' }, { questions: [null, 'why', {}] }])
    assert.deepEqual(questionProblems(item, 0), []);
});

test('the clocks of host and machine may differ by a minute, besides the time of the call', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-01T10:00:00Z') });
  const connection = async (date: string, ms = 0) =>
    (await check('connection', reply({}, { headers: { date }, ms })))?.result;
  assert.equal(await connection('2026-03-01T09:59:00.000Z'), 'ok');
  assert.equal(await connection('2026-03-01T09:58:59.999Z'), 'warning');
  assert.equal(await connection('2026-03-01T09:58:59.999Z', 1), 'ok');
  assert.equal(await connection('2026-03-01T10:01:00.000Z'), 'ok');
  assert.equal(await connection('2026-03-01T10:01:00.001Z'), 'warning');
  assert.equal(await connection('no date'), 'ok');
  const headers = { date: '2026-03-01T09:57:58.500Z' };
  const { message } = (await check('connection', reply({}, { headers }))) ?? {};
  assert.equal(message, 'the clocks of the host and of this machine differ by 122 s');
});

test('a host refuses calls without its secret', async () => {
  const target = { apiHost: '', secondaryHost: undefined, secret: 's', timeoutMs: 1 };
  const resultOf = async (status: number, changes = {}) =>
    (await check('secret', reply({}, { status }), changes))?.result;
  for (const status of [401, 403]) assert.equal(await resultOf(status), 'failed');
  assert.equal(await resultOf(402), undefined);
  assert.equal(await resultOf(399, { target }), 'warning');
  assert.equal(await resultOf(400, { target }), 'ok');
});

test('an opening of a company that is not listed is a warning, unless no company is', async () => {
  const companies = (...ids: readonly string[]) =>
    reply({ status: 1, data: ids.map((id) => ({ id, company_name: 'A' })) });
  const changes = {
    openings: [
      { ...full, company_id: '9' },
      { ...full, company_id: '' },
    ],
  };
  const resultOf = async (answer: Reply) =>
    (await check('companylocations', answer, changes))?.result;
  assert.equal(await resultOf(companies('9')), 'ok');
  assert.equal(await resultOf(companies('1')), 'warning');
  assert.equal(await resultOf(companies()), 'ok');
});

for (const [data, message] of [
  [full, /^opening 11 is that of openingsall$/],
  [withId('12'), /^asked for opening 11, the host sent 12$/],
  [{ ...full, role_name: 'Another' }, /^opening 11 has another role_name than in openingsall$/],
  [{ ...full, closing_date: 'soon' }, /closing_date/],
  [undefined, /^data is no opening: /],
] as const)
  test(`a single opening is compared with that of the list: ${message}`, async () => {
    const found = await check('findopening', reply({ status: 1, data }));
    assert.match(found?.message ?? '', message);
  });

for (const [status, json, expected] of [
  [404, {}, 'ok HTTP 404'],
  [410, {}, 'ok HTTP 410'],
  [409, {}, 'failed HTTP 409 instead of 404 or a refusal'],
  [400, {}, 'failed HTTP 400 instead of 404 or a refusal'],
  [200, { status: 0, data: full }, 'ok refused'],
  [200, { status: 1, data: null }, 'ok refused'],
  [200, { status: 1, data: full }, 'failed the host sent an opening for an id that does not exist'],
] as const)
  test(`an id that does not exist: HTTP ${status} with ${JSON.stringify(json)?.slice(0, 25)} is ${expected}`, async () => {
    const name = 'findopening of an id that does not exist';
    const found = await check(name, reply(json, { status }));
    assert.equal(`${found?.result} ${found?.message}`, expected);
  });

for (const [status, json, expected] of [
  [200, { status: 1 }, /^ok a new candidate may apply$/],
  [399, { status: 1 }, /^failed HTTP 399 redirects/],
  [400, { status: 1 }, /^failed HTTP 400 instead of a decision$/],
  [200, {}, /^failed the response has no status$/],
  [200, { status: 0 }, /^failed .* a candidate who never applied is refused$/],
  [200, { status: true }, /^failed .* only the number 1 lets a candidate apply/],
  [200, { status: 'True' }, /^failed .* only the number 1/],
  [200, { status: 'true' }, /^failed .* only the number 1/],
  [200, { status: '1' }, /^failed .* only the number 1/],
] as const)
  for (const name of ['validatecandidate', 'validatecandidate on the secondary host'])
    test(`${name}: HTTP ${status} with ${JSON.stringify(json)} is ${expected}`, async () => {
      const found = await check(name, reply(json, { status }));
      assert.match(`${found?.result} ${found?.message}`, expected);
    });
