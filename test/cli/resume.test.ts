import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Interruption } from '#cli/context.ts';
import { newEntry, openJournal } from '#cli/submit/journal.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { replies, type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { fixtureFolder, hostAndFixtures, several } from './support/fixtures.ts';
import { careers, type InProcessOptions } from './support/in-process.ts';

async function submit(host: ScriptedHost, args: readonly string[], options?: InProcessOptions) {
  const { code, stdout } = await careers(
    ['submit', '--json', ...args, '--host', host.origin],
    options,
  );
  const results: unknown = JSON.parse(stdout);
  assert.ok(Array.isArray(results), stdout);
  return { code, results };
}

const outcomesOf = (results: readonly { outcome: string; applicant_id: string | null }[]) =>
  results.map(({ outcome, applicant_id }) => `${outcome} ${applicant_id}`);

const journalsIn = async (folder: { readonly path: string }) =>
  (await readdir(folder.path)).filter((name) => name.endsWith('.journal')).sort();

test('--resume skips what was sent, sends the missing documents, then the fixtures that were not sent', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixtures = await several(folder, 3);
  const ctrlC = new AbortController();
  const accepted = replies.json({ status: 1 });
  host.next(
    'uploadapplicantdocument',
    ...Array.from({ length: 8 }, () => accepted),
    replies.silence(),
  );
  const running = submit(host, fixtures, { signal: ctrlC.signal });
  await host.called('uploadapplicantdocument', 9);
  ctrlC.abort(new Interruption('SIGINT'));
  const first = await running;
  assert.equal(first.code, 7);
  const ids = first.results.map(({ applicant_id }) => applicant_id);
  assert.deepEqual(outcomesOf(first.results), [
    `accepted ${ids[0]}`,
    `incomplete ${ids[1]}`,
    'interrupted null',
  ]);
  const outcomes = first.results[1].documents.map(({ outcome }: { outcome: string }) => outcome);
  assert.deepEqual(outcomes, ['received', 'received', 'lost', 'not-sent', 'not-sent', 'not-sent']);
  assert.equal((await journalsIn(folder)).length, 2);

  host.reset();
  const second = await submit(host, [...fixtures, '--resume']);
  assert.equal(second.code, 0, JSON.stringify(second.results));
  assert.deepEqual(outcomesOf(second.results).slice(0, 2), [
    `accepted ${ids[0]}`,
    `accepted ${ids[1]}`,
  ]);
  assert.equal(host.callsTo('applyjobposting').length, 1, 'only the third is applied for');
  const sent = host.callsTo('uploadapplicantdocument').map(({ parts }) => ({
    applicant: JSON.parse(parts.find(({ name }) => name === 'applicant_info')?.value ?? '')
      .applicant_id,
    type: parts.find(({ name }) => name === 'document_type')?.value,
    final: parts.some(({ name }) => name === 'final_file'),
  }));
  const ofSecond = sent
    .filter(({ applicant }) => applicant === ids[1])
    .map(({ type, final }) => `${type} ${final}`);
  assert.deepEqual(ofSecond, ['waec false', 'undergraduate false', 'other false', 'passport true']);
  assert.equal(sent.length, 4 + 6);
  assert.deepEqual(await journalsIn(folder), [], 'a run that is complete leaves no journal');
});

test('without --resume a fixture that was sent in part is sent as a new application', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixtures = await several(folder, 1);
  host.next('uploadapplicantdocument', replies.json({ status: 0, message: 'No.' }));
  assert.equal((await submit(host, fixtures)).code, 7);
  assert.equal((await journalsIn(folder)).length, 1);
  host.reset();
  host.forget();
  assert.equal((await submit(host, fixtures)).code, 0);
  assert.equal(host.callsTo('applyjobposting').length, 1);
  assert.equal(host.callsTo('uploadapplicantdocument').length, 6);
});

test('the journal is written before the application is sent, readable by its owner only', async (t) => {
  const { host, folder, fixture } = await hostAndFixtures(t);
  host.next('applyjobposting', replies.resetAfterReading());
  const running = submit(host, [fixture]);
  const { headers } = await host.called('applyjobposting', 1, 'headers');
  const [name = ''] = await journalsIn(folder);
  const { mode } = await stat(join(folder.path, name));
  const { key, applicant_id } = JSON.parse(await readFile(join(folder.path, name), 'utf8'));
  assert.equal(mode & 0o777, 0o600);
  assert.equal(applicant_id, null);
  assert.equal(headers['idempotency-key'], key);
  await running;
});

test('after a lost answer, --resume asks the host with the same key, and never sends twice what it has', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  host.next('applyjobposting', replies.resetAfterReading());
  assert.deepEqual(outcomesOf((await submit(host, [fixture])).results), ['lost null']);
  const key = host.callsTo('applyjobposting')[0]?.headers['idempotency-key'];

  host.reset();
  host.always('validatecandidate', replies.json({ status: 0 }));
  const unknown = await submit(host, [fixture, '--resume']);
  assert.deepEqual([unknown.code, ...outcomesOf(unknown.results)], [7, 'lost null']);
  assert.equal(host.callsTo('applyjobposting').length, 0);

  host.always('validatecandidate', replies.json({ status: 0, data: { data: { id: 88 } } }));
  const known = await submit(host, [fixture, '--resume']);
  assert.deepEqual([known.code, ...outcomesOf(known.results)], [0, 'accepted 88']);
  assert.equal(host.callsTo('validatecandidate').at(-1)?.headers['idempotency-key'], key);
  assert.equal(host.callsTo('applyjobposting').length, 0);
});

test('a journal belongs to one host and one version of the fixture', async () => {
  await using host = await startScriptedHost();
  await using other = await startScriptedHost();
  await using folder = await fixtureFolder();
  const fixture = await folder.application('ada.json');
  host.next('uploadapplicantdocument', replies.json({ status: 0 }));
  assert.equal((await submit(host, [fixture])).code, 7);
  assert.equal((await submit(other, [fixture, '--resume'])).code, 0);
  assert.equal(other.callsTo('applyjobposting').length, 1);
  await folder.application('ada.json', { emailaddress: 'other@example.com' });
  assert.equal((await submit(host, [fixture, '--resume'])).code, 0);
  assert.equal(host.callsTo('applyjobposting').length, 2);
});

test('without a place for its journal a run sends nothing, and --journal names another', async (t) => {
  const { host, folder, fixture } = await hostAndFixtures(t);
  for (const [place, problem] of [
    ['ada.json', 'not a directory (ENOTDIR)'],
    ['missing', 'its directory does not exist'],
  ] as const) {
    const nowhere = await submit(host, [fixture, '--journal', join(folder.path, place)]);
    assert.equal(nowhere.code, 3);
    const [, path, said] =
      /^the journal (.*) cannot be used: (.*); --journal <directory> names another place$/.exec(
        nowhere.results[0].message,
      ) ?? [];
    assert.deepEqual([dirname(path ?? ''), said], [join(folder.path, place), problem]);
  }
  assert.ok(host.calls.every(({ name }) => name === 'findopening'));
  await using elsewhere = await fixtureFolder();
  host.next('uploadapplicantdocument', replies.json({ status: 0 }));
  assert.equal((await submit(host, [fixture, '--journal', elsewhere.path])).code, 7);
  assert.equal((await journalsIn(elsewhere)).length, 1);
});

test('a damaged journal is named, and nothing is sent', async (t) => {
  const { host, folder, fixture } = await hostAndFixtures(t);
  host.next('uploadapplicantdocument', replies.json({ status: 0 }));
  await submit(host, [fixture]);
  const [name = ''] = await journalsIn(folder);
  await writeFile(join(folder.path, name), '{"host":');
  host.reset();
  const { code, results } = await submit(host, [fixture, '--resume']);
  assert.equal(code, 3);
  assert.match(results[0].message, /it is damaged/);
  assert.equal(host.callsTo('validatecandidate').length, 0);
});

test('a document that cannot be read is found before anything is sent', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixture = await folder.application('ada.json', {}, { waec: 'folder.pdf' });
  await chmod(join(folder.path, 'cv.pdf'), 0);
  await chmod(folder.path, 0o755);
  await mkdir(join(folder.path, 'folder.pdf'));
  // The superuser may read every file.
  const isSuperuser = process.geteuid?.() === 0;
  if (isSuperuser) process.seteuid?.('nobody');
  const { code, results } = await submit(host, [fixture, '--dry-run']).finally(() => {
    if (isSuperuser) process.seteuid?.(0);
  });
  assert.equal(code, 3);
  assert.equal(results[0].message, 'documents.cv: may not be read; documents.waec: is a directory');
});

test('a named pipe as a document is refused at once', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixture = await folder.application('ada.json', {}, { waec: 'pipe.pdf' });
  execFileSync('mkfifo', [join(folder.path, 'pipe.pdf')]);
  const { code, results } = await submit(host, [fixture, '--dry-run']);
  assert.deepEqual([code, results[0].message], [3, 'documents.waec: is not a file']);
});

test('a fixture from stdin is sent once, with documents relative to the working directory', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const path = await folder.application('ada.json');
  const { application, documents } = JSON.parse(await readFile(path, 'utf8'));
  const absolute = Object.fromEntries(
    Object.entries(documents).map(([type, name]) => [type, join(folder.path, String(name))]),
  );
  const stdin = JSON.stringify({ application, documents: absolute });
  const { code, results } = await submit(host, ['-', '--journal', folder.path], { stdin });
  assert.deepEqual([code, results[0].fixture, results[0].outcome], [0, '-', 'accepted']);
  assert.equal((await careers(['submit', '-', '-', '--host', host.origin])).code, 2);
});

for (const { call, nth, exit, printed, applications } of [
  {
    ...{ call: 'validatecandidate', nth: 1, exit: 130, applications: 0 },
    printed: /^interrupted .*: interrupted before anything was sent\ninterrupted /,
  },
  {
    ...{ call: 'applyjobposting', nth: 1, exit: 7, applications: 1 },
    printed: /^lost .*it may have been accepted.*\ninterrupted /,
  },
  {
    ...{ call: 'validatecandidate', nth: 2, exit: 7, applications: 1 },
    printed: /^accepted .*\ninterrupted /,
  },
])
  test(`Ctrl-C during ${call} of fixture ${nth} exits with ${exit} and says what became of each`, async (t) => {
    const { host, folder } = await hostAndFixtures(t);
    const ctrlC = new AbortController();
    host.next(call, ...Array(nth - 1).fill(replies.json({ status: 1 })), replies.silence());
    const args = ['submit', ...(await several(folder, 2)), '--host', host.origin];
    const running = careers(args, { signal: ctrlC.signal });
    await host.called(call, nth);
    ctrlC.abort(new Interruption('SIGINT'));
    const { code, stdout } = await running;
    assert.match(stdout, printed);
    assert.deepEqual([code, host.callsTo('applyjobposting').length], [exit, applications]);
  });

test('a JUnit report that cannot be written ends the run before anything is sent', async (t) => {
  const { host, folder, fixture } = await hostAndFixtures(t);
  const { code, stderr } = await careers([
    ...['submit', fixture, '--host', host.origin, '--junit', folder.path],
  ]);
  assert.deepEqual(
    [code, stderr],
    [3, `error: ${folder.path} cannot be written: illegal operation on a directory (EISDIR)\n`],
  );
  assert.equal(host.calls.length, 0);
});

test('a run that finds no host has one failed case in its JUnit report', async () => {
  await using folder = await fixtureFolder();
  const report = join(folder.path, 'submit.xml');
  const { code } = await careers(
    ['submit', await folder.application('ada.json'), '--junit', report],
    { env: { DATA_DIR: folder.path } },
  );
  assert.equal(code, 6);
  const xml = await readFile(report, 'utf8');
  assert.match(xml, /tests="1" failures="1"/);
  assert.match(xml, /<failure type="failed" message="no API host: set/);
});

test('a JUnit report for which the disk has no room does not lose the results', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  const { code, stdout, stderr } = await careers([
    ...['submit', fixture, '--host', host.origin, '--json', '--junit', '/dev/full'],
  ]);
  assert.match(
    stderr,
    /^error: \/dev\/full cannot be written: no space left on device \(ENOSPC\)\n$/,
  );
  assert.deepEqual([code, JSON.parse(stdout)[0].outcome], [1, 'accepted']);
});

test('a journal that cannot be written leaves no copy of the application', async () => {
  await using folder = await fixtureFolder();
  const application = buildApplication();
  const journal = await openJournal(folder.path, 'ada.json', 'host', application);
  await journal.write(newEntry('host', application));
  const [name = ''] = await journalsIn(folder);
  await journal.remove();
  await mkdir(join(folder.path, name));
  const before = await readdir(folder.path);
  await assert.rejects(journal.write(newEntry('host', application)), /EISDIR|EEXIST/);
  assert.deepEqual(await readdir(folder.path), before);
});

test('--resume of a fixture that was completed says so, sends nothing and ends with 0', async (t) => {
  const { host, folder, fixture } = await hostAndFixtures(t);
  const [first] = (await submit(host, [fixture])).results;
  host.reset();
  for (const _again of [1, 2]) {
    const { code, results } = await submit(host, [fixture, '--resume']);
    assert.equal(code, 0);
    assert.deepEqual(outcomesOf(results), [`accepted ${first.applicant_id}`]);
    assert.match(
      results[0].message,
      /^an earlier run has sent the application and all its documents$/,
    );
  }
  assert.deepEqual(host.calls, []);
  const left = (await readdir(folder.path)).filter((name) => name.startsWith('.ada'));
  assert.match(left.join(), /^\.ada\.json\.[0-9a-f]{16}\.sent$/);
  assert.ok(!(await readFile(join(folder.path, left[0] ?? ''), 'utf8')).includes('@'));
});

test('a run that begins while another one sends the same fixture leaves its journal as it is', async () => {
  await using folder = await fixtureFolder();
  const application = buildApplication();
  const begin = async (resume: boolean) => {
    const journal = await openJournal(folder.path, 'ada.json', 'host', application, resume);
    await journal.write(newEntry('host', application));
  };
  await begin(false);
  const [first = ''] = await journalsIn(folder);
  const before = await readFile(join(folder.path, first), 'utf8');
  await begin(false);
  assert.equal((await journalsIn(folder)).length, 2);
  assert.equal(await readFile(join(folder.path, first), 'utf8'), before);
  // --resume goes on with the newest.
  const key = JSON.parse(before).key;
  for (const year of ['2020', '2030']) {
    await utimes(join(folder.path, first), new Date(year), new Date(year));
    const { earlier } = await openJournal(folder.path, 'ada.json', 'host', application);
    assert.equal(earlier?.key === key, year === '2030');
  }
});

test('two runs on one fixture at the same time have a journal each', async (t) => {
  const { host, folder, fixture } = await hostAndFixtures(t);
  host.always('uploadapplicantdocument', replies.json({ status: 0, message: 'No.' }));
  // Without this reply the host refuses the candidate of the run that asks after the other has applied.
  host.always('validatecandidate', replies.json({ status: 1 }));
  const runs = await Promise.all([submit(host, [fixture]), submit(host, [fixture])]);
  const journals = await journalsIn(folder);
  const ids = await Promise.all(
    journals.map(async (name) => JSON.parse(await readFile(join(folder.path, name), 'utf8'))),
  );
  assert.deepEqual(
    ids.map(({ applicant_id }) => applicant_id).sort(),
    runs.map(({ results }) => results[0].applicant_id).sort(),
  );
  assert.equal(new Set(ids.map(({ key }) => key)).size, 2);
});
