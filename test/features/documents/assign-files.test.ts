import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { assignFiles, isPictureFor } from '#src/features/documents/assign-files.ts';

const mime = (name: string) => (/\.(jpe?g|png)$/i.test(name) ? 'image/jpeg' : 'application/pdf');
const file = (name: string) => new File(['x'], name, { type: mime(name) });

function assign(names: readonly string[], free: readonly DocumentType[] = documentOrder) {
  const { assigned, unclear } = assignFiles(names.map(file), free);
  return {
    assigned: Object.fromEntries([...assigned].map(([type, { name }]) => [type, name])),
    unclear: unclear.map(({ name }) => name),
  };
}

test('six files go to their documents by name, whatever their order, case, accents and separators', () => {
  assert.deepEqual(
    assign([
      'Passport_Photo.JPG',
      'NECO-Result.pdf',
      'Résumé Ngọzi.pdf',
      'reference letter.docx',
      'NYSC2019.pdf',
      'B.Sc-certificate.pdf',
    ]),
    {
      assigned: {
        cv: 'Résumé Ngọzi.pdf',
        nysc: 'NYSC2019.pdf',
        waec: 'NECO-Result.pdf',
        undergraduate: 'B.Sc-certificate.pdf',
        other: 'reference letter.docx',
        passport: 'Passport_Photo.JPG',
      },
      unclear: [],
    },
  );
});

test('the only picture is the passport photograph, and the last file the last document', () => {
  assert.deepEqual(assign(['IMG_2034.jpg', 'cv.pdf', 'scan.pdf'], ['cv', 'waec', 'passport']), {
    assigned: { cv: 'cv.pdf', passport: 'IMG_2034.jpg', waec: 'scan.pdf' },
    unclear: [],
  });
});

test('a picture alone, or beside a photographed document, may be any document', () => {
  assert.deepEqual(assign(['IMG_2034.jpg']), { assigned: {}, unclear: ['IMG_2034.jpg'] });
  assert.deepEqual(assign(['waec.jpg', 'IMG_2034.jpg']), {
    assigned: { waec: 'waec.jpg' },
    unclear: ['IMG_2034.jpg'],
  });
});

test('names that tell nothing, two documents, or a document of two files are unclear', () => {
  const names = ['scan 1.pdf', 'waec and nysc.pdf', 'degree-1.pdf', 'degree-2.pdf', 'discover.pdf'];
  assert.deepEqual(assign(names), { assigned: {}, unclear: names });
  assert.deepEqual(assign(['IMG_1.jpg', 'IMG_2.jpg']), {
    assigned: {},
    unclear: ['IMG_1.jpg', 'IMG_2.jpg'],
  });
});

test('a document that has a file keeps it', () => {
  assert.deepEqual(assign(['my cv.pdf'], ['waec', 'other']), {
    assigned: {},
    unclear: ['my cv.pdf'],
  });
});

test('a picture becomes a page of each document but the passport photograph', () => {
  assert.equal(isPictureFor('waec', file('IMG_1.jpg')), true);
  assert.equal(isPictureFor('passport', file('IMG_1.jpg')), false);
  assert.equal(isPictureFor('waec', file('waec.pdf')), false);
  // Some systems know no media type of it.
  assert.equal(isPictureFor('passport', new File(['x'], 'IMG_1.HEIC')), true);
  assert.equal(isPictureFor('passport', new File(['x'], 'a.webp', { type: 'image/webp' })), true);
});
