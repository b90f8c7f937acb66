import type { DocumentType } from '#src/domain/model/document-types.ts';
import { extensionOf, extensionsFor } from '#src/domain/rules/documents/documents.ts';

/** The name of a file tells which document it is by these words, in lower case, with spaces between the words. */
const nameWords: Readonly<Record<DocumentType, RegExp>> = {
  cv: /\b(cv|resume|curriculum)\b/,
  nysc: /nysc|discharge|exemption/,
  waec: /waec|wassce|ssce|neco/,
  undergraduate: /graduate|degree|diploma|university|\b(b ?sc|b ?ed|b ?eng|hnd|ond)\b/,
  other: /reference|recommendation|testimonial|licen[cs]e|trade test|\bother\b/,
  passport: /passport|portrait|headshot|selfie/,
};

const wordsOf = (filename: string): string =>
  filename
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .toLowerCase();

/** Returns whether the file is a picture that section 5 does not allow for this document: a document is made of it. */
export const isPictureFor = (documentType: DocumentType, { name, type }: File): boolean => {
  const extension = extensionOf(name);
  // Some systems have no media type for pictures of a phone.
  const isPicture = type.startsWith('image/') || ['heic', 'heif', 'avif'].includes(extension);
  return isPicture && !extensionsFor(documentType).includes(extension);
};

/**
 * The name decides; the only picture is the passport photograph, because an applicant who photographs documents has
 * more; the last file is the last document. Files that this does not decide are `unclear`.
 */
export function assignFiles(
  files: readonly File[],
  free: readonly DocumentType[],
): { readonly assigned: ReadonlyMap<DocumentType, File>; readonly unclear: readonly File[] } {
  const assigned = new Map<DocumentType, File>();
  const unassigned = () => files.filter((file) => ![...assigned.values()].includes(file));
  const freeTypes = () => free.filter((type) => !assigned.has(type));
  const named = files.map((file) => ({
    file,
    types: free.filter((type) => nameWords[type].test(wordsOf(file.name))),
  }));
  for (const { file, types } of named) {
    const [type] = types;
    const isAlone = named.filter((other) => type && other.types.includes(type)).length === 1;
    if (type && types.length === 1 && isAlone) assigned.set(type, file);
  }
  const [picture, ...pictures] = files.filter((file) => file.type.startsWith('image/'));
  const isOnlyPicture = pictures.length === 0 && files.length > 1;
  if (
    picture &&
    isOnlyPicture &&
    unassigned().includes(picture) &&
    freeTypes().includes('passport')
  )
    assigned.set('passport', picture);
  const [lastFile, ...furtherFiles] = unassigned();
  const [lastType, ...furtherTypes] = freeTypes();
  const isLast = furtherFiles.length === 0 && furtherTypes.length === 0;
  if (lastFile && lastType && isLast) assigned.set(lastType, lastFile);
  return { assigned, unclear: unassigned() };
}
