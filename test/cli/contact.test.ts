import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { fixtureFolder } from './support/fixtures.ts';
import { careers } from './support/in-process.ts';

const message = {
  firstname: 'Ada',
  lastname: 'Sample',
  email: 'ada@example.com',
  msg: 'Good morning.',
};

test('0: sends the message with the API field names and prints the host’s message', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
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

test('the message is sent as the site sends it, from a file with a byte order mark', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
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

test('a message in UTF-16 is read, and one in another encoding is named as such', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
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

test('the message is Sent Message if the host sends none', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  host.next('contact', replies.json({ status: 1 }));
  const fixture = await folder.file('m.json', JSON.stringify(message));
  const { stdout } = await careers(['contact', fixture, '--host', host.origin]);
  assert.equal(stdout, 'Sent Message\n');
});

test('3: an invalid message is not sent', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
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

test('5, 6 and 7: refused, unreachable, response lost', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  const fixture = await folder.file('m.json', JSON.stringify(message));
  const send = async () =>
    (await careers(['contact', fixture, '--host', host.origin, '--timeout', '1500'])).code;
  host.next('contact', replies.json({ status: 0, message: 'No.' }));
  assert.equal(await send(), 5);
  for (const reply of [
    replies.silence(),
    replies.resetAfterReading(),
    replies.html(),
    replies.http(502),
  ]) {
    host.next('contact', reply);
    assert.equal(await send(), 7);
  }
  assert.equal(host.calls.length, 5, 'never sent again');
  await host.stop();
  assert.equal(await send(), 6);
});

test('a message that is sent again after its response was lost has the same Idempotency-Key, another message another', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
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
