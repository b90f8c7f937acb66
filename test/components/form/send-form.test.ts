import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { sendForm } from '#src/components/form/send-form.ts';
import { validateRemotely } from '#src/features/contact/validate-remotely.ts';
import { listenLocally } from '#test/support/listen-locally.ts';

const form = { action: 'https://example.ng/forms/quote', enctype: '' };

test('a remote address refuses a value only with a response that is a success', async (t) => {
  let reply = { status: 200, body: 'true' };
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(reply.status).end(reply.body));
  });
  const remote = `http://127.0.0.1:${await listenLocally(t, server)}/check`;
  const check = () => validateRemotely({ email: 'ada@example.ng' }, { email: { remote } });

  assert.deepEqual(await check(), {});
  reply = { status: 200, body: 'false' };
  assert.deepEqual(await check(), { email: 'Please fix this field.' });
  for (reply of [
    { status: 500, body: 'false' },
    { status: 404, body: '{}' },
    { status: 200, body: '<html>' },
  ])
    assert.deepEqual(await check(), {});
});

test('a reply to a form that makes no sense is an error, or without what cannot be read', async (t) => {
  let reply = '';
  const { mock } = t.mock.method(globalThis, 'fetch', async () => new Response(reply));
  const send = () => sendForm(new FormData(), { ...form, method: 'post' });

  for (reply of ['', '<html>', 'null', '"success"', '[]', '{"result":"success"}'])
    await assert.rejects(send, reply);
  reply = '{"result":true,"message":1,"fields":{"email":2}}';
  assert.deepEqual(await send(), {
    httpStatus: 200,
    result: 'true',
    message: '1',
    fields: { email: '2' },
  });
  reply = '{"result":"error","message":"No.","fields":"email"}';
  const { message, fields } = await send();
  assert.deepEqual([message, fields], ['No.', {}]);
  const data = new FormData();
  await sendForm(data, { ...form, method: 'post', enctype: 'multipart/form-data' });
  const [, init] = mock.calls.at(-1)?.arguments ?? [];
  assert.equal(init?.body, data, 'a multipart form is sent as such');
});

test('a server that does not answer holds up a form for a limited time only', async (t) => {
  const server = createServer(() => {});
  const action = `http://127.0.0.1:${await listenLocally(t, server)}/forms/quote`;
  const limits: number[] = [];
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    limits.push(ms);
    const abort = new AbortController();
    setImmediate(() => abort.abort());
    return abort.signal;
  });
  for (const method of ['post', 'get'])
    await assert.rejects(sendForm(new FormData(), { ...form, method, action }), {
      name: 'AbortError',
    });
  assert.deepEqual(
    await validateRemotely({ email: 'ada@example.ng' }, { email: { remote: action } }),
    {},
  );
  const sent = sendForm(
    new FormData(),
    { ...form, method: 'post', action },
    { timeoutMs: 180_000 },
  );
  await assert.rejects(sent, { name: 'AbortError' });
  assert.deepEqual(limits, [30_000, 30_000, 30_000, 180_000]);
});
