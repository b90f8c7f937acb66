import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { loadedSite } from '#src/config/site.ts';
import { siteConfigHeader } from '#src/domain/api/request.ts';
import { listLimits } from '#src/domain/model/limits.ts';
import { companies, openings } from '#test/support/default-responses.ts';
import {
  type Reply,
  replies,
  type ScriptedHost,
  startScriptedHost,
} from '#test/support/scripted-host.ts';
import { fixtureFolder } from './support/fixtures.ts';
import { careers } from './support/in-process.ts';

interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'failed';
  readonly messages: readonly string[];
  readonly duration_ms: number;
}

async function doctor({ origin }: Pick<ScriptedHost, 'origin'>, args: readonly string[] = []) {
  const { code, stdout, stderr } = await careers(['doctor', '--json', '--host', origin, ...args]);
  const findings: Finding[] = JSON.parse(stdout);
  assert.ok(Array.isArray(findings), stdout + stderr);
  return { code, findings };
}

const ok = (data: unknown, status: unknown = true) => replies.json({ status, data });
const [first, ...others] = openings;
const withFirst = (changes: Record<string, unknown>) => ok([{ ...first, ...changes }, ...others]);

/** A host that breaks section 7 in one way: the check that fails, and a part of its message. */
const brokenHosts: readonly {
  readonly what: string;
  readonly call: string;
  readonly reply: Reply;
  readonly check?: string;
  readonly message: RegExp;
  readonly code?: number;
  readonly args?: readonly string[];
}[] = [
  {
    what: 'resets connections',
    call: 'openingsall',
    reply: replies.resetAfterReading(),
    check: 'connection',
    message: /connection was closed/,
    code: 6,
  },
  {
    what: 'never responds',
    call: 'openingsall',
    reply: replies.silence(),
    check: 'connection',
    message: /no response within the time limit/,
    code: 6,
    args: ['--timeout', '300'],
  },
  {
    what: 'does not speak HTTP',
    call: 'openingsall',
    reply: replies.notHttp(),
    check: 'connection',
    message: /not HTTP/,
    code: 6,
  },
  {
    what: 'ends in the middle of a response',
    call: 'companylocations',
    reply: replies.cut(),
    message: /before the end of the response/,
  },
  {
    what: 'wants a secret',
    call: 'openingsall',
    reply: replies.json({ status: false }, { status: 401 }),
    check: 'secret',
    message: /401: the host wants a secret/,
  },
  {
    what: 'redirects',
    call: 'openingsall',
    reply: replies.http(302, { location: 'https://www.example.com/login' }),
    message: /302 redirects to https:\/\/www\.example\.com\/login; redirects are not followed/,
  },
  {
    what: 'compresses unasked',
    call: 'openingsall',
    reply: replies.raw(gzipSync('{"status":true,"data":[]}'), {
      headers: { 'content-encoding': 'gzip' },
    }),
    message: /compressed \(gzip\)/,
  },
  {
    what: 'sends a page',
    call: 'openingsall',
    reply: replies.html(),
    message: /text\/html that is no JSON object/,
  },
  {
    what: 'sends nothing',
    call: 'companylocations',
    reply: replies.empty(),
    message: /HTTP 200 with an empty body/,
  },
  {
    what: 'sends half of the JSON',
    call: 'openingsall',
    reply: replies.truncatedJson(),
    message: /no JSON object/,
  },
  {
    what: 'sends a bare list',
    call: 'openingsall',
    reply: replies.json(openings),
    message: /no JSON object/,
  },
  {
    what: 'has the status "1"',
    call: 'openingsall',
    reply: ok(openings, '1'),
    message: /status is the text "1": only true, "True" and the number 1/,
  },
  {
    what: 'has the status "true"',
    call: 'companylocations',
    reply: ok(companies, 'true'),
    message: /status is the text "true"/,
  },
  {
    what: 'has no status',
    call: 'openingsall',
    reply: replies.json({ data: openings }),
    message: /the response has no status/,
  },
  {
    what: 'refuses a read',
    call: 'companylocations',
    reply: replies.json({ status: 0, message: 'Closed today.' }),
    message: /status is the number 0.*Closed today/,
  },
  {
    what: 'fails with a message',
    call: 'companylocations',
    reply: replies.json({ status: false, message: 'No database.' }, { status: 500 }),
    message: /HTTP 500: No database\./,
  },
  {
    what: 'has no list',
    call: 'openingsall',
    reply: ok({ items: openings }),
    message: /data is object, not a list/,
  },
  {
    what: 'has an opening without an id',
    call: 'openingsall',
    reply: withFirst({ id: undefined }),
    message: /item 0 cannot be shown.*id/,
  },
  {
    what: 'has locations as text',
    call: 'openingsall',
    reply: withFirst({ locations: 'Lagos' }),
    message: /item 0 has invalid parts.*locations/,
  },
  {
    what: 'has a date in another format',
    call: 'openingsall',
    reply: withFirst({ closing_date: '31/01/2027' }),
    message: /item 0 has invalid parts.*closing_date/,
  },
  {
    what: 'has a question that is required: true',
    call: 'openingsall',
    reply: withFirst({ questions: [{ id: 1, question: 'Why?', required: true }] }),
    message: /required of a question is true; only "1"/,
  },
  {
    what: 'has more openings than are read',
    call: 'openingsall',
    reply: ok(Array.from({ length: listLimits.items + 1 }, (_, id) => ({ ...first, id }))),
    message: /20001 items in \d+ bytes: at most 20000 and \d+ are read/,
  },
  {
    what: 'has one id twice',
    call: 'openingsall',
    reply: ok([first, first]),
    message: /the id 11 occurs 2 times/,
  },
  {
    what: 'has an id that no address can have',
    call: 'openingsall',
    reply: withFirst({ id: '..' }),
    message: /the id \.\. cannot be part of an address/,
  },
  {
    what: 'has a company without a name',
    call: 'companylocations',
    reply: ok([{ id: 1 }]),
    message: /item 0 cannot be shown.*company_name/,
  },
  {
    what: 'ignores company_id',
    call: 'openings',
    reply: ok(openings),
    message: /company_id is ignored/,
  },
  { what: 'ignores q', call: 'openings', reply: ok(openings.slice(0, 2)), message: /q is ignored/ },
  {
    what: 'finds nothing without q',
    call: 'openings',
    reply: ok([]),
    message: /an empty q does not find all openings of company 1: 11,12 missing/,
  },
  {
    what: 'sends another opening',
    call: 'findopening',
    reply: ok(others[0]),
    message: /asked for opening 11, the host sent 12/,
  },
  {
    what: 'has every opening',
    call: 'findopening',
    reply: ok(first),
    check: 'findopening of an id that does not exist',
    message: /an opening for an id that does not exist/,
  },
  {
    what: 'forbids an id that does not exist',
    call: 'findopening',
    reply: {
      after: 'body',
      respond: (context) =>
        context.request.url?.includes('no-such')
          ? replies.json({ status: false }, { status: 403 }).respond(context)
          : ok(first).respond(context),
    },
    check: 'findopening of an id that does not exist',
    message: /HTTP 403 instead of 404 or a refusal/,
  },
  {
    what: 'lets candidates in with "1"',
    call: 'validatecandidate',
    reply: replies.json({ status: '1' }),
    message: /status is the text "1": only the number 1 lets/,
  },
  {
    what: 'lets candidates in with true',
    call: 'validatecandidate',
    reply: replies.json({ status: true }),
    message: /status is true: only the number 1 lets/,
  },
  {
    what: 'refuses everybody',
    call: 'validatecandidate',
    reply: replies.json({ status: 0 }),
    message: /a candidate who never applied is refused/,
  },
  {
    what: 'checks candidates with an HTTP error',
    call: 'validatecandidate',
    reply: replies.json({ status: 1 }, { status: 503 }),
    message: /HTTP 503 instead of a decision/,
  },
  {
    what: 'accepts applications without an id',
    call: 'applyjobposting',
    reply: replies.json({ status: 1, data: {} }),
    message: /without an id at data\.data\.id/,
    args: ['--write'],
  },
  {
    what: 'accepts documents with "1"',
    call: 'uploadapplicantdocument',
    reply: replies.json({ status: '1' }),
    message: /status is the text "1"/,
    args: ['--write'],
  },
  {
    what: 'refuses messages',
    call: 'contact',
    reply: replies.json({ status: false, message: 'No.' }),
    message: /status is false.*No\./,
    args: ['--write'],
  },
];

for (const { what, call, reply, check = call, message, code = 5, args = [] } of brokenHosts)
  test(`a host that ${what} fails for that reason`, async () => {
    await using host = await startScriptedHost();
    host.always(call, reply);
    const result = await doctor(host, args);
    const failed = result.findings.filter((finding) => finding.result === 'failed');
    assert.ok(
      failed.some(
        (finding) => finding.check === check && finding.messages.some((text) => message.test(text)),
      ),
      JSON.stringify(failed),
    );
    assert.equal(failed[0]?.check, check, 'the first failure is the cause');
    assert.equal(result.code, code);
  });

test('a host that keeps section 7 passes, with each of the three success values, and nothing is sent', async () => {
  await using host = await startScriptedHost();
  for (const status of [true, 'True', 1]) {
    host.always('openingsall', ok(openings, status));
    host.always('companylocations', ok(companies, status));
    const { code, findings } = await doctor(host);
    assert.equal(code, 0);
    assert.deepEqual(
      findings.filter(({ result }) => result !== 'ok').map(({ check }) => check),
      [],
    );
  }
  assert.ok(host.calls.every(({ method }) => method === 'GET'));
});

test('a host with another site config is a warning, because an update has two for a while', async () => {
  await using host = await startScriptedHost();
  const replyOf = (digest: string) =>
    replies.json({ status: true, data: openings }, { headers: { [siteConfigHeader]: digest } });
  host.always('openingsall', replyOf(loadedSite.digest));
  assert.equal(
    (await doctor(host)).findings.find(({ result }) => result !== 'ok'),
    undefined,
  );
  host.always('openingsall', replyOf('of another file'));
  const { code, findings } = await doctor(host);
  const [{ check, messages } = assert.fail()] = findings.filter(({ result }) => result !== 'ok');
  assert.deepEqual([code, check], [0, 'connection']);
  assert.match(messages.join(), /another site config than this command/);
});

test('a new host without openings and companies passes, with a warning', async () => {
  await using host = await startScriptedHost();
  host.always('openingsall', ok([]));
  host.always('companylocations', ok([]));
  host.always('validatecandidate', replies.json({ status: 0 }, { status: 404 }));
  const { code, findings } = await doctor(host);
  assert.equal(code, 0);
  assert.deepEqual(
    findings.filter(({ result }) => result !== 'ok').flatMap(({ messages }) => messages),
    ['the host has no company yet, so no candidate could be checked'],
  );
});

test('the secret is sent to the host that it belongs to, and not to the secondary host', async () => {
  await using host = await startScriptedHost();
  await using secondary = await startScriptedHost();
  const API_HOST_SECRET = 'of-the-setting-with-32-characters-or-more';
  const env = { API_HOST: host.origin, API_HOST_SECRET, API_SECONDARY_HOST: secondary.origin };
  await careers(['doctor', '--json'], { env });
  const sentTo = ({ calls }: ScriptedHost) =>
    new Set(calls.map(({ headers }) => headers.authorization));
  assert.ok(sentTo(host).has(`Bearer ${API_HOST_SECRET}`));
  assert.deepEqual([...sentTo(secondary)], [undefined]);
});

test('a slow host, one with another clock, one whose JSON is declared as something else: warnings', async (t) => {
  await using host = await startScriptedHost();
  const warnings = async (reply: Reply) => {
    host.always('openingsall', reply);
    const { code, findings } = await doctor(host);
    assert.equal(code, 0);
    return findings.flatMap(({ result, messages }) => (result === 'warning' ? messages : []));
  };
  for (const date of ['Thu, 01 Jan 2026 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT'])
    assert.match(
      (
        await warnings(replies.json({ status: true, data: openings }, { headers: { date } }))
      ).join(),
      /^the clocks of the host and of this machine differ by \d+ s$/,
    );
  assert.match(
    (await warnings(replies.wrongContentType({ status: true, data: openings }))).join(),
    /^the content type is text\/html; charset=utf-8, not application\/json$/,
  );
  const now = performance.now.bind(performance);
  let asked = 0;
  t.mock.method(performance, 'now', () => {
    asked += 1;
    return now() + asked * 3000;
  });
  assert.match((await warnings(ok(openings))).join(), /the response took [\d.]+ s/);
});

test('a host that answers calls without the secret too gets a warning', async () => {
  await using host = await startScriptedHost();
  const env = { API_HOST: host.origin, API_HOST_SECRET: 's'.repeat(32), DATA_DIR: '/proc/none' };
  const { code, stdout } = await careers(['doctor', '--json'], { env });
  assert.equal(code, 0, stdout);
  const findings: Finding[] = JSON.parse(stdout);
  assert.deepEqual(
    findings.find(({ check }) => check === 'secret'),
    {
      ...findings.find(({ check }) => check === 'secret'),
      result: 'warning',
      messages: ['the host answers calls without the secret, too'],
    },
  );
});

test('--write sends a marked application, a document and a message, and names the applicant', async () => {
  await using host = await startScriptedHost();
  const { code, findings } = await doctor(host, ['--write']);
  assert.equal(code, 0, JSON.stringify(findings));
  const [application] = host.callsTo('applyjobposting');
  const sent = JSON.stringify(application?.json);
  assert.match(sent, /"emailaddress":"careers-doctor-[0-9a-f]{8}@example\.invalid"/);
  assert.match(sent, /"cover_letter":"<p>Sent by careers doctor/);
  assert.equal(
    host.callsTo('uploadapplicantdocument')[0]?.parts.at(-1)?.filename,
    'careers-doctor.pdf',
  );
  assert.equal(host.callsTo('contact').length, 1);
  assert.ok(
    findings.some(({ messages }) => messages.some((text) => text.startsWith('applicant 501, '))),
  );
});

test('--json prints the fields that are named', async () => {
  await using host = await startScriptedHost();
  const names = ['check', 'result', 'messages', 'duration_ms'];
  const args = ['doctor', '--host', host.origin, '--json'];
  for (const fields of [[], [names.join()]]) {
    const { stdout } = await careers([...args, ...fields]);
    assert.deepEqual(Object.keys(JSON.parse(stdout)[0]), names);
  }
  assert.equal((await careers([...args, 'exitCode'])).code, 2);
});

test('nothing is sent to a host that has failed a check', async () => {
  await using host = await startScriptedHost();
  host.always('companylocations', replies.html());
  assert.equal((await doctor(host, ['--write'])).code, 5);
  assert.ok(host.calls.every(({ method }) => method === 'GET'));
});

test('a host that lets the same candidate apply again gets a warning', async () => {
  await using host = await startScriptedHost();
  host.always('validatecandidate', replies.json({ status: 1 }));
  const { code, findings } = await doctor(host, ['--write']);
  assert.equal(code, 0);
  assert.ok(
    findings.some(
      ({ result, messages }) => result === 'warning' && /may apply again/.test(messages[0] ?? ''),
    ),
  );
});

test('a secure connection that fails names its reason', async () => {
  await using host = await startScriptedHost();
  const { code, findings } = await doctor({ origin: host.origin.replace('http:', 'https:') });
  assert.equal(code, 6);
  assert.match(
    findings[0]?.messages[0] ?? '',
    /no secure connection could be made: .*(?:wrong version number|packet length)/,
  );
});

test('the report for people has a line for each check and a summary, and --junit writes the same', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  const report = join(folder.path, 'doctor.xml');
  host.always('validatecandidate', replies.json({ status: '1' }));
  host.always('companylocations', ok(companies.slice(0, 1)));
  const { code, stdout } = await careers(['doctor', '--host', host.origin, '--junit', report]);
  assert.equal(code, 5);
  assert.match(stdout, /^ok {6}connection: http:\/\/127/);
  assert.match(stdout, /^failed {2}validatecandidate: status is the text "1"/m);
  assert.match(stdout, /\n7 checks: 1 failed, 1 with warnings\n$/);
  assert.match(await readFile(report, 'utf8'), /tests="7" failures="1"/);
  const terminal = await careers(['doctor', '--host', host.origin], { isTerminal: true });
  const colors = [...terminal.stdout.matchAll(/\[(\d+)m(ok|failed|warning)/g)];
  assert.deepEqual(
    new Map(colors.map(([, color = '', result = '']) => [result, color])),
    new Map(Object.entries({ ok: '32', failed: '31', warning: '33' })),
  );
});

test('the report of --junit has the time of each check in seconds', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  const report = join(folder.path, 'doctor.xml');
  const { findings } = await doctor(host, ['--junit', report]);
  const times = [...(await readFile(report, 'utf8')).matchAll(/ time="([^"]+)"/g)];
  assert.deepEqual(
    times.map(([, seconds]) => seconds),
    findings.map(({ duration_ms }) => (duration_ms / 1000).toFixed(3)),
  );
});

test('a host without openings cannot be applied to: a failed check beside the others', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  for (const call of ['openingsall', 'openings', 'listopenings']) host.always(call, ok([]));
  const report = join(folder.path, 'doctor.xml');
  const { code, findings } = await doctor(host, ['--write', '--junit', report]);
  const failed = findings.filter(({ result }) => result === 'failed');
  assert.deepEqual(
    [code, failed.map(({ check, messages }) => [check, messages])],
    [5, [['applyjobposting', ['the host has no opening to apply to']]]],
  );
  assert.match(
    await readFile(report, 'utf8'),
    new RegExp(`tests="${findings.length}" failures="1"`),
  );
});
