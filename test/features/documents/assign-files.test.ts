import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
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

for (const [type, ...names] of [
  ['cv', 'MyCV.pdf', 'cvNgozi.docx', 'CV 2026.pdf', 'curriculum-vitae.pdf'],
  ['nysc', 'myNYSC.pdf', 'Discharge certificate.pdf'],
  ['waec', 'WAECresult.pdf', 'Baccalauréat.pdf', 'bac 2019.pdf'],
  [
    'undergraduate',
    'diplôme.pdf',
    'Diplo\u0302me.pdf',
    'Licence en gestion.pdf',
    'licence_de_droit.pdf',
    'Licence professionnelle.pdf',
    'Maîtrise.pdf',
  ],
  [
    'other',
    'attestation de travail.pdf',
    'Certificat de travail.pdf',
    'lettre de recommandation.pdf',
    "driver's licence.pdf",
    'driver licence pdf.pdf',
    'Licence de conduire.pdf',
  ],
  ['passport', "photo d'identité.jpg", 'passportPhoto.png'],
] as const)
  for (const name of names)
    test(`${name} is recognized by its name`, () => {
      assert.deepEqual(assign([name]), { assigned: { [type]: name }, unclear: [] });
    });

test('a picture whose name does not tell is asked about, also if it is the only one, or the last file', () => {
  const picture = 'IMG_2034.jpg';
  assert.deepEqual(assign([picture]), { assigned: {}, unclear: [picture] });
  assert.deepEqual(assign(['waec.jpg', picture]), {
    assigned: { waec: 'waec.jpg' },
    unclear: [picture],
  });
  assert.deepEqual(assign([picture, 'cv.pdf', 'scan.pdf'], ['cv', 'waec', 'passport']), {
    assigned: { cv: 'cv.pdf' },
    unclear: [picture, 'scan.pdf'],
  });
  assert.deepEqual(assign([picture, 'cv.pdf'], ['cv', 'passport']), {
    assigned: { cv: 'cv.pdf' },
    unclear: [picture],
  });
});

test('the last file is the last document, unless it is a picture', () => {
  assert.deepEqual(assign(['cv.pdf', 'scan.pdf'], ['cv', 'waec']), {
    assigned: { cv: 'cv.pdf', waec: 'scan.pdf' },
    unclear: [],
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
