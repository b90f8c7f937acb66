import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interruption } from '#cli/context.ts';
import { replies } from '#test/support/scripted-host.ts';
import { hostAndFixtures } from './support/fixtures.ts';
import { careers } from './support/in-process.ts';

const message = {
  firstname: 'Ada',
  lastname: 'Sample',
  email: 'ada@example.com',
  msg: 'Good morning.',
};

test('0: sends the message with the API field names and prints the host’s message', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixture = await folder.file('m.json', JSON.stringify(message));
  const { code, stdout } = await careers(['contact', fixture, '--json', '--host', host.origin]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), {
    fixture,
    outcome: 'accepted',
    message: 'Message received.',
  });
  assert.deepEqual(host.calls[0]?.json, { ...message, phone: '', subject: '' });
});

test('the message is sent as the site sends it, from a file with a byte order mark', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const entered = {
    ...message,
    firstname: ' Ada\0 ',
    email: ' ada @example.com',
    phone: '01 95 12 34 56',
  };
  const fixture = await folder.file('m.json', `\ufeff${JSON.stringify(entered)}`);
  const { code } = await careers(['contact', fixture, '--host', host.origin]);
  assert.equal(code, 0);
  assert.deepEqual(host.calls[0]?.json, { ...message, phone: '+2290195123456', subject: '' });
});

test('a message in UTF-16 is read, and one in another encoding is named as such', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const text = `\ufeff${JSON.stringify(message)}`;
  const little = Buffer.from(text, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    const fixture = await folder.file('m.json', bytes);
    assert.equal((await careers(['contact', fixture, '--host', host.origin])).code, 0);
  }
  const latin = Buffer.from(JSON.stringify({ ...message, msg: 'Café' }), 'latin1');
  const { code, stderr } = await careers([
    ...['contact', await folder.file('m.json', latin), '--host', host.origin],
  ]);
  assert.equal(code, 3);
  assert.match(stderr, /is not UTF-8 or UTF-16/);
  assert.equal(host.calls.length, 2);
});

test('the message is Sent Message if the host sends none', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  host.next('contact', replies.json({ status: 1 }));
  const fixture = await folder.file('m.json', JSON.stringify(message));
  const { stdout } = await careers(['contact', fixture, '--host', host.origin]);
  assert.equal(stdout, 'Sent Message\n');
});

test('3: an invalid message is not sent', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  for (const [changes, expected] of [
    [{ email: 'nowhere' }, /email: Please enter a valid email address\./],
    [{ subject: 'x'.repeat(201) }, /subject: Please enter no more than 200 characters\./],
    [{ msg: '' }, /msg: This field is required\./],
    [{ colour: 'red' }, /Unrecognized key: "colour"/],
  ] as const) {
    const fixture = await folder.file('m.json', JSON.stringify({ ...message, ...changes }));
    const { code, stdout, stderr } = await careers(['contact', fixture, '--host', host.origin]);
    assert.deepEqual([code, stdout], [3, '']);
    assert.match(stderr, expected);
  }
  assert.equal(host.calls.length, 0);
});

test('5, 6 and 7: refused, unreachable, response lost', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixture = await folder.file('m.json', JSON.stringify(message));
  const send = async (timeout = '60000') =>
    (await careers(['contact', fixture, '--host', host.origin, '--timeout', timeout])).code;
  host.next('contact', replies.json({ status: 0, message: 'No.' }));
  assert.equal(await send(), 5);
  for (const reply of [replies.resetAfterReading(), replies.html(), replies.http(502)]) {
    host.next('contact', reply);
    assert.equal(await send(), 7);
  }
  host.next('contact', replies.silence());
  assert.equal(await send('3000'), 7);
  assert.equal(host.calls.length, 5, 'never sent again');
  host.next('contact', replies.silence());
  const ctrlC = new AbortController();
  const interrupted = careers(['contact', fixture, '--host', host.origin], {
    signal: ctrlC.signal,
  });
  await host.called('contact', 6);
  ctrlC.abort(new Interruption('SIGINT'));
  const { code, stderr } = await interrupted;
  assert.equal(code, 7);
  assert.match(stderr, /^error: /);
  await host.stop();
  assert.equal(await send(), 6);
});

test('a message that is sent again after its response was lost has the same Idempotency-Key, another message another', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const send = async (changes: object) => {
    const fixture = await folder.file('m.json', JSON.stringify({ ...message, ...changes }));
    return (await careers(['contact', fixture, '--host', host.origin])).code;
  };
  host.next('contact', replies.resetAfterReading());
  assert.deepEqual([await send({}), await send({}), await send({ msg: 'Hello.' })], [7, 0, 0]);
  const [first, again, other] = host.calls.map(({ headers }) => headers['idempotency-key']);
  assert.match(String(first), /^[\w-]{43}$/);
  assert.equal(again, first);
  assert.notEqual(other, first);
});
