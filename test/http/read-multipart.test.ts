import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { MultipartError, type MultipartOptions, readMultipart } from '#src/http/read-multipart.ts';

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.pdf"\r\nContent-Type: application/pdf\r\n\r\n${value}\r\n`;
const end = '--b--\r\n';
const limits = { files: 2, fields: 2, parts: 4, fileSize: 20, fieldSize: 10 };

/** Reads all parts; a file as its text. */
async function readAll(source: Readable, options: Partial<MultipartOptions> = {}) {
  const contentType = 'multipart/form-data; boundary=b';
  const parts: unknown[] = [];
  for await (const part of readMultipart(source, { contentType, limits, ...options })) {
    if (part.kind === 'field') parts.push([part.name, part.value, part.truncated]);
    else parts.push([part.name, part.filename, part.contentType, await text(part.stream)]);
  }
  return parts;
}

test('gives fields and files in the order of the form, wherever its bytes are split', async () => {
  const form = field('a', '1') + file('cv', 'the letter') + field('b', 'long value') + end;
  for (const size of [1, 7, form.length]) {
    const chunks = form.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const source = Readable.from(
      chunks.map((chunk) => Buffer.from(chunk)),
      { objectMode: false },
    );
    assert.deepEqual(await readAll(source), [
      ['a', '1', false],
      ['cv', 'cv.pdf', 'application/pdf', 'the letter'],
      ['b', 'long value', false],
    ]);
  }
});

test('truncates a field that is too long, and marks it', async () => {
  const parts = await readAll(Readable.from([Buffer.from(field('a', '0123456789x') + end)]));
  assert.deepEqual(parts, [['a', '0123456789', true]]);
});

test('skips a file that the caller does not read', async () => {
  const source = Readable.from([Buffer.from(file('cv', 'unread') + field('a', '1') + end)]);
  const names: string[] = [];
  const options = { contentType: 'multipart/form-data; boundary=b', limits };
  for await (const part of readMultipart(source, options)) names.push(part.name);
  assert.deepEqual(names, ['cv', 'a']);
});

for (const [problem, what, form, options] of [
  ['notMultipart', 'another content type', end, { contentType: 'application/json' }],
  ['notMultipart', 'an empty boundary', end, { contentType: 'multipart/form-data; boundary=' }],
  ['broken', 'a form that ends in a file', file('cv', 'cut').slice(0, -4), {}],
  ['tooManyFiles', 'three files', file('a', '1') + file('b', '2') + file('c', '3') + end, {}],
  ['tooManyParts', 'three fields', field('a', '1') + field('b', '2') + field('c', '3') + end, {}],
  ['fileTooLarge', 'a file past the limit', file('cv', 'x'.repeat(21)) + end, {}],
] as const)
  test(`throws ${problem} for ${what}`, async () => {
    const error = await readAll(Readable.from([Buffer.from(form)]), options).catch((e) => e);
    assert.ok(error instanceof MultipartError, String(error));
    assert.equal(error.problem, problem);
    assert.equal(error.field, problem === 'fileTooLarge' ? 'cv' : undefined);
  });

test('throws tooSlow when the source stops sending', async () => {
  const source = new Readable({ read() {} });
  source.push(field('a', '1'));
  await assert.rejects(readAll(source, { idleMs: 20 }), { problem: 'tooSlow' });
});

test('throws broken when the source is destroyed', async () => {
  const source = new Readable({ read() {} });
  source.push(file('cv', 'the beginning').slice(0, -10));
  setImmediate(() => source.destroy(new Error('reset')));
  await assert.rejects(readAll(source), { problem: 'broken' });
});

test('a reader that is slower than the time limit of the source does not end the form', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const content = 'x'.repeat(300_000);
  const chunks = (file('cv', content) + end).match(/[\s\S]{1,16384}/g) ?? [];
  const source = Readable.from(
    chunks.map((chunk) => Buffer.from(chunk)),
    { objectMode: false, highWaterMark: 16_384 },
  );
  const options = {
    contentType: 'multipart/form-data; boundary=b',
    limits: { ...limits, fileSize: 1e6 },
    idleMs: 1000,
  };
  for await (const part of readMultipart(source, options)) {
    assert.equal(part.kind, 'file');
    if (part.kind !== 'file') continue;
    if (!source.isPaused()) await once(source, 'pause');
    t.mock.timers.tick(5000);
    assert.equal((await text(part.stream)).length, content.length);
  }
});

test('a form that takes longer than the time limit of the source is read, while its bytes arrive', async () => {
  const source = new Readable({ read: () => {} });
  const form = file('cv', 'the whole letter') + end;
  const chunks = form.match(/[\s\S]{1,4}/g) ?? [];
  const intervalMs = 60;
  const idleMs = 25 * intervalMs;
  assert.ok(chunks.length > 30);
  // A delay of the whole process delays both timers, of which this one ends first.
  const timer = setInterval(() => {
    const chunk = chunks.shift();
    source.push(chunk ?? null);
    if (chunk === undefined) clearInterval(timer);
  }, intervalMs);
  const parts = await readAll(source, { idleMs });
  assert.deepEqual(parts, [['cv', 'cv.pdf', 'application/pdf', 'the whole letter']]);
});
