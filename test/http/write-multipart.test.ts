import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import fc from 'fast-check';
import { multipartBody } from '#src/http/write-multipart.ts';
import { codePoint } from '#test/support/code-point.ts';

const file = (changes: Partial<Parameters<typeof multipartBody>[1]> = {}) => ({
  name: 'cv',
  filename: 'cv.pdf',
  contentType: 'application/pdf',
  body: Readable.from([Buffer.from('%PDF')]),
  ...changes,
});

test('the body has the fields in their order, then the file, then the end', async () => {
  const body = multipartBody({ document_type: 'cv', final_file: '1' }, file({ size: 4 }));
  const boundary = body.contentType.replace('multipart/form-data; boundary=', '');
  assert.equal(
    (await buffer(body.stream)).toString(),
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="document_type"',
      '',
      'cv',
      `--${boundary}`,
      'Content-Disposition: form-data; name="final_file"',
      '',
      '1',
      `--${boundary}`,
      'Content-Disposition: form-data; name="cv"; filename="cv.pdf"',
      'Content-Type: application/pdf',
      '',
      '%PDF',
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  );
});

test('the declared size equals the body’s length in bytes, in any script', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: codePoint }),
      fc.string({ unit: 'grapheme' }),
      fc.uint8Array(),
      async (filename, value, bytes) => {
        const content = Readable.from([bytes], { objectMode: false });
        const body = multipartBody(
          { value },
          file({ filename, body: content, size: bytes.length }),
        );
        assert.equal((await buffer(body.stream)).length, body.size);
      },
    ),
  );
});

test('a file name is encoded as in Chromium, Firefox and Node', async () => {
  const nameIn = (text: string) => /filename="(.*)"\r\n/s.exec(text)?.[1];
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: codePoint, minLength: 1, maxLength: 40 }),
      async (filename) => {
        const form = new FormData();
        form.append('cv', new File([], filename));
        const theirs = await new Response(form).text();
        const ours = (await buffer(multipartBody({}, file({ filename })).stream)).toString();
        assert.equal(nameIn(ours), nameIn(theirs));
      },
    ),
    { examples: [['"'], ['\r\n'], ['%22'], ['a\\b'], ['😀'], ['\ud800'], ["it's"]] },
  );
});

test('without a size no content-length is declared', () => {
  assert.equal(multipartBody({}, file()).size, undefined);
});

test('each body has a different boundary', () => {
  const types = Array.from({ length: 50 }, () => multipartBody({}, file()).contentType);
  assert.equal(new Set(types).size, 50);
});

test('destroying the body destroys the file', async () => {
  const source = new PassThrough();
  const { stream } = multipartBody({}, file({ body: source }));
  stream.destroy();
  await once(source, 'close');
  assert.ok(source.destroyed);
});

for (const [message, end] of [
  ['the file ended early', (source) => source.destroy()],
  ['the file failed', (source) => source.destroy(new Error('reset'))],
] as const satisfies [string, (source: PassThrough) => void][])
  test(`the body fails with: ${message}`, async () => {
    const source = new PassThrough();
    const { stream } = multipartBody({}, file({ body: source }));
    source.write('%PDF');
    const read = buffer(stream);
    end(source);
    await assert.rejects(read, { name: 'RequestBodyError', message });
  });

test('a file that was closed before is not sent', async () => {
  const body = new PassThrough();
  body.destroy();
  await once(body, 'close');
  const { stream } = multipartBody({}, file({ body }));
  await assert.rejects(buffer(stream), {
    name: 'RequestBodyError',
    message: 'the file was closed before it was sent',
  });
});

test('the file is read no faster than the body is', () => {
  let read = 0;
  const source = new Readable({
    read() {
      read += 1;
      this.push(Buffer.alloc(64 * 1024));
    },
  });
  const { stream } = multipartBody({}, file({ body: source }));
  stream.read(0);
  return new Promise<void>((resolve) => {
    setImmediate(() => {
      assert.ok(read > 0 && read < 10, `${read} chunks read, none wanted`);
      stream.destroy();
      resolve();
    });
  });
});
