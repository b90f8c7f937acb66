import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { RefusedError, TransportError } from '#src/http/errors.ts';
import { codePoint } from '#test/support/code-point.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { application, connect, errorOf, upload, withClient, zeros } from './sample.ts';

const mebibyte = 1024 * 1024;
const applicantInfo = { ...application, applicant_id: '501' };

for (const type of documentOrder)
  test(`a ${type} is sent under its type, after the other fields`, async (t) => {
    const { host, client } = await connect(t);
    await upload(client, { type, filename: 'f.pdf' });
    const [call] = host.callsTo('uploadapplicantdocument');
    assert.equal(call?.method, 'POST');
    assert.equal(call?.path, '/api/uploadapplicantdocument');
    const parts = call?.parts.map(({ name, value, filename }) => [name, value ?? filename]);
    assert.deepEqual(parts, [
      ['document_type', type],
      ['applicant_info', JSON.stringify(applicantInfo)],
      [type, 'f.pdf'],
    ]);
  });

test('only the last document has final_file 1, before the file', async (t) => {
  const { host, client } = await connect(t);
  await upload(client, { final: false });
  await upload(client, { final: true });
  const [first, last] = host.calls;
  assert.ok(!first?.parts.some(({ name }) => name === 'final_file'));
  assert.deepEqual(
    last?.parts.map(({ name, value }) => [name, name === 'final_file' ? value : undefined]),
    [
      ['document_type', undefined],
      ['applicant_info', undefined],
      ['final_file', '1'],
      ['cv', undefined],
    ],
  );
});

test('the length is declared if it is known, else the body is chunked', async (t) => {
  const { host, client } = await connect(t);
  await upload(client, { body: zeros(5000), size: 5000 });
  await upload(client, { body: zeros(500_000) });
  await upload(client, { body: Readable.from([]), size: 0 });
  const [known, unknown, empty] = host.calls;
  assert.equal(known?.headers['content-length'], String(known?.bytes));
  assert.equal(known?.headers['transfer-encoding'], undefined);
  assert.equal(unknown?.headers['content-length'], undefined);
  assert.equal(unknown?.headers['transfer-encoding'], 'chunked');
  const sizes = [known, unknown, empty].map((call) => call?.parts.at(-1)?.size);
  assert.deepEqual(sizes, [5000, 500_000, 0]);
});

test('any file name and any application leave the parts intact', async (t) => {
  const { host, client } = await connect(t);
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.constantFrom('a"; x="b', '\r\n\r\n--', '😀.pdf', '%22', 'ß\u0000'),
  );
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      fc.uint8Array({ maxLength: 3000 }),
      async (name, letter, bytes) => {
        const info = { ...applicantInfo, cover_letter: letter };
        const filename = `${name}.pdf`;
        await upload(client, {
          filename,
          applicantInfo: info,
          body: Readable.from([Buffer.from(bytes)]),
        });
        const parts = host.calls.at(-1)?.parts ?? [];
        const names = parts.map((part) => part.name);
        assert.deepEqual(names, ['document_type', 'applicant_info', 'cv']);
        assert.deepEqual(JSON.parse(parts[1]?.value ?? ''), JSON.parse(JSON.stringify(info)));
        assert.equal(parts[2]?.sha256, createHash('sha256').update(bytes).digest('hex'));
        assert.equal(parts[2]?.contentType, 'application/pdf');
      },
    ),
    { numRuns: 60 },
  );
});

test('a type that is invalid in a header becomes application/octet-stream', async (t) => {
  const { host, client } = await connect(t);
  for (const contentType of ['', 'pdf', 'a/b\r\nX-Evil: 1', 'text/html\u0000'])
    await upload(client, { contentType });
  for (const call of host.calls)
    assert.equal(call.parts.at(-1)?.contentType, 'application/octet-stream');
});

for (const then of ['drain', 'close'] as const)
  test(`a 413 before the end of the body is reported as refused, if the host then does ${then}`, async (t) => {
    const { host, client } = await connect(t);
    const refusal = replies.json({ status: 0, message: 'Too large.' }, { status: 413 });
    host.always('uploadapplicantdocument', replies.early(refusal, { afterBytes: 100_000, then }));
    const body = zeros(512 * mebibyte);
    const error = await errorOf(upload(client, { body, size: 512 * mebibyte }));
    assert.ok(error instanceof RefusedError);
    assert.deepEqual(
      [error.httpStatus, error.message, error.mayHaveArrived],
      [413, 'Too large.', false],
    );
    assert.ok(body.destroyed, 'nothing more is read');
    assert.ok((host.calls[0]?.bytes ?? 0) < 64 * mebibyte, 'nothing more is sent');
  });

test('a connection reset during the body is reported as reset, and the body is destroyed', async (t) => {
  const { host, client } = await connect(t);
  host.always('uploadapplicantdocument', replies.resetAfterBytes(mebibyte));
  const body = zeros(64 * mebibyte);
  const error = await errorOf(upload(client, { body }));
  assert.ok(error instanceof TransportError);
  assert.deepEqual([error.reason, error.mayHaveArrived], ['reset', true]);
  assert.ok(body.destroyed);
});

test('a host that reads nothing for the time limit ends the upload with reason timeout', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 300 });
  host.always('uploadapplicantdocument', replies.stallAfterBytes(mebibyte));
  const body = zeros(256 * mebibyte);
  const error = await errorOf(upload(client, { body }));
  assert.ok(error instanceof TransportError);
  assert.equal(error.reason, 'timeout');
  assert.ok(body.destroyed);
});

test('a body without data for the time limit ends the upload with reason source and closes the connection', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 1000 });
  const body = new PassThrough();
  body.write('some');
  const failed = errorOf(upload(client, { body }));
  const call = await host.called('uploadapplicantdocument', 1, 'headers');
  const error = await failed;
  assert.ok(error instanceof TransportError);
  assert.equal(error.reason, 'source');
  await call.gone;
  assert.equal(call.complete, false);
});

test('an upload with progress may take longer than the time limit', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 1000 });
  const body = Readable.from(
    (async function* () {
      for (let piece = 0; piece < 8; piece += 1) {
        await delay(150);
        yield Buffer.alloc(10);
      }
    })(),
  );
  await upload(client, { body });
  assert.equal(host.calls[0]?.parts.at(-1)?.size, 80);
});

test('a response that arrives in parts may take longer than the time limit', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 1000 });
  host.always('uploadapplicantdocument', {
    after: 'body',
    async respond({ response }) {
      await delay(600);
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      await delay(600);
      response.write('{"status":');
      await delay(600);
      response.end('1}');
    },
  });
  await upload(client);
});

test('a body that fails ends the upload with reason source and its error as the cause', async (t) => {
  const { host, client } = await connect(t);
  const body = new PassThrough();
  const failed = errorOf(upload(client, { body }));
  const call = await host.called('uploadapplicantdocument', 1, 'headers');
  body.destroy(new Error('the browser disconnected'));
  const error = await failed;
  assert.ok(error instanceof TransportError);
  assert.equal(error.reason, 'source');
  assert.match(String(error.cause), /the browser disconnected/);
  await call.gone;
});

test('a body whose length differs from the declared one fails', async () => {
  await using host = await startScriptedHost();
  for (const [bytes, size] of [
    [100, 200],
    [200, 100],
    [500_000, 500_001],
    [500_001, 500_000],
  ] as const) {
    const error = await withClient({ apiHost: host.origin }, (client) =>
      errorOf(upload(client, { body: zeros(bytes), size })),
    );
    assert.ok(error instanceof TransportError);
    assert.equal(error.reason, 'source');
  }
  assert.ok(!host.calls.some(({ complete }) => complete));
});

test('an abort closes the connection of the upload and destroys the body', async (t) => {
  const { host, client } = await connect(t);
  const body = new PassThrough();
  body.write(Buffer.alloc(1000));
  const abort = new AbortController();
  const failed = errorOf(upload(client, { body }, { signal: abort.signal }));
  const call = await host.called('uploadapplicantdocument', 1, 'headers');
  abort.abort();
  const error = await failed;
  assert.ok(error instanceof TransportError);
  assert.deepEqual([error.reason, body.destroyed], ['aborted', true]);
  await call.gone;
});

test('a pending body does not keep the process alive after the call ends', async () => {
  const host = await startScriptedHost();
  await host.stop();
  const body = new PassThrough();
  const closed = once(body, 'close');
  const error = await withClient({ apiHost: host.origin }, (client) =>
    errorOf(upload(client, { body })),
  );
  await closed;
  assert.equal(error.mayHaveArrived, false);
});
