import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadedSite } from '#src/config/site.ts';
import { siteConfigHeader } from '#src/domain/api/request.ts';
import { companies, openings } from '#test/support/default-responses.ts';
import {
  type Reply,
  replies,
  type ScriptedHost,
  startScriptedHost,
} from '#test/support/scripted-host.ts';
import { hostAndFixtures } from './support/fixtures.ts';
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

/** Hosts that break section 7 in one way: the call, its reply, a part of the message, and the check that fails. */
const brokenHosts: readonly (readonly [string, string, Reply, RegExp, string?])[] = [
  ['resets connections', 'openingsall', replies.resetAfterReading(), /was closed/, 'connection'],
  ['never responds', 'openingsall', replies.silence(), /within the time limit/, 'connection'],
  ['does not speak HTTP', 'openingsall', replies.notHttp(), /not HTTP/, 'connection'],
  ['cuts a response', 'companylocations', replies.cut(), /before the end of the response/],
  ['sends a page', 'openingsall', replies.html(), /text\/html that is no JSON object/],
  ['sends nothing', 'companylocations', replies.empty(), /HTTP 200 with an empty body/],
  ['sends half of the JSON', 'openingsall', replies.truncatedJson(), /no JSON object/],
  ['sends a bare list', 'openingsall', replies.json(openings), /no JSON object/],
  ['has the status "1"', 'openingsall', ok(openings, '1'), /only true, "True" and the number 1/],
  ['has no status', 'openingsall', replies.json({ data: openings }), /the response has no status/],
  [
    'refuses a read',
    'companylocations',
    replies.json({ status: 0, message: 'Closed today.' }),
    /status is the number 0.*Closed today/,
  ],
  [
    'fails with a message',
    'companylocations',
    replies.json({ status: false, message: 'No database.' }, { status: 500 }),
    /HTTP 500: No database\./,
  ],
  ['has no list', 'openingsall', ok({ items: openings }), /data is object, not a list/],
  ['omits an id', 'openingsall', withFirst({ id: undefined }), /item 0 cannot be shown.*id/],
  ['has text for a list', 'openingsall', withFirst({ locations: 'Lagos' }), /invalid.*locations/],
  ['has other dates', 'openingsall', withFirst({ closing_date: '31/01/2027' }), /invalid.*closing/],
  ['omits a name', 'companylocations', ok([{ id: 1 }]), /item 0 cannot be shown.*company_name/],
  ['ignores company_id', 'openings', ok(openings), /company_id is ignored/],
  ['ignores q', 'openings', ok(openings.slice(0, 2)), /q is ignored/],
  ['finds nothing without q', 'openings', ok([]), /an empty q does not find all .*: 11,12 missing/],
  ['sends another opening', 'findopening', ok(others[0]), /asked for opening 11, the host sent 12/],
  ['lets no id in', 'applyjobposting', replies.json({ status: 1, data: {} }), /without an id at/],
  [
    'takes documents with "1"',
    'uploadapplicantdocument',
    replies.json({ status: '1' }),
    /text "1"/,
  ],
  [
    'refuses messages',
    'contact',
    replies.json({ status: false, message: 'No.' }),
    /status is false.*No\./,
  ],
];

for (const [what, call, reply, message, check = call] of brokenHosts)
  test(`a host that ${what} fails for that reason`, async (t) => {
    const { host } = await hostAndFixtures(t);
    host.always(call, reply);
    const isWritten = ['applyjobposting', 'uploadapplicantdocument', 'contact'].includes(call);
    const args = what === 'never responds' ? ['--timeout', '300'] : isWritten ? ['--write'] : [];
    const { code, findings } = await doctor(host, args);
    const [first, ...failed] = findings.filter(({ result }) => result === 'failed');
    assert.equal(first?.check, check, 'the first failure is the cause');
    const messages = [first, ...failed].flatMap((one) =>
      one?.check === check ? one.messages : [],
    );
    assert.match(messages.join('\n'), message);
    assert.equal(code, check === 'connection' ? 6 : 5);
  });

test('a host that keeps section 7 passes, with each of the three success values, and nothing is sent', async () => {
  await using host = await startScriptedHost();
  for (const status of [true, 'True', 1]) {
    host.always('openingsall', ok(openings, status));
    host.always('companylocations', ok(companies, status));
    const { code, findings } = await doctor(host);
    assert.equal(code, 0);
    const notOk = findings.filter(({ result }) => result !== 'ok').map(({ check }) => check);
    assert.deepEqual(notOk, []);
  }
  assert.ok(host.calls.every(({ method }) => method === 'GET'));
});

test('a host with another site config is a warning, because an update has two for a while', async () => {
  await using host = await startScriptedHost();
  const replyOf = (digest: string) =>
    replies.json({ status: true, data: openings }, { headers: { [siteConfigHeader]: digest } });
  host.always('openingsall', replyOf(loadedSite.digest));
  const notOk = (await doctor(host)).findings.find(({ result }) => result !== 'ok');
  assert.equal(notOk, undefined);
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

test('the report for people has a line for each check and a summary, and --junit writes the same', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
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

test('the report of --junit has the time of each check in seconds', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const report = join(folder.path, 'doctor.xml');
  const { findings } = await doctor(host, ['--junit', report]);
  const times = [...(await readFile(report, 'utf8')).matchAll(/ time="([^"]+)"/g)];
  assert.deepEqual(
    times.map(([, seconds]) => seconds),
    findings.map(({ duration_ms }) => (duration_ms / 1000).toFixed(3)),
  );
});

test('a host without openings cannot be applied to: a failed check beside the others', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
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
