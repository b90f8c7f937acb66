import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exitCodesHelp, exitOfCommand, worstOf, writeFailure } from '#cli/errors.ts';
import type { Exit } from '#src/domain/model/exit-codes.ts';
import { TransportError } from '#src/http/errors.ts';
import type { Reply } from '#test/support/host-replies.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { careers } from './support/in-process.ts';

/**
 * Runs a command with and without --json: the exit code is the same, and --json prints one document with
 * the error.
 */
async function failing(args: readonly string[], env: Record<string, string> = {}) {
  const human = await careers(args, { env });
  const machine = await careers([...args, '--json'], { env });
  assert.equal(machine.code, human.code);
  assert.equal(human.stdout, '', 'nothing on stdout for people');
  assert.match(human.stderr, /^error: /m);
  assert.doesNotMatch(human.stderr, /\n {4}at /, 'no stack for a person');
  const { error } = JSON.parse(machine.stdout);
  assert.equal(error.exit_code, human.code);
  assert.equal(typeof error.message, 'string');
  return { code: human.code, error, stderr: human.stderr };
}

test('2: usage', async () => {
  for (const args of [
    ['lists'],
    ['list', '--bogus'],
    ['list', 'extra'],
    ['list', '--host', 'example.com'],
    ['list', '--host', 'https://user:secret@example.com'],
    ['list', '--timeout', 'soon'],
    ['list', '--timeout', '0'],
    ['list', '--timeout', '2147483648'],
    ['search', '--query', 'x'],
    ['show'],
    ['submit'],
    ['submit', 'a.json', '--concurrency', '0'],
    ['contact'],
  ]) {
    const { code, error } = await failing(args);
    assert.deepEqual([code, error.kind], [2, 'usage'], args.join(' '));
  }
});

test('130 or 7: a call that is ended by Ctrl-C, by whether the host may have got it', () => {
  const call = { method: 'POST', url: 'http://host.example/api/contact' };
  for (const [mayHaveArrived, write, exit] of [
    [false, true, 'interrupted'],
    [true, false, 'interrupted'],
    [true, true, 'incomplete'],
  ] as const) {
    const error = new TransportError(call, { reason: 'aborted', mayHaveArrived });
    assert.equal(exitOfCommand(error, { write }), exit);
  }
});

test('3: a target that cannot be written, or its temporary name or directory; another file is unexpected', () => {
  const target = '/data/out/export.csv';
  for (const [path, isOfTarget] of [
    [target, true],
    [`${target}.part-1a2b`, true],
    ['/data/out', true],
    ['/data/out/export', false],
    ['/data/documents/cv.pdf', false],
  ] as const) {
    const failure = Object.assign(new Error('no'), { code: 'EACCES', errno: -13, path });
    const message = `${target} cannot be written: permission denied (EACCES)`;
    const expected = isOfTarget ? { name: 'CommandError', exit: 'invalid', message } : failure;
    assert.throws(() => writeFailure(target)(failure), expected, path);
  }
});

test('3: the disk of a target is full, which an open file and SQLite report without a path', () => {
  const target = '/data/out/backup';
  for (const [fields, problem] of [
    [{ code: 'ENOSPC', errno: -28 }, 'no space left on device (ENOSPC)'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'no space left on device'],
  ] as const)
    assert.throws(() => writeFailure(target)(Object.assign(new Error('no'), fields)), {
      name: 'CommandError',
      exit: 'invalid',
      message: `${target} cannot be written: ${problem}`,
    });
});

test('2: without a command, with the help on stderr', async () => {
  const { code, stdout, stderr } = await careers([]);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^Usage: careers/);
});

test('0: the help command, of nested commands too; 2: of a command that does not exist', async () => {
  for (const [path, usage] of [
    ['', 'careers [options] [command]'],
    ['submit', 'careers submit [options] [fixture...]'],
    ['host', 'careers host [options] [command]'],
    ['host openings', 'careers host openings [options] [command]'],
    ['host openings import', 'careers host openings import [options] <file>'],
  ] as const) {
    const { code, stdout, stderr } = await careers(['help', ...path.split(' ').filter(Boolean)]);
    assert.deepEqual([code, stderr, stdout.split('\n', 1)[0]], [0, '', `Usage: ${usage}`]);
  }
  assert.match(
    (await careers(['host', 'backup', '--help'])).stdout,
    /^Usage: careers host backup /,
  );
  assert.equal((await careers(['host', 'openings', 'help', 'import'])).code, 0);
  assert.equal((await careers(['host', 'help', 'openings'])).code, 0);
  assert.equal((await careers(['help', 'sumbit'])).code, 2);
});

test('0: help and version', async () => {
  const help = await careers(['list', '--help']);
  assert.deepEqual([help.code, help.stderr], [0, '']);
  assert.match(help.stdout, /--secondary-host <origin>/);
  const version = await careers(['--version']);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  assert.equal(version.code, 0);
});

test('3: an invalid setting is named', async () => {
  for (const [name, value] of [
    ['API_HOST', 'nonsense'],
    ['API_SECONDARY_HOST', 'ftp://example.com'],
    ['API_TIMEOUT_MS', 'soon'],
  ] as const) {
    const { code, error } = await failing(['list'], {
      API_HOST: 'http://127.0.0.1:1',
      [name]: value,
    });
    assert.equal(code, 3);
    assert.match(error.message, new RegExp(`^${name} must be `));
  }
});

test('5: the host refuses or violates the contract', async () => {
  await using host = await startScriptedHost();
  const cases: readonly (readonly [Reply, string])[] = [
    [replies.json({ status: 0, message: 'Closed for stocktaking.' }), 'refused'],
    [replies.json({ status: 'true' }), 'refused'],
    [replies.http(500), 'refused'],
    [replies.http(404), 'refused'],
    [replies.html(), 'malformed'],
    [replies.empty(), 'malformed'],
    [replies.truncatedJson(), 'malformed'],
    [replies.json({ status: 1 }), 'malformed'],
    [replies.http(301, { location: 'https://example.com/' }), 'malformed'],
  ];
  for (const [reply, kind] of cases) {
    host.always('openingsall', reply);
    const { code, error } = await failing(['list', '--host', host.origin]);
    assert.deepEqual([code, error.kind], [5, kind]);
    assert.equal(error.url, `${host.origin}/api/openingsall`);
  }
});

test('5: an opening that does not exist', async () => {
  await using host = await startScriptedHost();
  const { code, error } = await failing(['show', '99', '--host', host.origin]);
  assert.deepEqual([code, error.message], [5, 'the host has no opening 99']);
});

test('6: the host is unreachable, does not respond or truncates its response', async () => {
  await using host = await startScriptedHost();
  for (const [reply, reason, timeout] of [
    [replies.silence(), 'timeout', '300'],
    [replies.cut(), 'cut', '10000'],
    [replies.resetAfterReading(), 'reset', '10000'],
  ] as const) {
    host.always('openingsall', reply);
    const { code, error } = await failing(['list', '--host', host.origin, '--timeout', timeout]);
    assert.deepEqual([code, error.kind, error.reason], [6, 'transport', reason]);
  }
  await host.stop();
  const { code, error } = await failing(['list', '--host', host.origin]);
  assert.deepEqual([code, error.reason], [6, 'refused']);
});

test('6: no host is set and no site is running; the message contains a solution', async (t) => {
  const { code, error } = await failing(['list'], { DATA_DIR: newFolder(t) });
  assert.equal(code, 6);
  assert.match(error.message, /--host or API_HOST, or start the site with npm start/);
});

test('the help explains each exit code on a line of its own', () => {
  const lines = exitCodesHelp.split('\n');
  const codes = lines.map((line) => /^ {2}(\d+ {1,4}) \w/.exec(line)?.[1]);
  assert.equal(lines[0], 'Exit codes of careers');
  const expected = [0, 1, 2, 3, 4, 5, 6, 7, 130].map((code) => `${code}`.padEnd(4));
  assert.deepEqual(codes.slice(1, -1), expected);
});

test('several outcomes end a command as the most severe one', () => {
  const table: readonly (readonly [Exit[], Exit])[] = [
    [[], 'done'],
    [['done', 'done'], 'done'],
    [['done', 'candidateRefused', 'done'], 'candidateRefused'],
    [['candidateRefused', 'hostRefused'], 'hostRefused'],
    [['unreachable', 'hostRefused', 'candidateRefused'], 'unreachable'],
    [['done', 'incomplete', 'unreachable'], 'incomplete'],
    [['interrupted', 'unreachable'], 'interrupted'],
    [['interrupted', 'incomplete'], 'incomplete'],
    [['done', 'invalid'], 'invalid'],
    [['invalid', 'usage'], 'usage'],
    [['interrupted', 'unexpected', 'incomplete', 'usage'], 'unexpected'],
  ];
  for (const [exits, worst] of table) assert.equal(worstOf(exits), worst, exits.join());
});

test('6: a database that cannot be reached is named by host and port in one sentence', async () => {
  const env = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/careers' };
  const { code, stderr } = await failing(['host', 'messages'], env);
  assert.equal(code, 6);
  assert.equal(
    stderr,
    'error: The database 127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n',
  );
});
