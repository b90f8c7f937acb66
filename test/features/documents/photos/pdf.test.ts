import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { extractImages, getDocumentProxy } from 'unpdf';
import type { Turn } from '#src/features/documents/photos/pages.ts';
import { pdfOf } from '#src/features/documents/photos/pdf.ts';

const portrait = join(import.meta.dirname, '../../../../fixtures/documents/portrait-b.jpg');

test('a PDF reader finds each picture on a page of A4 of its own, unchanged, turned and in order', async () => {
  const blob = await openAsBlob(portrait);
  // What the file is, and the same data declared as a wide and as a narrow picture.
  const jpeg = { blob, width: 354, height: 454 };
  const turns: readonly Turn[] = [0, 90, 270];
  const pdf = pdfOf(turns.map((turn) => ({ jpeg, turn })));
  assert.equal(pdf.type, 'application/pdf');
  const document = await getDocumentProxy(await pdf.bytes());
  assert.equal(document.numPages, 3);
  for (const [index, turn] of turns.entries()) {
    const page = await document.getPage(index + 1);
    assert.equal(page.rotate, turn);
    assert.deepEqual(page.view, [0, 0, 595, 842]);
    const [image, ...others] = await extractImages(document, index + 1);
    assert.equal(others.length, 0);
    assert.deepEqual([image?.width, image?.height, image?.channels], [354, 454, 3]);
  }
  const landscape = await getDocumentProxy(
    await pdfOf([{ jpeg: { blob, width: 454, height: 354 }, turn: 0 }]).bytes(),
  );
  assert.deepEqual((await landscape.getPage(1)).view, [0, 0, 842, 595]);
});

test('every object of the PDF is where its table says, and nothing but the pictures takes much space', async () => {
  const blob = await openAsBlob(portrait);
  const pages = Array.from(
    { length: 20 },
    () => ({ jpeg: { blob, width: 3, height: 4 }, turn: 0 }) as const,
  );
  const bytes = await pdfOf(pages).bytes();
  const text = Buffer.from(bytes).toString('latin1');
  const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
  const table = text.slice(Number(start));
  assert.match(table, /^xref\n0 63\n/);
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  assert.equal(offsets.length, 62);
  for (const [index, offset] of offsets.entries())
    assert.ok(text.startsWith(`${index + 1} 0 obj\n`, offset), `object ${index + 1}`);
  assert.ok(bytes.length - 20 * blob.size < 20 * 1000);
});
