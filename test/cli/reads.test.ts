import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { careers } from './support/in-process.ts';

test('list prints one line for each opening', async () => {
  await using host = await startScriptedHost();
  const { code, stdout, stderr } = await careers(['list', '--host', host.origin]);
  assert.deepEqual([code, stderr], [0, '']);
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, 5);
  assert.match(lines[1] ?? '', /^11\tPastry chef\tNorthwind Bakery\tLagos, Ibadan\tFull time$/);
});

test('list --json prints an array of openings with unknown fields', async () => {
  await using host = await startScriptedHost();
  const { code, stdout, stderr } = await careers(['list', '--json', '--host', host.origin]);
  assert.deepEqual([code, stderr], [0, '']);
  const openings: unknown = JSON.parse(stdout);
  assert.ok(Array.isArray(openings));
  const ids = openings.map(({ id }) => id);
  assert.deepEqual(ids, ['11', '12', '21', 'night-22']);
  assert.equal(openings[0].internal_code, 'PC-1');
});

test('search sends the given company and text', async () => {
  await using host = await startScriptedHost();
  const search = ['search', '--company', '2', '--query', 'cook', '--host', host.origin];
  const { code, stdout } = await careers([...search, '--json']);
  assert.equal(code, 0);
  assert.deepEqual(host.calls[0]?.query, { company_id: '2', q: 'cook' });
  const ids = JSON.parse(stdout).map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, ['21']);
});

test('a search without results prints a message on stderr and exits with 0', async () => {
  await using host = await startScriptedHost();
  const search = ['search', '--company', '2', '--query', 'pilot', '--host', host.origin];
  const { code, stdout, stderr } = await careers([...search, '--json']);
  assert.deepEqual([code, stdout, stderr], [0, '[]\n', 'No openings found for "pilot"\n']);
});

test('companies shows the companies', async () => {
  await using host = await startScriptedHost();
  const { code, stdout } = await careers(['companies', '--host', host.origin]);
  assert.equal(code, 0);
  assert.equal(stdout, 'ID\tCOMPANY\n1\tNorthwind Bakery\n2\tSouthgate Catering\n');
  const company_name = 'x'.repeat(300);
  host.next('companylocations', replies.json({ status: 1, data: [{ id: 1, company_name }] }));
  const long = await careers(['companies', '--host', host.origin]);
  assert.equal(long.stdout, `ID\tCOMPANY\n1\t${company_name}\n`);
});

test('show prints an opening as text without tags, with its details and questions', async () => {
  await using host = await startScriptedHost();
  const { code, stdout } = await careers(['show', '11', '--host', host.origin]);
  assert.equal(code, 0);
  assert.match(stdout, /^Pastry chef {2}#11\nCompany +Northwind Bakery\nCities +Lagos, Ibadan\n/);
  assert.match(stdout, /Make croissants & laminated dough/);
  assert.match(
    stdout,
    /101 {2}Can you start at 4 am\? \(required\)\n102 {2}Your favourite bread\?\n/,
  );
  assert.doesNotMatch(stdout, /<p>|<strong>/);
});

test('show renders headings, paragraphs and lists of the description; headings are bold on a terminal', async () => {
  await using host = await startScriptedHost();
  const jobdescription = `<h2>Your&nbsp;day</h2><p>Bake <b>br</b>ead\nat four. ${'Then sell it. '.repeat(6)}<br>Every day.</p>
    <ul><li>Knead<ul><li>by hand</li></ul></li><li>Bake &amp; ${'sell '.repeat(16)}</li></ul>
    <ol><li><p>One</p></li><li>Two</li></ol><script>alert(1)</script><h3>Pay</h3>By\u001b[31m month`;
  const opening = {
    id: '1',
    role_name: 'Baker',
    company_id: '1',
    company_name: 'B',
    jobdescription,
  };
  host.always('findopening', replies.json({ status: 1, data: { ...opening } }));
  const shown = async (isTerminal: boolean) =>
    (await careers(['show', '1', '--host', host.origin], { isTerminal })).stdout;
  assert.equal(
    (await shown(false)).slice((await shown(false)).indexOf('Your')),
    [
      'Your day',
      '',
      'Bake bread at four. Then sell it. Then sell it. Then sell it. Then sell it. Then',
      'sell it. Then sell it.',
      'Every day.',
      '',
      '- Knead',
      '  - by hand',
      '- Bake & sell sell sell sell sell sell sell sell sell sell sell sell sell sell',
      '  sell sell',
      '',
      '1. One',
      '2. Two',
      '',
      'Pay',
      '',
      'By [31m month',
      '',
    ].join('\n'),
  );
  const terminal = await shown(true);
  assert.ok(terminal.includes('\u001b[1mYour day\u001b[22m'), terminal);
});

test('control characters of a host do not reach the terminal', async () => {
  await using host = await startScriptedHost();
  const text = 'Chef\u001b[2J\u0007\u009b\u202e\n9\tForged';
  const opening = {
    ...Object.fromEntries(
      ['id', 'role_name', 'company_id', 'company_name', 'jobstatus', 'requiredskill'].map(
        (name) => [name, text],
      ),
    ),
    extra_skill: text,
    employment_type: text,
    locations: [{ city: text }],
    questions: [{ id: text, question: text, required: '1' }],
    jobdescription: 'a\u001b]0;b',
    [text]: text,
  };
  const list = replies.json({ status: 1, data: [opening] });
  for (const call of ['openingsall', 'openings', 'companylocations']) host.always(call, list);
  host.always('findopening', replies.json({ status: 1, data: opening }));
  const refused = replies.json({ status: 0, message: text });
  const run = async (...args: readonly string[]) => {
    const { stdout, stderr } = await careers([...args, '--verbose', '--host', host.origin]);
    for (const output of [stdout, stderr]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that they are absent
      assert.doesNotMatch(output, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      assert.doesNotMatch(output, /^9\tForged/m);
    }
    return stdout + stderr;
  };
  for (const args of [
    ['list'],
    ['show', '1'],
    ['search', '--company', '1'],
    ['companies'],
    ['list', '--json'],
    ['doctor'],
  ])
    assert.match(await run(...args), /Chef/);
  for (const call of ['openingsall', 'findopening', 'companylocations']) host.always(call, refused);
  for (const args of [['list'], ['companies'], ['list', '--json'], ['doctor']])
    assert.match(await run(...args), /Chef/);
});

test('an invalid item is omitted with a warning on stderr', async () => {
  await using host = await startScriptedHost();
  host.next(
    'companylocations',
    replies.json({ status: 1, data: [{ id: 1 }, { id: 2, company_name: 'B' }] }),
  );
  const { code, stdout, stderr } = await careers(['companies', '--json', '--host', host.origin]);
  assert.deepEqual([code, JSON.parse(stdout)], [0, [{ id: '2', company_name: 'B' }]]);
  assert.match(stderr, /^warning: http.*\/api\/companylocations: item 0 was omitted/);
});

test('--verbose reports each call on stderr, without its query', async () => {
  await using host = await startScriptedHost();
  host.next('openings', replies.http(503));
  const search = ['search', '--company', '2', '--query', 'cook', '--host', host.origin];
  const { stdout, stderr } = await careers([...search, '--json', '--verbose']);
  assert.equal(JSON.parse(stdout).length, 1);
  assert.match(
    stderr,
    /^GET http\S+\/api\/openings 503 \d+ ms\nGET http\S+\/api\/openings 200 \d+ ms\n$/,
  );
});
