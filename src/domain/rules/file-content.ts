import type { DocumentType } from '../model/document-types.ts';
import { formatMessage } from '../model/messages.ts';
import { isCompoundFile, isEncryptedCompoundFile } from './compound-file.ts';
import { extensionOf, extensionsFor } from './documents.ts';
import { type FileEnds, latin1 } from './file-ends.ts';
import {
  containerOf,
  detectFormat,
  type FileFormatName,
  fileFormats,
  formatBytes,
  formatOf,
} from './file-formats.ts';

const expected: Readonly<Record<string, string>> = {
  pdf: 'a PDF',
  doc: 'a Word document',
  docx: 'a Word document',
  png: 'a JPEG or PNG picture',
  jpg: 'a JPEG or PNG picture',
  jpeg: 'a JPEG or PNG picture',
};

const namedExtensions = new Set<string>(
  Object.values(fileFormats).flatMap(({ extensions }) => extensions),
);

export type ContentCheck =
  /** `filename` has the extension of the content, if the file's own name has none, or an unusual one. */
  | { readonly kind: 'valid'; readonly filename: string }
  /** `message` is that of section 5, then what was found and what to do. */
  | { readonly kind: 'invalid'; readonly message: string };

/**
 * Compares a file with the extensions of section 5. The rules accept what programs accept: a .doc may be a .docx or RTF, a
 * .png a JPEG, and a PDF may have bytes before its header.
 */
export async function checkContent(
  type: DocumentType,
  filename: string,
  ends: FileEnds,
): Promise<ContentCheck> {
  return checkFormat(type, filename, ends, await detectFormat(ends));
}

/** Only the first `formatBytes` have arrived. A container counts as a Word document, so `checkContent` must follow. */
export async function checkHead(
  type: DocumentType,
  filename: string,
  head: Uint8Array,
): Promise<ContentCheck & { readonly isContainer: boolean }> {
  const ends = { head, tail: head, size: head.length };
  const container = containerOf(head);
  const format = container
    ? ({ zip: 'docx', compound: 'doc' } as const)[container]
    : await detectFormat(ends);
  return { ...checkFormat(type, filename, ends, format), isContainer: container !== undefined };
}

function checkFormat(
  type: DocumentType,
  filename: string,
  { size }: FileEnds,
  name: FileFormatName | undefined,
): ContentCheck {
  const allowed = extensionsFor(type);
  const extension = extensionOf(filename);
  const invalid = (found: string, advice: string): ContentCheck => {
    const message = `${formatMessage('invalidFileType', { field: type })}: "${filename}" ${found}. ${advice}`;
    return { kind: 'invalid', message };
  };
  if (size === 0) {
    const message = `"${filename}" is empty. Please choose a file with something in it.`;
    return { kind: 'invalid', message };
  }
  const wanted = expected[extension];
  const others = `Please choose ${[...new Set(allowed.map((each) => expected[each]))].join(' or ')}.`;
  if (!name) return invalid(wanted ? `is not ${wanted}` : 'is of no type that we know', others);
  const { label, extensions, opensAs = [], advice = others } = formatOf(name);
  const isFitting = [...extensions, ...opensAs].includes(extension);
  if (allowed.includes(extension) && isFitting) return { kind: 'valid', filename };
  const right = extensions.find((each) => allowed.includes(each));
  // An extension of another format contradicts the content. One that no format has says nothing, such as that of 'J. Okafor'.
  const isContradiction = namedExtensions.has(extension) && !extensions.includes(extension);
  if (right !== undefined && !isContradiction)
    return { kind: 'valid', filename: withExtension(filename, extensions, right) };
  return invalid(
    `is ${label}${wanted && !isFitting ? `, not ${wanted}` : ''}`,
    right === undefined ? advice : `Please name it .${right} and choose it again.`,
  );
}

function withExtension(filename: string, extensions: readonly string[], right: string): string {
  const name = /^(?:.*[^.\s])?/s.exec(filename.trim())?.[0] ?? '';
  const extension = extensionOf(name);
  if (extension === right) return name;
  const base = extensions.includes(extension) ? name.slice(0, -extension.length - 1) : name;
  return `${base}.${right}`;
}

/** A PDF that only forbids printing is encrypted too, although it opens without a password. */
export function isEncrypted(ends: FileEnds): boolean {
  const { head, tail } = ends;
  if (isCompoundFile(head)) return isEncryptedCompoundFile(ends);
  // The trailer is at the end, or near the beginning of a file that is shown while it loads (linearized).
  const reference = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;
  const isPdf = latin1(head.subarray(0, formatBytes)).includes('%PDF-');
  return isPdf && [head, tail].some((bytes) => reference.test(latin1(bytes)));
}

/** The row of a document says this when `isEncrypted`. */
export const encryptedNotice =
  'This file is encrypted. If it opens only with a password, nobody will be able to open it: please save it without the password and choose it again.';
