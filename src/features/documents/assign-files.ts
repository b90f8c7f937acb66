import type { DocumentType } from '#src/domain/model/document-types.ts';
import { extensionOf, extensionsFor } from '#src/domain/rules/documents/documents.ts';

/**
 * English and French words in the name of a file that tell which document it is: in lower case, without accents, with
 * spaces between words. A French 'licence' is a degree, unless it is a driving licence.
 */
const nameWords: Readonly<Record<DocumentType, RegExp>> = {
  cv: /\b(cv|resume|curriculum)\b/,
  nysc: /nysc|discharge|exemption/,
  waec: /waec|wassce|ssce|neco|\b(bac|baccalaureat)\b/,
  undergraduate:
    /graduate|degree|diplom|universit|\bmaitrise\b|\blicence (en|es|pro\w*|de(?! conduire))\b|\b(b ?sc|b ?ed|b ?eng|hnd|ond)\b/,
  other:
    /reference|recomm[ae]ndation|testimonial|\b(attestation|certificat) de travail\b|\blicen[cs]e\b(?! (en|es|pro\w*|de(?! conduire))\b)|trade test|\b(other|autre)\b/,
  passport: /passport|portrait|headshot|selfie|\bphoto d ?identite\b/,
};

const wordsOf = (filename: string): string =>
  filename
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\.[^.]*$/, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}]+/gu, ' ')
    .toLowerCase();

// Some systems know no media type for the picture formats of phones.
const isPicture = ({ name, type }: File): boolean =>
  type.startsWith('image/') || ['heic', 'heif', 'avif'].includes(extensionOf(name));

/** Whether the file is a picture in a format that section 5 does not allow here, so that it must be converted. */
export const isPictureFor = (documentType: DocumentType, file: File): boolean =>
  isPicture(file) && !extensionsFor(documentType).includes(extensionOf(file.name));

/**
 * The names of the files decide. If one file and one document remain, they belong together, unless the file is a
 * picture, which may show any document. All other files are `unclear`.
 */
export function assignFiles(
  files: readonly File[],
  free: readonly DocumentType[],
): { readonly assigned: ReadonlyMap<DocumentType, File>; readonly unclear: readonly File[] } {
  const assigned = new Map<DocumentType, File>();
  const unassigned = () => files.filter((file) => ![...assigned.values()].includes(file));
  const named = files.map((file) => ({
    file,
    types: free.filter((type) => nameWords[type].test(wordsOf(file.name))),
  }));
  for (const { file, types } of named) {
    const [type] = types;
    const isAlone = named.filter((other) => type && other.types.includes(type)).length === 1;
    if (type && types.length === 1 && isAlone) assigned.set(type, file);
  }
  const [lastFile, ...furtherFiles] = unassigned();
  const [lastType, ...furtherTypes] = free.filter((type) => !assigned.has(type));
  const isLast = furtherFiles.length === 0 && furtherTypes.length === 0;
  if (lastFile && lastType && isLast && !isPicture(lastFile)) assigned.set(lastType, lastFile);
  return { assigned, unclear: unassigned() };
}
